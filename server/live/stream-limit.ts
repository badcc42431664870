import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../http/errors.ts'
import { networkOf } from '../http/rate-limit.ts'
import { LIVE } from './limits.ts'

/** Open event streams by a key such as an address. */
export type StreamCounts = Map<string, number>

/** No stream is open. */
export const createStreamCounts = (): StreamCounts => new Map()

/**
 * Counts a stream under each key until its reply closes; one whose reader has left already is not counted.
 * @throws HttpError `code` (429) with Retry-After for a stream above one of the limits.
 */
export const countUntilClosed = (
  counts: StreamCounts,
  { raw }: FastifyReply,
  limits: ReadonlyArray<readonly [key: string, most: number]>,
  { code, retryS }: { readonly code: 'tooManyStreams' | 'tooManyViewers'; readonly retryS: number },
): void => {
  // It has closed already and does not say so again.
  if (raw.destroyed) return
  if (limits.some(([key, most]) => (counts.get(key) ?? 0) >= most))
    throw new HttpError(code, {}, { headers: { 'retry-after': String(retryS) } })
  const count = (by: number) => {
    for (const [key] of limits) {
      const streams = (counts.get(key) ?? 0) + by
      if (streams > 0) counts.set(key, streams)
      else counts.delete(key)
    }
  }
  count(1)
  raw.once('close', () => count(-1))
}

/**
 * Counts the open event streams of each login, each user and each address; every stream costs memory for as long as its reader
 * likes. Streams of a supporter who acts for a user are the supporter's.
 * @throws HttpError 429 with Retry-After for a stream above the limit.
 */
export const createStreamLimit = () => {
  const counts = createStreamCounts()
  return ({ session, ip }: FastifyRequest, reply: FastifyReply): void =>
    countUntilClosed(
      counts,
      reply,
      [
        [`login ${session?.family}`, LIVE.streamsOfLogin],
        [`user ${session?.login.userId}`, LIVE.streamsOfUser],
        [`address ${networkOf(ip)}`, LIVE.streamsOfAddress],
      ],
      { code: 'tooManyStreams', retryS: LIVE.streamsRetryS },
    )
}
