import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { HttpError, handleErrors } from '#server/http/errors.ts'

const answerTo = async (error: unknown, url = '/api/v2/x') => {
  const app = Fastify()
  handleErrors(app)
  app.get(url, async () => {
    throw error
  })
  const reply = await app.inject({ url })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}
const withCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

describe('errors', () => {
  test.each([
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    withCode('53300'),
    withCode('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('DI-09 %s of the database is 503 with Retry-After', async (error) => {
    const { status, headers, body } = await answerTo(error)
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(2)
    expect(body).toMatchObject({ status: 503, error: true })
    expect(body.message).not.toContain('failed')
  })

  test.each([withCode('ENOENT'), withCode('42P01'), new Error('inner'), new TypeError('inner')])(
    'OPEN-33 %s is 500 with an id and without its text',
    async (error) => {
      const { status, body } = await answerTo(error)
      expect(status).toBe(500)
      expect(body).toEqual({ status: 500, error: true, id: expect.any(String), message: expect.any(String) })
      expect(body.message).toContain(body.id)
      expect(body.message).not.toContain(error.message)
    },
  )

  test('a refusal keeps its status, message and headers; the identity provider answers in the OAuth format', async () => {
    const refusal = new HttpError(429, 'Too often', { headers: { 'retry-after': '9' }, code: 'slow_down' })
    const plain = await answerTo(refusal)
    expect(plain).toMatchObject({ status: 429, body: { status: 429, error: true, message: 'Too often' } })
    expect(plain.headers['retry-after']).toBe('9')
    const identity = await answerTo(refusal, '/identity/x')
    expect(identity.body).toEqual({ error: 'slow_down', error_description: 'Too often' })
  })
})
