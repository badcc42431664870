import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitConnections } from '#server/http/connection-limits.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend()
let sockets: Socket[] = []
beforeEach(() => {
  sockets = []
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

/** Connects, and says whether the server has closed the connection instead of answering. */
const isAnswered = async (port: number, host = '127.0.0.1'): Promise<boolean> => {
  const socket = connect(port, host).on('error', () => {})
  sockets.push(socket)
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
}

const withServer = async (
  proxies: readonly string[],
  work: (port: number, cut: readonly string[]) => Promise<void>,
): Promise<void> => {
  const server = createServer((_request, response) => response.end('here'))
  const cut: string[] = []
  limitConnections(server, proxies, (address) => cut.push(address), 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The server has no port.')
  try {
    await work(listening.port, cut)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

test('an address has so many connections, and one that is closed makes room for another', () =>
  withServer([], async (port, cut) => {
    for (let at = 0; at < 3; at += 1) expect(await isAnswered(port)).toBe(true)
    for (let at = 0; at < 5; at += 1) expect(await isAnswered(port)).toBe(false)
    expect(cut).toEqual(['127.0.0.1'])
    const [first] = sockets
    first?.destroy()
    await expect.poll(() => isAnswered(port)).toBe(true)
    expect(await isAnswered(port)).toBe(false)
    expect(cut).toEqual(['127.0.0.1'])
  }))

test.each([['127.0.0.1'], ['127.0.0.0/8']])('a trusted proxy has as many as it likes: %s', (proxy) =>
  withServer([proxy, '2001:db8::/32'], async (port, cut) => {
    for (let at = 0; at < 8; at += 1) expect(await isAnswered(port)).toBe(true)
    expect(cut).toEqual([])
  }),
)

test('the portal closes what an address opens beyond two thousand connections, and says so once', async () => {
  const port = Number(new URL(await backend.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve()).on('error', () => resolve())
      sockets.push(socket)
    })
  for (let batch = 0; batch < 20; batch += 1) await Promise.all(Array.from({ length: 100 }, open))
  expect(await isAnswered(port)).toBe(false)
  expect(await isAnswered(port)).toBe(false)
  expect(backend.logged.filter((line) => line.includes('too many connections'))).toHaveLength(1)
})
