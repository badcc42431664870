import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../http/errors.ts'
import { networkOf } from '../http/rate-limit.ts'
import { LIVE } from './limits.ts'

/**
 * Counts the open event streams of each login and each address; every stream costs memory for as long as its reader likes.
 * The function it makes counts a request until its reply closes; one whose reader has left already is not counted.
 * @throws HttpError 429 with Retry-After for a stream above the limit.
 */
export const createStreamLimit = () => {
  const open = new Map<string, number>()
  return ({ session, ip }: FastifyRequest, { raw }: FastifyReply): void => {
    // It has closed already and does not say so again.
    if (raw.destroyed) return
    const limits: ReadonlyArray<readonly [key: string, most: number]> = [
      [`login ${session?.family}`, LIVE.streamsOfLogin],
      [`address ${networkOf(ip)}`, LIVE.streamsOfAddress],
    ]
    if (limits.some(([key, most]) => (open.get(key) ?? 0) >= most))
      throw new HttpError('tooManyStreams', {}, { headers: { 'retry-after': String(LIVE.streamsRetryS) } })
    const count = (by: number) => {
      for (const [key] of limits) {
        const streams = (open.get(key) ?? 0) + by
        if (streams > 0) open.set(key, streams)
        else open.delete(key)
      }
    }
    count(1)
    raw.once('close', () => count(-1))
  }
}
