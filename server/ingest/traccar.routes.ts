import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../http/errors.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import type { InTurn } from '../http/handler.ts'
import {
  type Dropped,
  droppedAt,
  inTime,
  openDoor,
  type Rejected,
  receiptReplyOf,
  rejection,
} from './door.ts'
import type { GatewayVehicle, SeenDevice } from './gateway.repository.ts'
import type { Gateways } from './gateway.service.ts'
import { INGEST, TRACCAR_PATH } from './limits.ts'
import { type ForwardedPosition, readTraccar } from './traccar-json.ts'
import type { Ingest, SentFix } from './types.ts'

const NO_TANK = { fuelTankLitres: null }

/** What is kept of the devices that no vehicle has: their last place on Earth, and how much they have sent. */
const seenDevices = (
  positions: readonly ForwardedPosition[],
  vehicles: ReadonlyMap<string, GatewayVehicle>,
): SeenDevice[] => {
  const seen = new Map<string, SeenDevice>()
  for (const { deviceId, deviceName, protocol, read } of positions) {
    if (vehicles.has(deviceId)) continue
    const { lng, lat } = read(NO_TANK).fix
    const isPlace = Math.abs(lng) <= 180 && Math.abs(lat) <= 90
    const before = seen.get(deviceId)
    seen.set(deviceId, {
      ...{ deviceId, deviceName, protocol, positions: (before?.positions ?? 0) + 1 },
      lng: isPlace ? lng : (before?.lng ?? null),
      lat: isPlace ? lat : (before?.lat ?? null),
    })
  }
  return [...seen.values()].slice(-INGEST.pendingDevices)
}

type Dependencies = { readonly ingest: Ingest; readonly gateways: Gateways }
/** The turns of companies in which the database is asked for devices, or lists them. */
type Turns = ReturnType<typeof createFairQueue>
type Log = Pick<FastifyRequest['log'], 'error'>

const acceptPositions = async (
  companyId: number,
  body: string,
  { ingest, gateways, turns }: Dependencies & { readonly turns: Turns },
  log: Log,
) => {
  const inTurn: InTurn = (work) =>
    inTime(turns.run({ companyId, userId: companyId }, work, AbortSignal.timeout(INGEST.answerMs)))
  const positions = readTraccar(body)
  if (positions.length === 0) throw new HttpError('noPosition')
  const deviceIds = new Set(positions.map(({ deviceId }) => deviceId))
  const vehicles = await gateways.vehiclesOf(companyId, deviceIds, inTurn)
  const fixes: SentFix[] = []
  const indexes: number[] = []
  const unusable = new Map<number, string>()
  const dropped: Dropped[] = []
  for (const [index, { deviceId, read }] of positions.entries()) {
    const vehicle = vehicles.get(deviceId)
    if (!vehicle) continue
    const reading = read(vehicle)
    if (reading.unusable !== undefined) unusable.set(index, reading.unusable)
    dropped.push(...droppedAt(index, reading))
    indexes.push(index)
    const { fix, sent } = reading
    fixes.push({ companyId, vehicleId: vehicle.vehicleId, fix, ...(sent && { sent }) })
  }
  const receipts = fixes.length === 0 ? [] : await inTime(ingest.accept(fixes))
  const rejected: Rejected[] = receipts.flatMap((receipt, at) => {
    const index = indexes[at] ?? 0
    return typeof receipt === 'object' && 'rejected' in receipt
      ? [{ index, reason: unusable.get(index) ?? receipt.rejected }]
      : []
  })
  if (rejected.length === positions.length) throw rejection(rejected, positions.length)
  const pending = seenDevices(positions, vehicles)
  if (pending.length > 0)
    await inTurn(() => gateways.addPending(companyId, pending)).catch((err: unknown) => {
      // Too many wait: the gateway sends all of it again, and what was stored is found to be there.
      if (err instanceof HttpError) throw err
      log.error({ err, companyId }, 'devices that wait to be accepted could not be listed')
    })
  return { ...receiptReplyOf(receipts, rejected, dropped), pending: positions.length - fixes.length }
}

/**
 * Mounts `POST /ingest/traccar`, which takes the positions that a Traccar server forwards as JSON, for the company whose gateway key
 * the `Authorization` header holds. 200 after the commit, also for devices that wait to be accepted, whose positions are not kept;
 * 400 says what is wrong; 401 for a missing or wrong key, before the body is read; 413 above 64 KiB; 429 with Retry-After for a
 * company of which too many requests wait, and instead of 401 for an address of too many wrong keys; 503 with Retry-After if nothing may have been stored. `now` is ms UTC.
 */
export const registerTraccar = (
  app: FastifyInstance,
  { ingest, gateways, now }: Dependencies & { now: () => number },
): void => {
  void app.register(async (scope) => {
    const { letPass } = openDoor(scope, {
      mostBytes: INGEST.gatewayBytes,
      tooMany: 'tooManyGatewayKeys',
      now,
    })
    const companies = new WeakMap<object, number>()
    const turns = createFairQueue(INGEST.gatewayTurns)
    scope.addHook('onRequest', async (request) => {
      const company = await gateways.companyOf(request.headers.authorization)
      if (company === null) throw new HttpError('gatewayKeyWrong')
      letPass(request)
      companies.set(request, company)
    })
    scope.post(TRACCAR_PATH, { bodyLimit: INGEST.gatewayBytes }, (request) =>
      acceptPositions(
        companies.get(request) as number,
        typeof request.body === 'string' ? request.body : '',
        { ingest, gateways, turns },
        request.log,
      ),
    )
  })
}
