import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorAnswer, errorBodyOf, errorReplyOf, HttpError } from '../http/errors.ts'
import { createRateLimit, networkOf } from '../http/rate-limit.ts'
import { countsOf } from './commit-plan.ts'
import { UnreadableRequest } from './device-report.ts'
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

/** The answer after the commit. */
export const receiptReplyOf = (receipts: readonly Receipt[], rejected: readonly Rejected[]) => {
  const { stored, duplicate, flagged } = countsOf(receipts)
  const counts = { stored, duplicate, flagged, rejected: rejected.length }
  return { status: 200, ...counts, reasons: rejected.slice(0, MAX_REASONS) }
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

const errorAnswerOf = (failure: unknown, most: number): ErrorAnswer => {
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined
  if (status === 413) return errorReplyOf(new HttpError('positionsTooLarge', { most }))
  const isClientError = typeof status === 'number' && status >= 400 && status < 500
  return errorReplyOf(isClientError ? (failure as Error) : refusalOf(failure))
}

const refuse = (failure: unknown, request: FastifyRequest, reply: FastifyReply, mostBytes: number): void => {
  const answer = errorAnswerOf(failure, mostBytes)
  if (answer.status >= 500) request.log.error({ err: failure }, 'an ingest request failed')
  void reply.code(answer.status).headers(answer.headers).send(errorBodyOf(answer))
}

/** Refuses addresses that have sent only unknown devices too often. */
const limitUnknown = (scope: FastifyInstance, now: () => number): void => {
  const { mostUnknown: most, unknownWindowMs: windowMs } = INGEST
  const limit = createRateLimit({ most, windowMs, now })
  scope.addHook('onRequest', async (request) => {
    const waitS = limit.waitS(networkOf(request.ip))
    if (waitS !== null) throw new HttpError('tooManyUnknownDevices', {}, retryAfter(waitS))
  })
  scope.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401) limit.add(networkOf(request.ip))
  })
}

/**
 * What the doors of devices share: bodies as text up to `mostBytes`, answers to failures, and the limit of tries by address.
 * `now` is ms UTC.
 */
export const openDoor = (scope: FastifyInstance, mostBytes: number, now: () => number): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((failure, request, reply) => refuse(failure, request, reply, mostBytes))
  limitUnknown(scope, now)
}
