import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { readConfiguration } from '#server/configuration.ts'
import { createSmsGateway } from '#server/mail/sms-gateway.ts'

const TOKEN = 'secret-token'
let answers: RequestListener = () => {}
const paths: (string | undefined)[] = []
const server = createServer((request, response) => {
  paths.push(request.url)
  answers(request, response)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const addressOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const send = ({
  url = addressOf(),
  signal = new AbortController().signal,
  timeoutMs = 10 * MINUTE_MS,
}: {
  url?: string
  signal?: AbortSignal
  timeoutMs?: number
} = {}) =>
  createSmsGateway({ url, token: TOKEN, from: 'RDBOOK', timeoutMs })(
    { userId: 1, to: '919845012345', text: 'Overspeed' },
    signal,
  )

describe('the SMS gateway', () => {
  test.each([
    [400, 'refused', true],
    [401, 'refused', true],
    [404, 'refused', true],
    [422, 'refused', true],
    [408, 'unavailable', false],
    [429, 'unavailable', false],
    [500, 'unavailable', false],
    [503, 'unavailable', false],
  ])('a reply of %i is %s', async (status, reason, isPermanent) => {
    answers = (_, response) => response.writeHead(status).end(`about 919845012345 ${TOKEN}`)
    const failure = await send().catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: `${reason} ${status}`, isPermanent })
  })

  test('no redirect is followed', async () => {
    paths.length = 0
    answers = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()
    await expect(send()).rejects.toMatchObject({ message: 'unavailable 307', isPermanent: false })
    expect(paths).toEqual(['/'])
  })

  test('silence is a timeout', async () => {
    answers = () => {}
    await expect(send({ timeoutMs: 1 })).rejects.toMatchObject({ message: 'timeout', isPermanent: false })
  })

  test('a stop cuts off a request that the gateway does not answer', async () => {
    const stopping = new AbortController()
    const cut = new Promise<void>((resolve) => {
      answers = (request) => {
        request.on('close', resolve)
        stopping.abort()
      }
    })
    await expect(send({ signal: stopping.signal })).rejects.toMatchObject({ message: 'unavailable' })
    await cut
  })

  test('where nobody listens it is unavailable', async () => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await new Promise((resolve) => other.close(resolve))
    await expect(send({ url: `http://127.0.0.1:${port}` })).rejects.toMatchObject({ message: 'unavailable' })
  })

  test('a reply without end is not read', async () => {
    const closed = new Promise<number>((resolve) => {
      answers = (_, response) => {
        response.writeHead(200)
        let sent = 0
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 64 * 1024
          response.once('drain', more)
        }
        response.on('close', () => resolve(sent))
        more()
      }
    })
    await send()
    expect(await closed).toBeLessThan(16 * 1024 * 1024)
  })
})

describe('configuration', () => {
  const given = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: TOKEN, SMS_FROM: 'RDBOOK' }
  const read = (variables: Record<string, string>) => readConfiguration(variables).sms

  test('SMS_URL, SMS_TOKEN and SMS_FROM are read together', () => {
    expect(read({})).toBeUndefined()
    expect(read(given)).toEqual({ url: given.SMS_URL, token: TOKEN, from: 'RDBOOK' })
    expect(read({ ...given, SMS_URL: 'http://127.0.0.1:9000/' })?.url).toBe('http://127.0.0.1:9000/')
  })

  test.each([
    [{ SMS_URL: 'http://sms.example/' }, 'SMS_URL'],
    [{ SMS_URL: `https://a:${TOKEN}@sms.example/` }, 'SMS_URL'],
    [{ SMS_URL: `sms ${TOKEN}` }, 'SMS_URL'],
    [{ SMS_TOKEN: '' }, 'SMS_TOKEN'],
    [{ SMS_TOKEN: `${TOKEN}\r\nx: y` }, 'SMS_TOKEN'],
    [{ SMS_FROM: '' }, 'SMS_FROM'],
    [{ SMS_FROM: '{"to"}' }, 'SMS_FROM'],
  ])('%j is refused by name, without the token', (variables, name) => {
    expect(() => read({ ...given, ...variables })).toThrow(name)
    expect(() => read({ ...given, ...variables })).not.toThrow(TOKEN)
  })
})
