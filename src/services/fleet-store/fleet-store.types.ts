import type { FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import type { FleetBatch } from '#contract/records/live.ts'

/** `status` of a vehicle whose status is none of VEHICLE_STATUSES. */
export const OTHER_STATUS = 255

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

/** The slots whose fix, status or lateness changed; 'all' when vehicles came or went. */
export type FleetChange = { readonly slots: readonly number[] | 'all' }

/** How many vehicles have each status (MAP-45); IDLE is counted as IDLING (CONFLICT-01). */
export type FleetCounts = Record<'RUNNING' | 'IDLING' | 'STOPPED' | 'KEYON' | 'OFFLINE', number>

/** The latest fix per vehicle. Holds no clock: whoever has one calls `age`. */
export type FleetStore = {
  /** Slots in use. */
  readonly size: number
  /** Valid until the next `replaceMembers`; read it anew after one. */
  readonly columns: FleetColumns
  /** Rises with every change. */
  readonly version: number
  /** Rises when vehicles come or go, or what is known of them besides the fix changes. */
  readonly membershipVersion: number
  /**
   * Makes these the vehicles of the store. Of a vehicle's two fixes the newer wins (OPEN-44), also where one came while it was
   * no member. `counts` are those of the list where it leaves vehicles out that it counts.
   */
  replaceMembers(vehicles: readonly FleetVehicle[], counts?: FleetCounts | null): void
  /** Takes the fixes that are not older than those held; those of vehicles that are no members are kept for when they are. Returns how many changed. */
  applyBatch(batch: FleetBatch): number
  /** Makes vehicles OFFLINE whose fix is OFFLINE_AFTER_MS old at `now` (ms UTC), and late those whose fix is too old to be live. Returns how many changed. */
  age(now: number): number
  /** Forgets everything that is known of any vehicle. */
  clear(): void
  slotOf(vehicleId: number): number | undefined
  /** The vehicle's record as the list gave it; its latest fix is in the columns. */
  record(vehicleId: number): FleetVehicle | undefined
  /** Vehicles by status: those of the store as they are now, those the list counted besides as it counted them. The same object until a number changes. */
  counts(): FleetCounts
  onChange(listener: (change: FleetChange) => void): () => void
}
