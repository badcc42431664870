import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '#contract/errors.ts'
import { type ErrorAnswer, errorBodyOf, errorReplyOf, HttpError } from '../http/errors.ts'
import { rawQueryOf } from '../http/input.ts'
import { countsOf } from './commit-plan.ts'
import { type DeviceReport, UnreadableRequest } from './device-report.ts'
import type { Device, Devices } from './devices.repository.ts'
import { INGEST, INGEST_PATH, MAX_INGEST_BYTES } from './limits.ts'
import { readForm } from './osmand-form.ts'
import { readJson } from './osmand-json.ts'
import { type DeviceFix, type Ingest, IngestUnavailable, type Receipt } from './types.ts'

type Rejected = { readonly index: number; readonly reason: string }

const UNKNOWN_DEVICE = ERRORS.deviceUnknown.message

/** Limit of reasons in an answer; the counts include the rest. */
const MAX_REASONS = 100

const readReports = (request: FastifyRequest, now: number): DeviceReport[] => {
  const query = rawQueryOf(request)
  const body = typeof request.body === 'string' ? request.body.trim() : ''
  if (body === '') return readForm(query, { id: undefined, key: undefined, now })
  const inQuery = new URLSearchParams(query)
  const defaults = {
    id: inQuery.get('id') ?? inQuery.get('deviceid') ?? undefined,
    key: inQuery.get('key') ?? undefined,
    now,
  }
  return body.startsWith('{') || body.startsWith('[') ? readJson(body, defaults) : readForm(body, defaults)
}

/** Looks up each pair of id and key once. */
const authenticateAll = async (
  reports: readonly DeviceReport[],
  devices: Devices,
): Promise<ReadonlyArray<Device | null>> => {
  const known = new Map<string, Device | null>()
  const found: Array<Device | null> = []
  for (const { id, key } of reports) {
    const pair = `${id ?? ''}\n${key ?? ''}`
    let device = known.get(pair)
    if (device === undefined) {
      device = await devices.authenticate(id ?? '', key ?? '')
      known.set(pair, device)
    }
    found.push(device)
  }
  return found
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new IngestUnavailable('storingTooSlow', INGEST.retryAfterS.busy)),
      INGEST.answerMs,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The answer after the commit. */
const receiptReplyOf = (receipts: readonly Receipt[], rejected: readonly Rejected[]) => {
  const { stored, duplicate, flagged } = countsOf(receipts)
  const counts = { stored, duplicate, flagged, rejected: rejected.length }
  return { status: 200, ...counts, reasons: rejected.slice(0, MAX_REASONS) }
}

const rejection = (rejected: readonly Rejected[], count: number): HttpError => {
  const [{ index, reason } = { index: 0, reason: '' }] = rejected
  return count === 1
    ? new HttpError('positionRefused', { reason })
    : new HttpError('positionsRefused', { count, index, reason })
}

const acceptRequest = async (
  request: FastifyRequest,
  { ingest, devices, now }: { ingest: Ingest; devices: Devices; now: () => number },
) => {
  const reports = readReports(request, now())
  if (reports.length === 0) throw new HttpError('noPosition')
  const nameless = reports.findIndex(({ id }) => id === undefined || id === '')
  if (nameless >= 0) throw new HttpError('deviceIdMissing', { index: nameless })
  const owners = await authenticateAll(reports, devices)
  if (owners.every((owner) => owner === null)) throw new HttpError('deviceUnknown')

  const fixes: DeviceFix[] = []
  const indexes: number[] = []
  const rejected: Rejected[] = []
  reports.forEach(({ fix }, index) => {
    const owner = owners[index]
    if (owner) {
      indexes.push(index)
      fixes.push({ ...owner, fix })
    } else rejected.push({ index, reason: UNKNOWN_DEVICE })
  })
  const receipts = await inTime(ingest.accept(fixes))
  receipts.forEach((receipt, at) => {
    const index = indexes[at] ?? 0
    if (typeof receipt === 'object' && 'rejected' in receipt)
      rejected.push({ index, reason: reports[index]?.unusable ?? receipt.rejected })
  })
  rejected.sort((a, b) => a.index - b.index)
  if (rejected.length === reports.length) throw rejection(rejected, reports.length)
  return receiptReplyOf(receipts, rejected)
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

const errorAnswerOf = (failure: unknown): ErrorAnswer => {
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined
  if (status === 413) return errorReplyOf(new HttpError('positionsTooLarge', { most: MAX_INGEST_BYTES }))
  const isClientError = typeof status === 'number' && status >= 400 && status < 500
  return errorReplyOf(isClientError ? (failure as Error) : refusalOf(failure))
}

const refuse = (failure: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const answer = errorAnswerOf(failure)
  if (answer.status >= 500) request.log.error({ err: failure }, 'an ingest request failed')
  void reply.code(answer.status).headers(answer.headers).send(errorBodyOf(answer))
}

/**
 * Mounts `GET|POST /ingest/osmand` in its three dialects.
 * 200 only after the commit; 400 says what is wrong; 401 for an unknown device and a wrong key alike; 413 above 1 MiB;
 * 503 with Retry-After if nothing may have been stored (DI-09). `now` is ms UTC.
 */
export const registerIngest = (
  app: FastifyInstance,
  { ingest, devices, now = Date.now }: { ingest: Ingest; devices: Devices; now?: () => number },
): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: MAX_INGEST_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler(refuse)
    scope.route({
      method: ['GET', 'POST'],
      url: INGEST_PATH,
      bodyLimit: MAX_INGEST_BYTES,
      handler: (request) => acceptRequest(request, { ingest, devices, now }),
    })
  })
}
