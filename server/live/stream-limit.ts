import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../http/errors.ts'
import { createOpenSums, type OpenSums } from '../http/open-sums.ts'
import { networkOf } from '../http/rate-limit.ts'
import { LIVE } from './limits.ts'

/**
 * Counts a stream under each key until its reply closes; one whose reader has left already is not counted.
 * @throws HttpError `code` (429) with Retry-After for a stream above one of the limits.
 */
export const countUntilClosed = (
  counts: OpenSums<string>,
  { raw }: FastifyReply,
  limits: ReadonlyArray<readonly [key: string, most: number]>,
  { code, retryS }: { readonly code: 'tooManyStreams' | 'tooManyViewers'; readonly retryS: number },
): void => {
  // Its reader has left already.
  if (raw.destroyed) return
  if (limits.some(([key, most]) => counts.of(key) >= most))
    throw new HttpError(code, {}, { headers: { 'retry-after': String(retryS) } })
  for (const [key] of limits) counts.addUntilClosed(key, 1, raw)
}

/**
 * Counts the open event streams of each login, each user and each address; every stream costs memory for as long as its reader
 * likes. Streams of a supporter who acts for a user are the supporter's.
 * @throws HttpError 429 with Retry-After for a stream above the limit.
 */
export const createStreamLimit = () => {
  const counts = createOpenSums<string>()
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
