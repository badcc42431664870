import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import { isOnGlobe } from '#domain/geo.ts'
import { LATE_AFTER_MS, lateAfterMs } from '#domain/lateness.ts'
import { OFFLINE_AFTER_MS, statusAt, statusIndex, VEHICLE_STATUSES } from '#domain/status.ts'
import {
  createColumns,
  type FleetChange,
  type FleetColumns,
  type FleetStore,
  writeRecord,
  writeRow,
} from './fleet-columns.ts'
import { createStatusTally } from './status-tally.ts'

export type { FleetStore } from './fleet-columns.ts'

const OFFLINE = VEHICLE_STATUSES.indexOf('OFFLINE')
/** Most vehicles that are not members and whose fixes are kept. */
const MAX_NON_MEMBERS = 50_000

/** A fix of a batch as it is written. */
type Fix = { time: number; lng: number; lat: number; speed: number; heading: number; status: number }

/**
 * An empty store. Throws on a batch whose columns differ in length, and on vehicle ids that are not 32-bit integers.
 */
export const createFleetStore = (): FleetStore => {
  let columns: FleetColumns = createColumns(0)
  let records: FleetVehicle[] = []
  let slots = new Map<number, number>()
  let tally = createStatusTally([], null)
  /** The newest fixes of vehicles that are not members: the list that adds one may be older than its fix. */
  let nonMembers = new Map<number, Fix>()
  let agedAt = 0
  let version = 0
  let membershipVersion = 0
  const listeners = new Set<(change: FleetChange) => void>()

  const changed = (change: FleetChange) => {
    version += 1
    for (const listener of [...listeners]) listener(change)
  }

  const isLate = (slot: number, now: number) => {
    const time = columns.time[slot] ?? 0
    const age = now - time
    return time > 0 && age > LATE_AFTER_MS && age > lateAfterMs(records[slot]?.intervalS ?? null)
  }
  const isSilent = (time: number, now: number) => time > 0 && now - time >= OFFLINE_AFTER_MS

  const setStatus = (slot: number, status: number) => {
    tally.moved(columns.status[slot] ?? 0, status)
    columns.status[slot] = status
  }

  /** Writes a fix that is not older and differs. Returns whether it did. */
  const writeFix = (slot: number, fix: Fix) => {
    const { time, lng, lat, speed, heading, status } = fix
    const before = columns.time[slot] ?? 0
    if (time < before) return false
    if (
      time === before &&
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
    setStatus(slot, isSilent(time, agedAt) ? OFFLINE : status)
    columns.late[slot] = isLate(slot, agedAt) ? 1 : 0
    return true
  }

  const storeNonMember = (vehicleId: number, fix: Fix) => {
    if (fix.time < (nonMembers.get(vehicleId)?.time ?? 0)) return
    nonMembers.set(vehicleId, fix)
    if (nonMembers.size > MAX_NON_MEMBERS) nonMembers.delete(nonMembers.keys().next().value ?? 0)
  }

  const replaceMembers: FleetStore['replaceMembers'] = (vehicles, counts = null) => {
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
    const [last, lastSlots] = [columns, slots]
    const next = createColumns(nextRecords.length)
    for (const [slot, record] of nextRecords.entries()) writeRecord(next, slot, record)
    for (const [vehicleId, slot] of lastSlots)
      if (!nextSlots.has(vehicleId) && (last.time[slot] ?? 0) > 0)
        storeNonMember(vehicleId, fixAt(last, slot))
    columns = next
    slots = nextSlots
    records = nextRecords
    tally = createStatusTally(next.status.subarray(0, nextRecords.length), counts)
    for (const [slot, { vehicleId, fixTime }] of nextRecords.entries()) {
      const held = lastSlots.get(vehicleId)
      if (held !== undefined && (last.time[held] ?? 0) > fixTime) {
        tally.moved(next.status[slot] ?? 0, last.status[held] ?? 0)
        writeRow(next, slot, last, held)
      }
      const nonMember = nonMembers.get(vehicleId)
      nonMembers.delete(vehicleId)
      if (nonMember !== undefined && nonMember.time > (next.time[slot] ?? 0)) writeFix(slot, nonMember)
      if (isSilent(next.time[slot] ?? 0, agedAt)) setStatus(slot, OFFLINE)
      next.late[slot] = isLate(slot, agedAt) ? 1 : 0
    }
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
      const vehicleId = batch.vehicleId[row] ?? Number.NaN
      const fix = readFix(batch, row)
      if (fix === null) continue
      const slot = slots.get(vehicleId)
      if (slot === undefined) storeNonMember(vehicleId, fix)
      else if (writeFix(slot, fix)) dirty.push(slot)
    }
    if (dirty.length > 0) changed({ slots: dirty, batch })
    return dirty.length
  }

  const age = (now: number) => {
    agedAt = now
    const dirty: number[] = []
    for (let slot = 0; slot < records.length; slot++) {
      const wasLate = columns.late[slot] === 1
      const becomesLate = !wasLate && isLate(slot, now)
      const falls = columns.status[slot] !== OFFLINE && isSilent(columns.time[slot] ?? 0, now)
      if (!becomesLate && !falls) continue
      if (becomesLate) columns.late[slot] = 1
      if (falls) setStatus(slot, OFFLINE)
      dirty.push(slot)
    }
    if (dirty.length > 0) changed({ slots: dirty })
    return dirty.length
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
    clear: () => {
      replaceMembers([])
      nonMembers = new Map()
    },
    slotOf: (vehicleId) => slots.get(vehicleId),
    record: (vehicleId) => {
      const slot = slots.get(vehicleId)
      return slot === undefined ? undefined : records[slot]
    },
    counts: () => tally.read(),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const fixAt = ({ time, lng, lat, speed, heading, status }: FleetColumns, slot: number): Fix => ({
  time: time[slot] ?? 0,
  lng: lng[slot] ?? Number.NaN,
  lat: lat[slot] ?? Number.NaN,
  speed: speed[slot] ?? Number.NaN,
  heading: heading[slot] ?? Number.NaN,
  status: status[slot] ?? 0,
})

/** One row of a batch; null if it is off the globe or has no time. */
const readFix = (batch: FleetBatch, row: number): Fix | null => {
  const time = batch.time[row] ?? 0
  const lng = batch.lng[row] ?? Number.NaN
  const lat = batch.lat[row] ?? Number.NaN
  if (!(time > 0 && isOnGlobe(lng, lat))) return null
  return {
    time,
    lng,
    lat,
    speed: Math.fround(orUnknown(batch.speed[row])),
    heading: Math.fround(orUnknown(batch.heading[row])),
    status: statusIndex(statusAt(batch.status[row]) ?? ''),
  }
}

const orUnknown = (value: number | undefined) => (value !== undefined && value >= 0 ? value : Number.NaN)
