import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { RecordedFixes, RecordedList } from '#contract/records/recording.ts'
import type { FleetStore } from '../fleet/fleet-columns.ts'
import { packColumn } from './packed.ts'
import { shiftLongitude, shiftPlaces } from './places.ts'
import { type Mask, redact } from './redact.ts'

/** Where the recorder reads vehicles and their fixes. */
export type FleetSource = Pick<FleetStore, 'size' | 'columns' | 'record' | 'onChange'>

/** The fleet in one segment: the list at its start and each later one, and the fixes from its start on. */
export type FleetPart = {
  readonly lists: { readonly at: number; readonly vehicles: readonly FleetVehicle[] }[]
  readonly fixes: ReturnType<typeof createFixes>
  /** Vehicles that its later lists have changed. */
  changedVehicles: number
}

/** Characters of JSON of a fix, packed, and of a vehicle. */
const FIX_SIZE = 55
const VEHICLE_SIZE = 400

const createColumns = (length: number) => ({
  at: new Int32Array(length),
  vehicleId: new Int32Array(length),
  time: new Float64Array(length),
  lng: new Float64Array(length),
  lat: new Float64Array(length),
  speed: new Float32Array(length),
  heading: new Float32Array(length),
  status: new Uint8Array(length),
})

/** Fixes in the order in which they came, one column a field; the columns grow. */
const createFixes = () => {
  let columns = createColumns(64)
  let count = 0
  return {
    count: () => count,
    push: (at: number, from: FleetSource['columns'], slot: number): void => {
      if (count === columns.at.length) {
        const wider = createColumns(count * 2)
        for (const name of Object.keys(columns) as (keyof typeof columns)[]) wider[name].set(columns[name])
        columns = wider
      }
      columns.at[count] = at
      columns.vehicleId[count] = from.vehicleId[slot] ?? 0
      columns.time[count] = from.time[slot] ?? 0
      columns.lng[count] = from.lng[slot] ?? Number.NaN
      columns.lat[count] = from.lat[slot] ?? Number.NaN
      columns.speed[count] = from.speed[slot] ?? Number.NaN
      columns.heading[count] = from.heading[slot] ?? Number.NaN
      columns.status[count] = from.status[slot] ?? 0
      count += 1
    },
    pack: (shift: number): RecordedFixes => ({
      count,
      at: packColumn(columns.at.subarray(0, count)),
      vehicleId: packColumn(columns.vehicleId.subarray(0, count)),
      time: packColumn(columns.time.subarray(0, count)),
      lng: packColumn(columns.lng.slice(0, count).map((lng) => shiftLongitude(lng, shift))),
      lat: packColumn(columns.lat.subarray(0, count)),
      speed: packColumn(columns.speed.subarray(0, count)),
      heading: packColumn(columns.heading.subarray(0, count)),
      status: packColumn(columns.status.subarray(0, count)),
    }),
  }
}

const vehiclesOf = ({ size, columns, record }: FleetSource): FleetVehicle[] =>
  Array.from(columns.vehicleId.subarray(0, size)).flatMap((vehicleId) => record(vehicleId) ?? [])

/** How many vehicles of a list the one before does not hold as they are. */
const changedSince = (before: readonly FleetVehicle[], vehicles: readonly FleetVehicle[]): FleetVehicle[] => {
  const held = new Set(before)
  return vehicles.filter((vehicle) => !held.has(vehicle))
}

/** Keeps what a fleet store holds and receives. */
export const createFleetRecording = () => {
  let source: FleetSource | undefined
  let list: readonly FleetVehicle[] = []
  return {
    /** The part of a segment that begins `at`, with the fleet as it is. */
    begin: (at: number): FleetPart => {
      const lists = list.length === 0 ? [] : [{ at, vehicles: list }]
      const part: FleetPart = { lists, fixes: createFixes(), changedVehicles: 0 }
      for (let slot = 0; source !== undefined && slot < source.size; slot++)
        part.fixes.push(at, source.columns, slot)
      return part
    },
    /** Keeps what changes from now on in the part that `current` names, and calls `onKept` after each change. */
    follow: (
      fleet: FleetSource,
      current: () => { readonly part: FleetPart; readonly at: number },
      onKept: () => void,
    ): void => {
      source = fleet
      fleet.onChange(({ slots }) => {
        const { part, at } = current()
        if (slots === 'all') {
          const vehicles = vehiclesOf(fleet)
          part.changedVehicles += changedSince(list, vehicles).length
          part.lists.push({ at, vehicles })
          list = vehicles
        } else for (const slot of slots) part.fixes.push(at, fleet.columns, slot)
        onKept()
      })
    },
    /** Characters of JSON that a part takes; of the first one kept, with the list at its start. */
    size: ({ lists, fixes, changedVehicles }: FleetPart, isFirst: boolean): number =>
      fixes.count() * FIX_SIZE +
      (changedVehicles + (isFirst ? (lists[0]?.vehicles.length ?? 0) : 0)) * VEHICLE_SIZE,
    /** Parts as a recording holds them: names masked, places shifted, and of each list what differs from the one before. */
    write: (parts: readonly FleetPart[], mask: Mask, shift: number) => {
      let before: readonly FleetVehicle[] = []
      return parts.map(({ lists, fixes }): { lists: RecordedList[]; fixes: RecordedFixes } => ({
        lists: lists.flatMap(({ at, vehicles }) => {
          const held = new Set(vehicles.map(({ vehicleId }) => vehicleId))
          const changed = changedSince(before, vehicles)
          const removed = before.flatMap(({ vehicleId }) => (held.has(vehicleId) ? [] : [vehicleId]))
          before = vehicles
          if (changed.length + removed.length === 0) return []
          return [{ at, removed, vehicles: shiftPlaces(redact(changed, mask), shift) as FleetVehicle[] }]
        }),
        fixes: fixes.pack(shift),
      }))
    },
  }
}
