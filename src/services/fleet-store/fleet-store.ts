import { OFFLINE_AFTER_MS } from '#contract/constants.ts'
import type { FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import { createColumns, statusIndex, writeRecord, writeRow } from './fleet-columns.ts'
import type { FleetChange, FleetColumns, FleetCounts, FleetStore } from './fleet-store.types.ts'

export type { FleetStore } from './fleet-store.types.ts'

const OFFLINE = VEHICLE_STATUSES.indexOf('OFFLINE')

/** An empty store. Throws on a batch whose columns differ in length and on vehicle ids that are no 32-bit integers. */
export const createFleetStore = (): FleetStore => {
  let columns: FleetColumns = createColumns(0)
  let records: FleetVehicle[] = []
  let slots = new Map<number, number>()
  let version = 0
  let membershipVersion = 0
  const listeners = new Set<(change: FleetChange) => void>()

  const changed = (change: FleetChange) => {
    version += 1
    for (const listener of [...listeners]) listener(change)
  }

  const replaceMembers = (vehicles: readonly FleetVehicle[]) => {
    const nextSlots = new Map<number, number>()
    const nextRecords: FleetVehicle[] = []
    for (const vehicle of vehicles) {
      if (vehicle.vehicleId !== (vehicle.vehicleId | 0))
        throw new RangeError(`Vehicle id ${vehicle.vehicleId} is no 32-bit integer.`)
      const slot = nextSlots.get(vehicle.vehicleId)
      if (slot === undefined) {
        nextSlots.set(vehicle.vehicleId, nextRecords.length)
        nextRecords.push(vehicle)
      } else if (vehicle.fixTime >= (nextRecords[slot]?.fixTime ?? 0)) nextRecords[slot] = vehicle
    }
    const next = createColumns(nextRecords.length)
    for (const [slot, record] of nextRecords.entries()) {
      const held = slots.get(record.vehicleId)
      if (held !== undefined && (columns.time[held] ?? 0) > record.fixTime)
        writeRow(next, slot, columns, held)
      else writeRecord(next, slot, record)
    }
    columns = next
    slots = nextSlots
    records = nextRecords
    membershipVersion += 1
    changed({ slots: 'all' })
  }

  const applyBatch = (batch: FleetBatch) => {
    const length = batch.vehicleId.length
    for (const [name, column] of Object.entries(batch))
      if (column.length !== length)
        throw new Error(`A fleet batch of ${length} vehicles has ${column.length} values of ${name}.`)
    const dirty: number[] = []
    for (let row = 0; row < length; row++) {
      const slot = slots.get(batch.vehicleId[row] ?? Number.NaN)
      if (slot !== undefined && writeFix(columns, slot, batch, row)) dirty.push(slot)
    }
    if (dirty.length > 0) changed({ slots: dirty })
    return dirty.length
  }

  const age = (now: number) => {
    const dirty: number[] = []
    for (let slot = 0; slot < records.length; slot++) {
      const time = columns.time[slot] ?? 0
      if (time === 0 || columns.status[slot] === OFFLINE || now - time < OFFLINE_AFTER_MS) continue
      columns.status[slot] = OFFLINE
      dirty.push(slot)
    }
    if (dirty.length > 0) changed({ slots: dirty })
    return dirty.length
  }

  const counts = (): FleetCounts => {
    const byStatus = new Array<number>(256).fill(0)
    for (let slot = 0; slot < records.length; slot++) {
      const status = columns.status[slot] ?? 0
      byStatus[status] = (byStatus[status] ?? 0) + 1
    }
    const of = (status: string) => byStatus[statusIndex(status)] ?? 0
    return {
      RUNNING: of('RUNNING'),
      IDLING: of('IDLE'),
      STOPPED: of('STOPPED'),
      KEYON: of('KEYON'),
      OFFLINE: of('OFFLINE'),
    }
  }

  return {
    get size() {
      return records.length
    },
    get columns() {
      return columns
    },
    get version() {
      return version
    },
    get membershipVersion() {
      return membershipVersion
    },
    replaceMembers,
    applyBatch,
    age,
    slotOf: (vehicleId) => slots.get(vehicleId),
    record: (vehicleId) => {
      const slot = slots.get(vehicleId)
      return slot === undefined ? undefined : records[slot]
    },
    counts,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Writes one fix of a batch where it is not older and differs. Returns whether it did. */
const writeFix = (columns: FleetColumns, slot: number, batch: FleetBatch, row: number) => {
  const time = batch.time[row] ?? 0
  const lng = batch.lng[row] ?? Number.NaN
  const lat = batch.lat[row] ?? Number.NaN
  if (!(time > 0 && time >= (columns.time[slot] ?? 0))) return false
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return false
  const speed = Math.fround(orUnknown(batch.speed[row]))
  const heading = Math.fround(orUnknown(batch.heading[row]))
  const status = statusIndex(VEHICLE_STATUSES[batch.status[row] ?? -1] ?? '')
  if (
    time === columns.time[slot] &&
    lng === columns.lng[slot] &&
    lat === columns.lat[slot] &&
    Object.is(speed, columns.speed[slot]) &&
    Object.is(heading, columns.heading[slot]) &&
    status === columns.status[slot]
  )
    return false
  columns.time[slot] = time
  columns.lng[slot] = lng
  columns.lat[slot] = lat
  columns.speed[slot] = speed
  columns.heading[slot] = heading
  columns.status[slot] = status
  return true
}

const orUnknown = (value: number | undefined) => (value !== undefined && value >= 0 ? value : Number.NaN)
