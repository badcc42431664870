import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveClient } from '#server/http/client-files.ts'

/** Larger than what a connection and its two ends take in by themselves. */
const LARGE = 32 * 1024 * 1024
const AT_ONCE = 64

const app = Fastify()
let folder = ''
let port = 0
const sockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadbook-client-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets', 'large.js'), Buffer.alloc(LARGE, ' '))
  await writeFile(join(folder, 'assets', 'small.js'), '1')
  await serveClient(app, folder)
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
  await rm(folder, { recursive: true })
})

/** Asks for a file from an address; what has come of the answer so far. */
const ask = (file: string, localAddress: string, isRead: boolean) => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1').slice(0, 400)
    if (!isRead) socket.pause()
  })
  socket.write(`GET /${file} HTTP/1.1\r\nHost: a\r\n\r\n`)
  return { socket, answer: () => answer }
}

test('an address is sent so many files at a time, others meanwhile theirs', async () => {
  const large = Array.from({ length: AT_ONCE }, () => ask('assets/large.js', '127.0.0.2', false))
  await vi.waitFor(
    () => expect(large.filter(({ answer }) => answer().includes('200 OK'))).toHaveLength(AT_ONCE),
    20_000,
  )
  const [waiting, left] = [
    ask('assets/small.js', '127.0.0.2', true),
    ask('assets/small.js', '127.0.0.2', true),
  ]
  const page = ask('', '127.0.0.2', true)
  const other = ask('assets/small.js', '127.0.0.1', true)
  for (const { answer } of [page, other]) await vi.waitFor(() => expect(answer()).toContain('200 OK'), 20_000)
  expect([waiting.answer(), left.answer()]).toEqual(['', ''])
  left.socket.destroy()
  large[0]?.socket.destroy()
  await vi.waitFor(() => expect(waiting.answer()).toContain('200 OK'), 20_000)
})
