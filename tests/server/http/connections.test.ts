import { EventEmitter, once } from 'node:events'
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
  { owner: 'an address are begun in turns', proxies: [], areDelayed: true },
  { owner: 'connections of a trusted proxy are begun at once', proxies: ['127.0.0.1'], areDelayed: false },
])('requests of $owner', async ({ proxies, areDelayed }) => {
  const order: string[] = []
  const server = createServer((_request, response) => {
    order.push('begun')
    response.end('here')
  })
  limitPipelines(server, proxyList(proxies), () => {})
  server.on('request', () => order.push('came'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  let answers = 0
  const answered = new EventEmitter()
  for (let at = 0; at < 5; at += 1) {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    sockets.push(socket)
    socket.on('data', (part: string) => {
      answers += part.split('here').length - 1
      answered.emit(String(answers))
    })
    socket.write(request)
    await once(answered, String(at + 1))
  }
  order.length = 0
  // All of them are there when the server reads next.
  for (const socket of sockets) socket.write(request.repeat(8))
  await once(answered, '45')
  server.close()
  const atOnce = Array(40).fill(['begun', 'came']).flat()
  if (areDelayed) expect(order).not.toEqual(atOnce)
  else expect(order).toEqual(atOnce)
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
