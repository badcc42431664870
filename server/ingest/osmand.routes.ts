import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERRORS } from '#contract/errors.ts'
import type { OwnedFix } from '../db/fix-arrays.ts'
import { HttpError } from '../http/errors.ts'
import { createFairQueue, namedOwner } from '../http/fair-queue.ts'
import { rawQueryOf } from '../http/input.ts'
import { networkOf } from '../http/rate-limit.ts'
import type { DeviceReport } from './device-report.ts'
import type { Credentials, Device, Devices } from './devices.repository.ts'
import {
  type Door,
  type Dropped,
  droppedAt,
  inTime,
  openDoor,
  type Rejected,
  receiptReplyOf,
  rejection,
} from './door.ts'
import { INGEST, INGEST_PATH, MAX_INGEST_BYTES } from './limits.ts'
import { type Defaults, readForm } from './osmand-form.ts'
import { readJson } from './osmand-json.ts'
import type { Ingest } from './types.ts'

const UNKNOWN_DEVICE = ERRORS.deviceUnknown.message

/** Positions that are read without a pause. */
const READ_AT_ONCE = 500

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

/** Refuses an unknown device that the address names before its body is read. True for a known one, false if it names none. */
const checkAddress = async ({ defaults: { id, key }, body }: Sent, devices: Devices): Promise<boolean> => {
  if (body === '' || id === undefined || key === undefined) return false
  const [owner] = await devices.authenticate([{ id, key }])
  if (!owner) throw new HttpError('deviceUnknown')
  return true
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

type Doorway = {
  readonly ingest: Ingest
  readonly devices: Devices
  readonly now: () => number
  readonly door: Door
  /** The turns of addresses in which large bodies are read. */
  readonly turns: ReturnType<typeof createFairQueue>
}

/** The positions of a request, and whose each is. @throws HttpError where none is of a known device. */
const identified = async (request: FastifyRequest, { devices, now, door }: Doorway) => {
  const sent = sentIn(request, now())
  if (await checkAddress(sent, devices)) door.letPass(request)
  const reports = readReports(sent)
  if (reports.length === 0) throw new HttpError('noPosition')
  const nameless = reports.findIndex(({ id }) => id === undefined || id === '')
  if (nameless >= 0) throw new HttpError('deviceIdMissing', { index: nameless })
  const owners = await ownersOf(reports, devices)
  if (owners.every((owner) => owner === null)) throw new HttpError('deviceUnknown')
  door.letPass(request)
  return { reports, owners }
}

const acceptRequest = async (request: FastifyRequest, doorway: Doorway) => {
  const read = () => identified(request, doorway)
  const isLarge = typeof request.body === 'string' && request.body.length > INGEST.largeBody
  const { reports, owners } = await (isLarge || doorway.door.isExhausted(request)
    ? doorway.turns.run(namedOwner(networkOf(request.ip)), read)
    : read())
  const fixes: OwnedFix[] = []
  const indexes: number[] = []
  const rejected: Rejected[] = []
  const dropped: Dropped[] = []
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
    dropped.push(...droppedAt(index, reading))
    indexes.push(index)
    fixes.push({ ...owner, fix: reading.fix })
  }
  const receipts = await inTime(doorway.ingest.accept(fixes))
  receipts.forEach((receipt, at) => {
    const index = indexes[at] ?? 0
    if (typeof receipt === 'object' && 'rejected' in receipt)
      rejected.push({ index, reason: unusable.get(index) ?? receipt.rejected })
  })
  rejected.sort((a, b) => a.index - b.index)
  if (rejected.length === reports.length) throw rejection(rejected, reports.length)
  return receiptReplyOf(receipts, rejected, dropped)
}

/**
 * Mounts `GET|POST /ingest/osmand` in its three dialects.
 * 200 only after the commit; 400 says what is wrong; 401 for an unknown device and a wrong key alike; 413 above 1 MiB;
 * 429 with Retry-After
 * instead of these for an address of too many requests from unknown devices; 503 with Retry-After if nothing may have been stored (DI-09). `now` is ms UTC.
 */
export const registerIngest = (
  app: FastifyInstance,
  { ingest, devices, now = Date.now }: { ingest: Ingest; devices: Devices; now?: () => number },
): void => {
  void app.register(async (scope) => {
    const turns = createFairQueue(INGEST.largeBodies)
    const door = openDoor(scope, { mostBytes: MAX_INGEST_BYTES, tooMany: 'tooManyUnknownDevices', now })
    scope.route({
      method: ['GET', 'POST'],
      url: INGEST_PATH,
      bodyLimit: MAX_INGEST_BYTES,
      handler: (request) => acceptRequest(request, { ingest, devices, now, door, turns }),
    })
  })
}
