import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/calls/session.ts'
import { ErrorReply } from '#contract/records/error-reply.ts'
import { answerUnreadable, handleErrors, LOGGED_REFUSALS } from '#server/http/error-answers.ts'
import { fieldError, HttpError } from '#server/http/errors.ts'
import { validate } from '#server/http/input.ts'

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
    new Error('Client has encountered a connection error and is not queryable'),
  ])('DI-09 %s of the database is 503 with Retry-After', async (error) => {
    const { status, headers, body } = await answerTo(error)
    expect(status).toBe(503)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(2)
    expect(body).toMatchObject({ status: 503, error: true })
    expect(body.message).not.toContain('failed')
  })

  test.each([withCode('53100'), withCode('ENOSPC'), withCode('EDQUOT')])(
    'DI-10 %s is called a full disk',
    async (error) => {
      const { status, headers, body } = await answerTo(error)
      expect([status, body.code]).toEqual([503, 'diskFull'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    },
  )

  test.each([withCode('ENOENT'), withCode('42P01'), new Error('inner'), new TypeError('inner')])(
    'OPEN-33 %s is 500 with an id and without its text',
    async (error) => {
      const { status, body } = await answerTo(error)
      expect(status).toBe(500)
      expect(body).toEqual({
        ...{ status: 500, error: true, id: expect.any(String), message: expect.any(String) },
        ...{ code: 'serverError', params: { id: body.id } },
      })
      expect(body.message).toContain(body.id)
      expect(body.message).not.toContain(error.message)
    },
  )

  test('a refusal keeps its status, message and headers; the identity answers in the OAuth format', async () => {
    const refusal = new HttpError('tooManyTries', {}, { headers: { 'retry-after': '9' } })
    const plain = await answerTo(refusal)
    const message = 'Too many tries. Please try again later.'
    expect(plain).toMatchObject({
      status: 429,
      body: { status: 429, error: true, message, code: 'tooManyTries' },
    })
    expect(plain.headers['retry-after']).toBe('9')
    const identity = await answerTo(refusal, '/identity/x')
    expect(identity.body).toEqual({
      ...{ error: 'invalid_request', error_description: message },
      code: 'tooManyTries',
    })
    const expired = await answerTo(new HttpError('refreshTokenInvalid'), '/identity/x')
    expect(expired.body).toMatchObject({ error: 'invalid_grant' })
  })

  test('OPEN-33 a reply carries the parameters of its message, and the fields that are wrong', async () => {
    const full = await answerTo(new HttpError('tickerFull', { most: 100 }))
    expect(full.body).toEqual({
      ...{ status: 409, error: true, code: 'tickerFull', params: { most: 100 } },
      message: 'There are 100 messages already, which is the most. Delete one first.',
    })
    const taken = await answerTo(fieldError('geoFenceName', 'fenceNameTaken'))
    expect(taken.body).toEqual({
      ...{ status: 409, error: true, code: 'fenceNameTaken' },
      message: 'geoFenceName: There is a fence of this name already. Choose another name.',
      fields: [{ field: 'geoFenceName', code: 'fenceNameTaken', params: {} }],
    })
  })

  test('OPEN-33 what a schema refuses names each field by its path, with a code', async () => {
    const schema = z.object({ names: z.array(z.string().check(z.maxLength(3))), newPassword: NewPassword })
    const refusal = (value: unknown) => {
      try {
        return validate('body', schema, value)
      } catch (error) {
        return error
      }
    }
    const { status, body } = await answerTo(refusal({ names: ['a', 'long'], newPassword: 'sevenTEEN' }))
    expect(status).toBe(400)
    expect(body).toEqual({
      ...{ status: 400, error: true, code: 'invalidInput', params: { part: 'body' } },
      message: 'The body is not as expected: names.1: Use at most 3 characters.; newPassword: Use a digit.',
      fields: [
        { field: 'names.1', code: 'tooLong', params: { max: 3 } },
        { field: 'newPassword', code: 'digitMissing', params: {} },
      ],
    })
    expect(ErrorReply.parse(body)).toEqual(body)
    const missing = await answerTo(refusal({ names: [] }))
    expect(missing.body.fields).toEqual([
      { field: 'newPassword', code: 'wrongType', params: { expected: 'string' } },
    ])
  })
})

test('refusals of one address are logged so often an hour, and then once more that they are not', async () => {
  const lines: string[] = []
  const clock = { now: 0 }
  const log: FastifyBaseLogger = pino({}, { write: (line: string) => lines.push(line) })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: true,
  })
  handleErrors(app, () => clock.now)
  app.get('/identity/x', async () => {
    throw new HttpError('refreshTokenInvalid')
  })
  const ask = (address: string) => app.inject({ url: '/identity/x', headers: { 'x-forwarded-for': address } })
  const logged = (text: string): number => lines.filter((line) => line.includes(text)).length
  for (let at = 0; at < LOGGED_REFUSALS.most + 20; at += 1)
    expect((await ask('10.0.0.1')).statusCode).toBe(400)
  expect([logged('a request was refused'), logged('not logged')]).toEqual([LOGGED_REFUSALS.most, 1])
  await ask('10.0.0.2')
  expect(logged('a request was refused')).toBe(LOGGED_REFUSALS.most + 1)
  clock.now = LOGGED_REFUSALS.windowMs + 1
  await ask('10.0.0.1')
  expect(logged('a request was refused')).toBe(LOGGED_REFUSALS.most + 2)
})

test('a request that cannot be read is not answered within a response that has begun', async () => {
  const server = createServer((_request, response) => response.writeHead(200).write('first'))
  server.on('clientError', (error, socket) => answerUnreadable(error, socket as Socket, {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  client
    .on('error', () => {})
    .on('data', (part) => {
      if (!received.includes('first') && `${received}${part}`.includes('first'))
        client.write('nonsense\r\n\r\n')
      received += part
    })
  const closed = new Promise((resolve) => client.on('close', resolve))
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await closed
  server.close()
  expect(received).toContain('first')
  expect(received).not.toContain('HTTP/1.1 400')
})
