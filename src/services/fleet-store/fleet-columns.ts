import type { FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { FleetColumns } from './fleet-store.types.ts'
import { OTHER_STATUS } from './fleet-store.types.ts'

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

const STATUSES: readonly string[] = VEHICLE_STATUSES

/** A status' place in VEHICLE_STATUSES, OTHER_STATUS for any other text (MAP-21). */
export const statusIndex = (status: string): number => {
  const index = STATUSES.indexOf(status)
  return index < 0 ? OTHER_STATUS : index
}

/** Writes what a list says of a vehicle's latest fix. */
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
