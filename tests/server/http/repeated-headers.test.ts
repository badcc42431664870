import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend()

/** The reply to a log-in with these headers, as it comes back. */
const replyTo = (...headers: string[]) => {
  const { port } = backend.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const head = ['POST /api/v2/login HTTP/1.1', ...headers, 'Content-Length: 2', 'Connection: close']
  socket.end([...head, '', '{}'].join('\r\n'))
  return text(socket)
}

const HOST = 'Host: a'
const TYPE = 'Content-Type: application/json'

describe('AC-19 a request with a header of which Node keeps the first alone', () => {
  beforeAll(async () => {
    await backend.app.listen({ host: '127.0.0.1', port: 0 })
  })

  test.each([
    ['host', HOST, TYPE, 'hOST: b'],
    ['host', HOST, HOST, TYPE],
    ['authorization', HOST, TYPE, 'Authorization: Bearer a', 'authorization: Bearer b'],
    ['content-type', HOST, TYPE, 'Content-Type: text/plain'],
    ['host', HOST, TYPE, ...Array<string>(2_100).fill('a:'), 'Host: b'],
  ])('is refused with %s sent twice', async (name, ...headers) => {
    const reply = await replyTo(...headers)
    expect(reply).toMatch(/^HTTP\/1.1 400 /)
    expect(reply).toContain('content-security-policy: ')
    expect(reply).toContain(`"params":{"reason":"it has more than one header ${name}"}`)
  })

  test('is read as ever with each sent once', async () => {
    const reply = await replyTo(HOST, TYPE, 'Authorization: Bearer a', 'X-Own: 1', 'X-Own: 2')
    expect(reply).toMatch(/^HTTP\/1.1 400 /)
    expect(reply).toContain('"code":"invalidInput"')
  })
})
