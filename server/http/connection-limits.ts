import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Requests of one connection that may wait for their answers. Browsers, devices and proxies send the next one when they have the answer;
 * one packet of 64 kB can hold two thousand, all of which Node would begin before anybody else has a turn.
 */
const MOST_UNANSWERED = 8

/** How long a client may take nothing of a reply, ms; event streams have a limit of their own. */
const STUCK_MS = 30_000

/**
 * Cuts off a connection that sends more requests than `MOST_UNANSWERED` without waiting for answers. Call it when all that answers requests
 * listens, and before the server does.
 */
export const limitPipelines = (server: Server, onCut: () => void): void => {
  const unanswered = new WeakMap<Socket, number>()
  for (const event of ['request', 'checkExpectation'] as const) {
    const handlers = server.listeners(event)
    server.removeAllListeners(event)
    server.on(event, (request, response) => {
      const { socket } = request
      // What the packet still holds.
      if (socket.destroyed) return
      const count = (unanswered.get(socket) ?? 0) + 1
      if (count > MOST_UNANSWERED) {
        onCut()
        socket.destroy()
        return
      }
      unanswered.set(socket, count)
      response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
      for (const handle of handlers) handle.call(server, request, response)
    })
  }
}

/** Cuts off clients that take nothing of a reply for `afterMs`: what they leave stays in memory. Whoever reads slowly goes on. */
export const cutStuckReplies = (app: FastifyInstance, afterMs = STUCK_MS): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(afterMs, () => {
      request.log.debug('a client took nothing of its reply')
      reply.raw.destroy()
    })
    done()
  })
}
