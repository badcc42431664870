import type { FastifyInstance } from 'fastify'
import { networkOf } from './rate-limit.ts'

/**
 * Bytes of bodies that one address may have begun and not ended: an office that uploads thirty parts of files at once. Whoever sends slowly
 * holds them for as long as a request may take.
 */
const MOST_BYTES = 32 * 1024 * 1024

/** Cuts requests off whose address has too much in bodies that have not ended, before they are read by anyone. */
export const limitOpenBodies = (app: FastifyInstance): void => {
  const open = new Map<string, number>()
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const address = networkOf(request.ip)
    let own = 0
    const release = (): void => {
      const left = (open.get(address) ?? own) - own
      own = 0
      if (left > 0) open.set(address, left)
      else open.delete(address)
    }
    // The parser listens from the same turn on, so that it misses nothing.
    payload.on('data', (chunk: Buffer) => {
      own += chunk.length
      const sum = (open.get(address) ?? 0) + chunk.length
      open.set(address, sum)
      if (sum <= MOST_BYTES) return
      request.log.warn('too many bytes of unfinished bodies come from one address')
      request.raw.destroy()
    })
    payload.once('end', release)
    request.raw.once('close', release)
    done(null, payload)
  })
}
