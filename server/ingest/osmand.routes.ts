import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '#contract/errors.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import { type ErrorAnswer, errorBodyOf, errorReplyOf, HttpError } from '../http/errors.ts'
import { rawQueryOf } from '../http/input.ts'
import { createRateLimit, networkOf } from '../http/rate-limit.ts'
import { countsOf } from './commit-plan.ts'
import { type DeviceReport, UnreadableRequest } from './device-report.ts'
import type { Credentials, Device, Devices } from './devices.repository.ts'
import { INGEST, INGEST_PATH, MAX_INGEST_BYTES } from './limits.ts'
import { type Defaults, readForm } from './osmand-form.ts'
import { readJson } from './osmand-json.ts'
import { type Ingest, IngestUnavailable, type Receipt } from './types.ts'

type Rejected = { readonly index: number; readonly reason: string }

const UNKNOWN_DEVICE = ERRORS.deviceUnknown.message

/** Positions that are read without a pause. */
const READ_AT_ONCE = 500

/** Limit of reasons in an answer; the counts include the rest. */
const MAX_REASONS = 100

type Sent = {
  /** What the address says of every position in the body. */
  readonly defaults: Defaults
  readonly query: string
  readonly body: string
}

const sentIn = (request: FastifyRequest, now: number): Sent => {
  const query = rawQueryOf(request)
  const inQuery = new URLSearchParams(query)
  const defaults = {
    id: inQuery.get('id') ?? inQuery.get('deviceid') ?? undefined,
    key: inQuery.get('key') ?? undefined,
    now,
  }
  return { defaults, query, body: typeof request.body === 'string' ? request.body.trim() : '' }
}

const readReports = ({ defaults, query, body }: Sent): DeviceReport[] => {
  if (body === '') return readForm(query, { id: undefined, key: undefined, now: defaults.now })
  return body.startsWith('{') || body.startsWith('[') ? readJson(body, defaults) : readForm(body, defaults)
}

/** Refuses an unknown device that the address names before its body is read. */
const checkAddress = async ({ defaults: { id, key }, body }: Sent, devices: Devices): Promise<void> => {
  if (body === '' || id === undefined || key === undefined) return
  const [owner] = await devices.authenticate([{ id, key }])
  if (!owner) throw new HttpError('deviceUnknown')
}

/** The vehicle of each report; null for an unknown device. Each pair of id and key is looked up once, all of them together. */
const ownersOf = async (
  reports: readonly DeviceReport[],
  devices: Devices,
): Promise<ReadonlyArray<Device | null>> => {
  const credentials: Credentials[] = []
  const placeOf = new Map<string, number>()
  const places = reports.map(({ id = '', key = '' }) => {
    const pair = `${id}\n${key}`
    const place = placeOf.get(pair) ?? credentials.push({ id, key }) - 1
    placeOf.set(pair, place)
    return place
  })
  const owners = await devices.authenticate(credentials)
  return places.map((place) => owners[place] ?? null)
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
  const sent = sentIn(request, now())
  await checkAddress(sent, devices)
  const reports = readReports(sent)
  if (reports.length === 0) throw new HttpError('noPosition')
  const nameless = reports.findIndex(({ id }) => id === undefined || id === '')
  if (nameless >= 0) throw new HttpError('deviceIdMissing', { index: nameless })
  const owners = await ownersOf(reports, devices)
  if (owners.every((owner) => owner === null)) throw new HttpError('deviceUnknown')

  const fixes: OwnedFix[] = []
  const indexes: number[] = []
  const rejected: Rejected[] = []
  const unusable = new Map<number, string>()
  for (const [index, { read }] of reports.entries()) {
    const owner = owners[index]
    if (!owner) {
      rejected.push({ index, reason: UNKNOWN_DEVICE })
      continue
    }
    // Many positions take long to read; others have their turn in between.
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate()
    const reading = read()
    if (reading.unusable !== undefined) unusable.set(index, reading.unusable)
    indexes.push(index)
    fixes.push({ ...owner, fix: reading.fix })
  }
  const receipts = await inTime(ingest.accept(fixes))
  receipts.forEach((receipt, at) => {
    const index = indexes[at] ?? 0
    if (typeof receipt === 'object' && 'rejected' in receipt)
      rejected.push({ index, reason: unusable.get(index) ?? receipt.rejected })
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

const errorAnswerOf = (failure: unknown, requestId: string): ErrorAnswer => {
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined
  if (status === 413)
    return errorReplyOf(new HttpError('positionsTooLarge', { most: MAX_INGEST_BYTES }), requestId)
  const isClientError = typeof status === 'number' && status >= 400 && status < 500
  return errorReplyOf(isClientError ? (failure as Error) : refusalOf(failure), requestId)
}

const refuse = (failure: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const answer = errorAnswerOf(failure, request.id)
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
    if (reply.statusCode === ERRORS.deviceUnknown.status) limit.add(networkOf(request.ip))
  })
}

/**
 * Mounts `GET|POST /ingest/osmand` in its three dialects.
 * 200 only after the commit; 400 says what is wrong; 401 for an unknown device and a wrong key alike; 413 above 1 MiB;
 * 429 with Retry-After after too many 401 to one address; 503 with Retry-After if nothing may have been stored (DI-09). `now` is ms UTC.
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
    limitUnknown(scope, now)
    scope.route({
      method: ['GET', 'POST'],
      url: INGEST_PATH,
      bodyLimit: MAX_INGEST_BYTES,
      handler: (request) => acceptRequest(request, { ingest, devices, now }),
    })
  })
}
