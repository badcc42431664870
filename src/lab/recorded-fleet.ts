import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import type { RecordedFixes, Recording } from '#contract/records/recording.ts'
import { unpackColumn } from '../services/recorder/unpacked.ts'

/** What came to the fleet's store: a list, or the fixes of one moment. `at` is ms since the recording began. */
export type FleetArrival = { readonly at: number } & (
  | { readonly vehicles: readonly FleetVehicle[] }
  | { readonly batch: FleetBatch }
)

const emptyBatch = (): FleetBatch => ({
  vehicleId: [],
  time: [],
  lng: [],
  lat: [],
  speed: [],
  heading: [],
  status: [],
})

/** The fixes of each moment. Throws a RangeError where columns are not as long as they say. */
const batchesOf = ({ count, ...packed }: RecordedFixes): FleetArrival[] => {
  const at = unpackColumn(packed.at, Int32Array, count)
  const vehicleId = unpackColumn(packed.vehicleId, Int32Array, count)
  const time = unpackColumn(packed.time, Float64Array, count)
  const lng = unpackColumn(packed.lng, Float64Array, count)
  const lat = unpackColumn(packed.lat, Float64Array, count)
  const speed = unpackColumn(packed.speed, Float32Array, count)
  const heading = unpackColumn(packed.heading, Float32Array, count)
  const status = unpackColumn(packed.status, Uint8Array, count)
  const batches: { at: number; batch: FleetBatch }[] = []
  for (let row = 0; row < count; row++) {
    const cameAt = at[row] ?? 0
    if (batches.at(-1)?.at !== cameAt) batches.push({ at: cameAt, batch: emptyBatch() })
    const batch = batches.at(-1)?.batch ?? emptyBatch()
    batch.vehicleId.push(vehicleId[row] ?? 0)
    batch.time.push(time[row] ?? 0)
    batch.lng.push(lng[row] ?? Number.NaN)
    batch.lat.push(lat[row] ?? Number.NaN)
    batch.speed.push(speed[row] ?? -1)
    batch.heading.push(heading[row] ?? -1)
    batch.status.push(status[row] ?? 0)
  }
  return batches
}

/** What came to the fleet's store, in order, each list whole. Throws a RangeError for columns that do not fit together. */
export const fleetArrivals = ({ segments }: Recording): FleetArrival[] => {
  const held = new Map<number, FleetVehicle>()
  return segments.flatMap(({ lists = [], fixes }) => {
    const arrivals: FleetArrival[] = lists.map(({ at, vehicles, removed }) => {
      for (const vehicleId of removed) held.delete(vehicleId)
      for (const vehicle of vehicles) held.set(vehicle.vehicleId, vehicle)
      return { at, vehicles: [...held.values()] }
    })
    return [...arrivals, ...(fixes === undefined ? [] : batchesOf(fixes))].toSorted((a, b) => a.at - b.at)
  })
}
