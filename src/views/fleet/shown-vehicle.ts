import type { FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { FleetStore } from '#src/services/fleet-store/fleet-store.types.ts'
import type { ShownStatus } from '../kit/status.ts'
import { shownStatus } from '../kit/status.ts'

/** A vehicle as cards and popups show it. Units as in `FleetVehicle`; `time` is 0 where there is no fix. */
export type ShownVehicle = {
  readonly vehicleId: number
  readonly registration: string
  readonly status: ShownStatus
  readonly speed: number | null
  readonly place: readonly [lng: number, lat: number] | null
  readonly time: number
  /** The fix is too old to be shown as live, whatever the status (OPEN-40). */
  readonly late: boolean
  readonly trip: { readonly tripId: number; readonly toCity: string; readonly eta: string | null } | null
}

const tripOf = (trip: FleetVehicle['tripDetail'] | undefined): ShownVehicle['trip'] =>
  trip ? { tripId: trip.tripId, toCity: trip.toCity, eta: trip.eta } : null

const known = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) || value < 0 ? null : value

/** Joins what the list said of a vehicle with its latest fix; undefined when the store does not have it. */
export const readVehicle = (store: FleetStore, vehicleId: number): ShownVehicle | undefined => {
  const slot = store.slotOf(vehicleId)
  const record = store.record(vehicleId)
  if (slot === undefined || record === undefined) return undefined
  const { time, lng, lat, speed, status, late } = store.columns
  const at = time[slot] ?? 0
  const place = [lng[slot] ?? Number.NaN, lat[slot] ?? Number.NaN] as const
  return {
    vehicleId,
    registration: record.registrationId,
    status: shownStatus(VEHICLE_STATUSES[status[slot] ?? -1] ?? record.vehicleStatus),
    speed: known(speed[slot]),
    place: at === 0 || !Number.isFinite(place[0]) || !Number.isFinite(place[1]) ? null : place,
    time: at,
    late: late[slot] === 1,
    trip: tripOf(record.tripDetail),
  }
}
