import type { FastifyInstance } from 'fastify'

/** How long a client may take nothing of a reply, ms; event streams have a limit of their own. */
const STUCK_MS = 30_000

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
