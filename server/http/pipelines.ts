import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that may wait for their answers. Browsers, devices and proxies send the next one when they have the answer;
 * one packet of 64 kB can hold two thousand, all of which Node would begin before anybody else has a turn.
 */
const MOST_UNANSWERED = 8

/** Cuts off a connection that sends more requests than `MOST_UNANSWERED` without waiting for answers. Call it before the server listens. */
export const limitPipelines = (server: Server, onCut: () => void): void => {
  const handlers = server.listeners('request')
  const unanswered = new WeakMap<Socket, number>()
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
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
