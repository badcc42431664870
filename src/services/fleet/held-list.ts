import type { FleetList, FleetVehicle } from '#contract/records/fleet.ts'
import { statusIndex } from '#domain/status.ts'
import type { ListReply } from './early-list.ts'
import { createStatusTally } from './status-tally.ts'

/** A whole list, with the revision whose changes can be asked for; undefined where there is none. */
export type HeldList = Omit<ListReply, 'changes'>

/** Adds the counts of two lists. */
export const sumOfCounts = (a: FleetList['counts'], b: FleetList['counts']): FleetList['counts'] => ({
  RUNNING: a.RUNNING + b.RUNNING,
  IDLING: a.IDLING + b.IDLING,
  STOPPED: a.STOPPED + b.STOPPED,
  KEYON: a.KEYON + b.KEYON,
  OFFLINE: a.OFFLINE + b.OFFLINE,
})

const countsOf = (vehicles: readonly FleetVehicle[]) =>
  createStatusTally(
    vehicles.map(({ vehicleStatus }) => statusIndex(vehicleStatus)),
    null,
  ).read()

/**
 * The whole list after a reply. Where it names changes alone, a vehicle that is not among them stays as it is held; its latest
 * fix is the stream's, and the counts are those of the vehicles as they are held, so that they fit.
 */
export const withReply = (
  held: HeldList,
  { vehicles: came, counts, revision, changes }: ListReply,
): HeldList => {
  if (changes === undefined) return { vehicles: came, counts, revision }
  const removed = new Set(changes.removed)
  const changed = new Map(came.map((vehicle) => [vehicle.vehicleId, vehicle]))
  const { vehicleId, intervalS } = changes.intervals
  const intervals = new Map(vehicleId.map((id, i) => [id, intervalS[i] ?? null]))
  const kept = held.vehicles
    .filter((vehicle) => !removed.has(vehicle.vehicleId) && !changed.has(vehicle.vehicleId))
    .map((vehicle) => {
      const interval = intervals.get(vehicle.vehicleId)
      return interval === undefined ? vehicle : { ...vehicle, intervalS: interval }
    })
  const vehicles = [...kept, ...came]
  return { vehicles, counts: counts && sumOfCounts(changes.leftOut, countsOf(vehicles)), revision }
}
