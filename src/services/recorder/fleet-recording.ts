import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import type { RecordedFixes, RecordedList } from '#contract/records/recording.ts'
import type { FleetStore } from '../fleet/fleet-columns.ts'
import { packColumn } from './packed.ts'
import { movedPlace, movePlaces, offsetOf, vehicleOwner } from './places.ts'
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

type Columns = ReturnType<typeof createColumns>

/**
 * Masks the ids of vehicles in columns of fixes and, unless `withPlaces`, moves their positions. Fixes that came together are in the
 * order of their masks: a server's order would say which is which.
 */
const disguiseFixes = (mask: Mask, withPlaces: boolean) => {
  const offsets = new Map<number, readonly [number, number]>()
  const offsetFor = (id: number) => {
    const offset = offsets.get(id) ?? offsetOf(vehicleOwner(id), mask)
    offsets.set(id, offset)
    return offset
  }
  return (columns: Columns): void => {
    const { at, vehicleId, lng, lat } = columns
    for (let row = 0; row < vehicleId.length; row++) {
      const id = mask.id(vehicleId[row] ?? 0)
      vehicleId[row] = id
      if (withPlaces) continue
      const [east, north] = movedPlace([lng[row] ?? 0, lat[row] ?? 0], offsetFor(id))
      lng[row] = east
      lat[row] = north
    }
    const order = Array.from(at, (_, row) => row).sort(
      (one, other) =>
        (at[one] ?? 0) - (at[other] ?? 0) || (vehicleId[one] ?? 0) - (vehicleId[other] ?? 0) || one - other,
    )
    for (const column of Object.values(columns)) {
      const values = column.slice()
      for (const [row, from] of order.entries()) column[row] = values[from] ?? 0
    }
  }
}

const FIELDS = ['vehicleId', 'time', 'lng', 'lat', 'speed', 'heading', 'status'] as const

/** As in a batch, whatever a store has for what is not known. */
const orAbsent = (value: number): number => (Number.isNaN(value) ? -1 : value)

/** Fixes in the order in which they came: the last ones of a fleet, and batches as they are. They are packed when they are written. */
const createFixes = (at: number, fleet: FleetSource | undefined) => {
  const size = fleet?.size ?? 0
  const first = createColumns(size)
  if (fleet !== undefined)
    for (const field of FIELDS) first[field].set(fleet.columns[field].subarray(0, size))
  const batches: { readonly at: number; readonly batch: FleetBatch }[] = []
  let added = 0
  return {
    count: () => size + added,
    /** Those that came since the start. */
    added: () => added,
    keep: (cameAt: number, batch: FleetBatch): void => {
      batches.push({ at: cameAt, batch })
      added += batch.vehicleId.length
    },
    pack: (disguise: (columns: Columns) => void): RecordedFixes => {
      const columns = createColumns(size + added)
      columns.at.fill(at, 0, size)
      for (const field of FIELDS) columns[field].set(first[field])
      let place = size
      for (const { at: cameAt, batch } of batches) {
        columns.at.fill(cameAt, place, place + batch.vehicleId.length)
        for (const field of FIELDS) columns[field].set(batch[field], place)
        place += batch.vehicleId.length
      }
      disguise(columns)
      return {
        count: columns.at.length,
        at: packColumn(columns.at),
        vehicleId: packColumn(columns.vehicleId),
        time: packColumn(columns.time),
        lng: packColumn(columns.lng),
        lat: packColumn(columns.lat),
        speed: packColumn(columns.speed.map(orAbsent)),
        heading: packColumn(columns.heading.map(orAbsent)),
        status: packColumn(columns.status),
      }
    },
  }
}

const vehiclesOf = ({ size, columns, record }: FleetSource): FleetVehicle[] => {
  const vehicles: FleetVehicle[] = []
  for (let slot = 0; slot < size; slot++) {
    const vehicle = record(columns.vehicleId[slot] ?? 0)
    if (vehicle !== undefined) vehicles.push(vehicle)
  }
  return vehicles
}

/** The vehicles of a list that the one before does not hold as they are. */
const changedSince = (before: readonly FleetVehicle[], vehicles: readonly FleetVehicle[]): FleetVehicle[] => {
  const moved = vehicles.filter((vehicle, place) => vehicle !== before[place])
  if (moved.length === 0) return moved
  const held = new Set(before)
  return moved.filter((vehicle) => !held.has(vehicle))
}

const byId = (one: FleetVehicle, other: FleetVehicle): number => one.vehicleId - other.vehicleId

/** Keeps what a fleet store holds and receives. */
export const createFleetRecording = () => {
  let source: FleetSource | undefined
  let list: readonly FleetVehicle[] = []
  return {
    /** The part of a segment that begins `at`, with the fleet as it is. */
    begin: (at: number): FleetPart => {
      const lists = list.length === 0 ? [] : [{ at, vehicles: list }]
      return { lists, fixes: createFixes(at, source), changedVehicles: 0 }
    },
    /** Keeps what changes from now on in the part that `current` names, and calls `onKept` after each change. */
    follow: (
      fleet: FleetSource,
      current: () => { readonly part: FleetPart; readonly at: number },
      onKept: () => void,
    ): void => {
      source = fleet
      fleet.onChange(({ slots, batch }) => {
        const { part, at } = current()
        if (slots === 'all') {
          const vehicles = vehiclesOf(fleet)
          part.changedVehicles += changedSince(list, vehicles).length
          part.lists.push({ at, vehicles })
          list = vehicles
        }
        if (batch !== undefined) part.fixes.keep(at, batch)
        onKept()
      })
    },
    /** Drops the list that the next part would begin with. */
    clear: (): void => {
      list = []
    },
    /** Characters of JSON that a part takes; of the first one kept, with the list at its start. */
    size: ({ lists, fixes, changedVehicles }: FleetPart, isFirst: boolean): number =>
      fixes.count() * FIX_SIZE +
      (changedVehicles + (isFirst ? (lists[0]?.vehicles.length ?? 0) : 0)) * VEHICLE_SIZE,
    /** Characters of JSON of what came since a part began. */
    added: ({ fixes, changedVehicles }: FleetPart): number =>
      fixes.added() * FIX_SIZE + changedVehicles * VEHICLE_SIZE,
    /**
     * Parts as a recording holds them: names and ids masked, places moved unless `withPlaces`, and of each list what differs from the
     * one before, in the order of the masks.
     */
    write: (parts: readonly FleetPart[], mask: Mask, withPlaces: boolean) => {
      const disguise = disguiseFixes(mask, withPlaces)
      let before: readonly FleetVehicle[] = []
      return parts.map(({ lists, fixes }): { lists: RecordedList[]; fixes: RecordedFixes } => ({
        lists: lists.flatMap(({ at, vehicles }) => {
          const held = new Set(vehicles.map(({ vehicleId }) => vehicleId))
          const changed = changedSince(before, vehicles)
          const removed = before
            .flatMap(({ vehicleId }) => (held.has(vehicleId) ? [] : [mask.id(vehicleId)]))
            .sort((one, other) => one - other)
          before = vehicles
          if (changed.length + removed.length === 0) return []
          const redacted = (redact(changed, mask) as FleetVehicle[]).sort(byId)
          return [{ at, removed, vehicles: withPlaces ? redacted : movePlaces(redacted, mask) }]
        }),
        fixes: fixes.pack(disguise),
      }))
    },
  }
}
