import { createHash } from 'node:crypto'
import type { FleetList, FleetVehicle, ListChanges } from '#contract/records/fleet.ts'
import { hashNumber } from '#domain/hash.ts'

/** What a client holds of a list, beside the positions that it gets by stream. One row a vehicle. */
type Digest = {
  readonly vehicleId: Int32Array
  readonly rest: Float64Array
  /** NaN where unknown. */
  readonly intervalS: Float64Array
}

/** The vehicles of a reply to a client that may hold an earlier one, and how to read them. */
export type HeldReply = {
  readonly vehicles: FleetVehicle[]
  readonly revision: string
  readonly changes?: ListChanges
}

/** Rows of all digests that are kept; 24 bytes each. */
const MOST_ROWS = 1_000_000

/** All of a vehicle that neither the stream brings nor a fix changes. */
const restOf = ({ registrationId, imei, model, tripDetail, clockAheadS }: FleetVehicle): number =>
  hashNumber(JSON.stringify([registrationId, imei, model, tripDetail, clockAheadS]))

const digestOf = (vehicles: readonly FleetVehicle[]): Digest => ({
  vehicleId: Int32Array.from(vehicles, ({ vehicleId }) => vehicleId),
  rest: Float64Array.from(vehicles, restOf),
  intervalS: Float64Array.from(vehicles, ({ intervalS }) => intervalS ?? Number.NaN),
})

const revisionOf = ({ vehicleId, rest, intervalS }: Digest): string =>
  createHash('sha256').update(vehicleId).update(rest).update(intervalS).digest('base64url').slice(0, 22)

const changesBetween = (base: Digest, next: Digest, vehicles: readonly FleetVehicle[]) => {
  const rows = new Map(Array.from(base.vehicleId, (vehicleId, row) => [vehicleId, row]))
  const changed: FleetVehicle[] = []
  const intervals: { vehicleId: number[]; intervalS: (number | null)[] } = { vehicleId: [], intervalS: [] }
  for (const [i, vehicle] of vehicles.entries()) {
    const row = rows.get(vehicle.vehicleId)
    rows.delete(vehicle.vehicleId)
    if (row === undefined || base.rest[row] !== next.rest[i]) changed.push(vehicle)
    else if (!Object.is(base.intervalS[row], next.intervalS[i])) {
      intervals.vehicleId.push(vehicle.vehicleId)
      intervals.intervalS.push(vehicle.intervalS)
    }
  }
  return { vehicles: changed, removed: [...rows.keys()], intervals }
}

const minus = (counts: FleetList['counts'], listed: FleetList['counts']): FleetList['counts'] => ({
  RUNNING: counts.RUNNING - listed.RUNNING,
  IDLING: counts.IDLING - listed.IDLING,
  STOPPED: counts.STOPPED - listed.STOPPED,
  KEYON: counts.KEYON - listed.KEYON,
  OFFLINE: counts.OFFLINE - listed.OFFLINE,
})

/**
 * Remembers what lists held when they were sent, to send only what has changed to a client that names its revision. A revision
 * is made of the content alone: it stands for the same whoever was answered, and one that is not known any more, as after a
 * restart, brings the whole list.
 */
export const createHeldLists = ({ mostRows = MOST_ROWS } = {}) => {
  const digests = new Map<string, Digest>()
  let rows = 0
  const keep = (revision: string, digest: Digest) => {
    rows += digest.vehicleId.length - (digests.get(revision)?.vehicleId.length ?? 0)
    digests.delete(revision)
    digests.set(revision, digest)
    for (const [oldest, { vehicleId }] of digests) {
      if (rows <= mostRows) break
      digests.delete(oldest)
      rows -= vehicleId.length
    }
  }
  return {
    /** `counts` may count more than the listed vehicles, `listed` counts those; `held` is the revision the client names. */
    reply: (
      vehicles: FleetVehicle[],
      { counts, listed }: { counts: FleetList['counts']; listed: FleetList['counts'] },
      held: string | undefined,
    ): HeldReply => {
      const digest = digestOf(vehicles)
      const revision = revisionOf(digest)
      const base = held === revision ? digest : held === undefined ? undefined : digests.get(held)
      keep(revision, digest)
      if (base === undefined) return { vehicles, revision }
      const { vehicles: changed, ...changes } = changesBetween(base, digest, vehicles)
      return { vehicles: changed, revision, changes: { ...changes, leftOut: minus(counts, listed) } }
    },
  }
}

export type HeldLists = ReturnType<typeof createHeldLists>
