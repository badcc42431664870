import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createBeginnings,
  limitConnections,
  limitPipelines,
  proxyList,
} from '#server/http/connection-limits.ts'
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
  limitConnections(server, proxyList(proxies), (address) => cut.push(address), 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work((server.address() as AddressInfo).port, cut)
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

test.each([
  { owner: 'an address', proxies: [], most: 8 },
  { owner: 'a connection of a trusted proxy', proxies: ['127.0.0.1'], most: 8 * 5 },
])('eight requests of $owner are begun in a turn of the event loop', async ({ proxies, most }) => {
  const perTurn: number[] = []
  let begun = 0
  const server = createServer((_request, response) => {
    if (begun === 0)
      setImmediate(() => {
        perTurn.push(begun)
        begun = 0
      })
    begun += 1
    response.end('here')
  })
  limitPipelines(server, proxyList(proxies), () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let answers = 0
  await new Promise<void>((resolve) => {
    for (let at = 0; at < 5; at += 1) {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(8)),
      )
      sockets.push(socket)
      socket.setEncoding('utf8').on('data', (part: string) => {
        answers += part.split('here').length - 1
        if (answers === 40) resolve()
      })
    }
  })
  server.close()
  expect(perTurn.reduce((sum, each) => sum + each, 0)).toBe(40)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(most)
})

test('requests of addresses are begun in turns', async () => {
  const begin = createBeginnings()
  const order: string[] = []
  const ask = (owner: string) => begin(owner, () => order.push(owner))
  for (let at = 0; at < 40; at += 1) ask('many')
  ask('one')
  expect(order).toEqual([...Array(8).fill('many'), 'one'])
  for (let at = 0; at < 10; at += 1) ask('some')
  while (order.length < 51) await new Promise(setImmediate)
  expect(order.slice(17, 27)).toEqual([...Array(8).fill('many'), 'some', 'some'])
  expect(order.slice(27)).toEqual(Array(24).fill('many'))
})

test('the portal closes what an address opens beyond a thousand connections, and says so once', async () => {
  const port = Number(new URL(await backend.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve()).on('error', () => resolve())
      sockets.push(socket)
    })
  for (let batch = 0; batch < 10; batch += 1) await Promise.all(Array.from({ length: 100 }, open))
  expect(await isAnswered(port)).toBe(false)
  expect(await isAnswered(port)).toBe(false)
  expect(backend.logged.filter((line) => line.includes('too many connections'))).toHaveLength(1)
})
