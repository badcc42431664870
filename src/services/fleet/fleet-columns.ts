import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import { statusIndex } from '#domain/status.ts'
import type { Counts } from '#src/machines/fleet/fleet.ports.ts'

/** The latest fix of each vehicle, one column a field, one row (slot) a vehicle. Rows from `size` on are not in use. */
export type FleetColumns = {
  readonly vehicleId: Int32Array
  /** ms UTC, 0 where there is no fix */
  readonly time: Float64Array
  /** degrees, NaN where there is no fix */
  readonly lng: Float64Array
  readonly lat: Float64Array
  /** km/h, NaN unknown */
  readonly speed: Float32Array
  /** degrees from north, NaN unknown */
  readonly heading: Float32Array
  /** index into VEHICLE_STATUSES, OTHER_STATUS for any other */
  readonly status: Uint8Array
  /** 1: the fix is too old to be shown as live, whatever the status (OPEN-40) */
  readonly late: Uint8Array
}

/**
 * The slots whose fix, status or lateness changed; 'all' when vehicles were added or removed. `batch` is what brought the
 * fixes, if one did.
 */
export type FleetChange = { readonly slots: readonly number[] | 'all'; readonly batch?: FleetBatch }
/** The latest fix per vehicle. Has no clock: the owner of one calls `age`. */
export type FleetStore = {
  /** Slots in use. */
  readonly size: number
  /** Valid until the next `replaceMembers`; read them again after it. */
  readonly columns: FleetColumns
  /** Rises with every change. */
  readonly version: number
  /** Rises when vehicles are added or removed, or their records change. */
  readonly membershipVersion: number
  /**
   * Replaces the vehicles of the store. A vehicle keeps its newer fix (OPEN-44), even one that came before it was a
   * member. `counts` are the list's, if it counts vehicles that it leaves out.
   */
  replaceMembers(vehicles: readonly FleetVehicle[], counts?: Counts | null): void
  /**
   * Takes fixes that are not older than those held; fixes of other vehicles are kept until these become members.
   * Returns how many changed.
   */
  applyBatch(batch: FleetBatch): number
  /**
   * Makes vehicles OFFLINE whose fix is OFFLINE_AFTER_MS old at `now` (ms UTC), and marks as late those whose fix is
   * too old to be live. Returns how many changed.
   */
  age(now: number): number
  clear(): void
  slotOf(vehicleId: number): number | undefined
  /** The vehicle's record as the list gave it; its latest fix is in the columns. */
  record(vehicleId: number): FleetVehicle | undefined
  /**
   * Vehicles by status: those of the store as they are now, plus those that the list only counted. The same object
   * until a number changes.
   */
  counts(): Counts
  onChange(listener: (change: FleetChange) => void): () => void
}

/** Columns of `length` rows, all zero. */
export const createColumns = (length: number): FleetColumns => ({
  vehicleId: new Int32Array(length),
  time: new Float64Array(length),
  lng: new Float64Array(length),
  lat: new Float64Array(length),
  speed: new Float32Array(length),
  heading: new Float32Array(length),
  status: new Uint8Array(length),
  late: new Uint8Array(length),
})

/** Writes a vehicle's latest fix as a list gives it. */
export const writeRecord = (columns: FleetColumns, slot: number, vehicle: FleetVehicle) => {
  columns.vehicleId[slot] = vehicle.vehicleId
  columns.time[slot] = vehicle.fixTime
  columns.lng[slot] = vehicle.longitude ?? Number.NaN
  columns.lat[slot] = vehicle.latitude ?? Number.NaN
  columns.speed[slot] = vehicle.currentVehicleSpeed ?? Number.NaN
  columns.heading[slot] = vehicle.heading ?? Number.NaN
  columns.status[slot] = statusIndex(vehicle.vehicleStatus)
}

/** Copies a whole row. */
export const writeRow = (columns: FleetColumns, slot: number, from: FleetColumns, fromSlot: number) => {
  columns.vehicleId[slot] = from.vehicleId[fromSlot] ?? 0
  columns.time[slot] = from.time[fromSlot] ?? 0
  columns.lng[slot] = from.lng[fromSlot] ?? Number.NaN
  columns.lat[slot] = from.lat[fromSlot] ?? Number.NaN
  columns.speed[slot] = from.speed[fromSlot] ?? Number.NaN
  columns.heading[slot] = from.heading[fromSlot] ?? Number.NaN
  columns.status[slot] = from.status[fromSlot] ?? 0
  columns.late[slot] = from.late[fromSlot] ?? 0
}
