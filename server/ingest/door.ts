import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ErrorAnswer, errorBodyOf, errorReplyOf, HttpError } from '../http/errors.ts'
import { createRateLimit, networkOf } from '../http/rate-limit.ts'
import { countsOf } from './commit-plan.ts'
import { type Reading, UnreadableRequest } from './device-report.ts'
import { droppedOf } from './judge-fix.ts'
import { INGEST } from './limits.ts'
import { IngestUnavailable, type Receipt } from './types.ts'

/** A position of a request that was refused, by its place, from 0. */
export type Rejected = { readonly index: number; readonly reason: string }

/** Limit of reasons in an answer; the counts include the rest. */
const MAX_REASONS = 100

/** Waits for a commit as long as a sender may be kept waiting. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new IngestUnavailable('storingTooSlow', INGEST.retryAfterS.busy)),
      INGEST.answerMs,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Values of a position that were not kept, because they could not be read or believed, by name. */
export type Dropped = { readonly index: number; readonly names: readonly string[] }

/** What is dropped of the position at this place; nothing where all of it is kept. */
export const droppedAt = (index: number, { fix, unread = [] }: Reading): Dropped[] => {
  const names = [...unread, ...droppedOf(fix)]
  return names.length === 0 ? [] : [{ index, names }]
}

/** The answer after the commit. */
export const receiptReplyOf = (
  receipts: readonly Receipt[],
  rejected: readonly Rejected[],
  dropped: readonly Dropped[],
) => {
  const { stored, duplicate, flagged } = countsOf(receipts)
  const counts = { stored, duplicate, flagged, rejected: rejected.length }
  const refused = new Set(rejected.map(({ index }) => index))
  const ofStored = dropped.filter(({ index }) => !refused.has(index)).slice(0, MAX_REASONS)
  return {
    ...{ status: 200, ...counts, reasons: rejected.slice(0, MAX_REASONS) },
    ...(ofStored.length > 0 && { dropped: ofStored }),
  }
}

/** The refusal of a request none of whose `count` positions was stored. */
export const rejection = (rejected: readonly Rejected[], count: number): HttpError => {
  const [{ index, reason } = { index: 0, reason: '' }] = rejected
  return count === 1
    ? new HttpError('positionRefused', { reason })
    : new HttpError('positionsRefused', { count, index, reason })
}

const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })

const refusalOf = (failure: unknown): HttpError => {
  if (failure instanceof HttpError) return failure
  if (failure instanceof UnreadableRequest)
    return new HttpError('unreadableRequest', { reason: failure.message })
  if (failure instanceof IngestUnavailable)
    return new HttpError(failure.code, {}, retryAfter(failure.retryAfterS))
  return new HttpError('positionsNotStored', {}, retryAfter(INGEST.retryAfterS.away))
}

const errorAnswerOf = (failure: unknown, most: number, requestId: string): ErrorAnswer => {
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined
  if (status === 413) return errorReplyOf(new HttpError('positionsTooLarge', { most }), requestId)
  const isClientError = typeof status === 'number' && status >= 400 && status < 500
  return errorReplyOf(isClientError ? (failure as Error) : refusalOf(failure), requestId)
}

/** What a door is told of its requests. */
export type Door = {
  /** Notes that a request comes from a known device or gateway: the limit of tries does not concern it. */
  letPass(request: FastifyRequest): void
  /** Whether the address of a request has had too many refusals. */
  isExhausted(request: FastifyRequest): boolean
}

type DoorOptions = {
  /** Limit of a body. */
  readonly mostBytes: number
  /** What an address is told that has had too many refusals. */
  readonly tooMany: 'tooManyUnknownDevices' | 'tooManyGatewayKeys'
  /** ms UTC. */
  readonly now: () => number
}

/**
 * Counts the refusals of requests from nobody known, by address, and says so to an address that has had too many. Others may share
 * the address, so whoever is known is answered whatever the count.
 */
const limitUnknown = ({ tooMany, now }: Pick<DoorOptions, 'tooMany' | 'now'>) => {
  const { mostUnknown: most, unknownWindowMs: windowMs } = INGEST
  const limit = createRateLimit({ most, windowMs, now })
  const known = new WeakSet<FastifyRequest>()
  return {
    letPass: (request: FastifyRequest): void => void known.add(request),
    isExhausted: ({ ip }: FastifyRequest): boolean => limit.waitS(networkOf(ip)) !== null,
    /** The answer to a request that fails with `answer`. */
    limited: (request: FastifyRequest, answer: ErrorAnswer): ErrorAnswer => {
      if (known.has(request) || answer.status >= 500) return answer
      const address = networkOf(request.ip)
      const waitS = limit.waitS(address)
      if (waitS !== null) return errorReplyOf(new HttpError(tooMany, {}, retryAfter(waitS)), request.id)
      limit.add(address)
      return answer
    },
  }
}

/** What the doors of devices share: bodies as text up to `mostBytes`, answers to failures, and the limit of tries by address. */
export const openDoor = (scope: FastifyInstance, { mostBytes, tooMany, now }: DoorOptions): Door => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
    done(null, body),
  )
  const { letPass, isExhausted, limited } = limitUnknown({ tooMany, now })
  scope.setErrorHandler((failure, request, reply) => {
    const answer = limited(request, errorAnswerOf(failure, mostBytes, request.id))
    if (answer.status >= 500) request.log.error({ err: failure }, 'an ingest request failed')
    void reply.code(answer.status).headers(answer.headers).send(errorBodyOf(answer))
  })
  return { letPass, isExhausted }
}
