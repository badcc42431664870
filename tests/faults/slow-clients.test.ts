import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { withBackend } from '../kit/server/backend.fixture.ts'

const backend = withBackend()
const SLOW = faultRounds(100, 500)
const sockets: Socket[] = []
let port = 0

beforeAll(async () => {
  await backend.app.listen({ port: 0, host: '127.0.0.1' })
  port = (backend.app.server.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

const open = async (text: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const closed = async (socket: Socket): Promise<string> => {
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString()
  })
  if (!socket.destroyed) await once(socket, 'close')
  return received
}

test('AC-25 the server waits for headers and bodies for less than a minute', () => {
  const { headersTimeout, requestTimeout } = backend.app.server
  for (const limit of [headersTimeout, requestTimeout]) {
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(45_000)
  }
})

test('AC-25 clients that never finish their requests are cut off, and the others are answered meanwhile', async () => {
  const half = 'GET /healthz HTTP/1.1\r\nHost: portal\r\nX-Slow: '
  const body =
    'POST /api/v2/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"userName": "'
  const slow = await Promise.all(Array.from({ length: SLOW }, (_, i) => open(i % 2 ? half : body)))
  const ends = slow.map(closed)
  expect(slow.filter(({ destroyed }) => !destroyed)).toHaveLength(SLOW)
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(answer.status).toBe(200)
  // The same limits, shortened, so that the test need not wait for them.
  backend.app.server.headersTimeout = 200
  backend.app.server.requestTimeout = 200
  for (const received of await Promise.all(ends))
    expect(received === '' || received.startsWith('HTTP/1.1 408')).toBe(true)
})

test('AC-25 headers beyond 16 KiB are refused', async () => {
  const received = await closed(
    await open(`GET /healthz HTTP/1.1\r\nHost: portal\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`),
  )
  expect(received).toMatch(/^HTTP\/1\.1 431/)
})
