import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { cutStuckReplies } from '#server/http/connection-limits.ts'

const LENGTH = 40_000_000

/** A connection that has requested a large reply, and when that has ended on the server's side. */
const reader = async (afterMs: number): Promise<{ socket: Socket; ended: Promise<void> }> => {
  const app = Fastify()
  cutStuckReplies(app, afterMs)
  const ended = new Promise<void>((resolve) => {
    app.get('/', (_request, reply) => {
      reply.raw.once('close', () => resolve())
      return reply.send(Buffer.alloc(LENGTH))
    })
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(async () => {
    socket.destroy()
    await app.close()
  })
  socket.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return { socket, ended }
}

test('a client that takes nothing of its reply is cut off', async () => {
  const { socket, ended } = await reader(400)
  socket.pause()
  let taken = 0
  await ended
  await new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      taken += part.length
    })
    socket.on('close', () => resolve())
    socket.resume()
  })
  expect(taken).toBeLessThan(LENGTH)
})

test('one that reads slowly, for longer than that, gets all of it', async () => {
  // Longer than a busy machine may stop for.
  const afterMs = 3_000
  const { socket } = await reader(afterMs)
  let taken = 0
  const begun = performance.now()
  await new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      taken += part.length
      if (taken >= LENGTH) return resolve()
      socket.pause()
      setTimeout(() => socket.resume(), 7)
    })
    socket.on('close', () => resolve())
  })
  expect(taken).toBeGreaterThan(LENGTH)
  expect(performance.now() - begun).toBeGreaterThan(afterMs)
})
