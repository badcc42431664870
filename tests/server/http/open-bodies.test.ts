import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend({ trustedProxies: ['127.0.0.1'] })
const PART_BYTES = 900_000
const SENDERS = 60
const MOST_BYTES = 32 * 1024 * 1024

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Begins a request from an address, whose body never ends. */
const begin = async (url: URL, address: string): Promise<{ isCut: () => boolean }> => {
  const socket = connect(Number(url.port), url.hostname)
  sockets.push(socket)
  let isCut = false
  socket.on('close', () => {
    isCut = true
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST /ingest/osmand HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
  )
  socket.write(Buffer.alloc(PART_BYTES, ' '))
  return { isCut: () => isCut }
}

test('an address has so many bytes in bodies that do not end: the others are cut off, other addresses are answered, and so is it once they are gone', async () => {
  const url = new URL(await backend.app.listen({ port: 0, host: '127.0.0.1' }))
  const send = async (address: string): Promise<number> => {
    const body = JSON.stringify({
      device_id: 'unknown',
      location: { coords: {} },
      rest: 'x'.repeat(PART_BYTES),
    })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const reply = await fetch(new URL('/ingest/osmand', url), { method: 'POST', headers, body }).catch(
      () => null,
    )
    return reply?.status ?? 0
  }
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => begin(url, '192.0.2.1')))
  const cut = () => senders.filter(({ isCut }) => isCut()).length
  await vi.waitFor(() => expect(cut()).toBe(SENDERS - Math.floor(MOST_BYTES / PART_BYTES)), 20_000)
  expect(await send('192.0.2.1')).toBe(0)
  expect(await send('192.0.2.2')).toBe(401)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await send('192.0.2.1')).toBe(401), 20_000)
})
