import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { FleetColumns } from '../../fleet-store/fleet-store.types.ts'
import { mercatorX, mercatorY, worldSize } from './mercator.ts'

/** Vehicles drawn as one ring: where, how many of each status (the last for any other), and their bounds. Web Mercator. */
export type VehicleGroup = {
  readonly x: number
  readonly y: number
  readonly count: number
  readonly statuses: readonly number[]
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

/** Who is drawn singly (slots) and who is grouped. */
export type FleetLayout = { readonly singles: readonly number[]; readonly groups: readonly VehicleGroup[] }

/** px within which vehicles gather, then gatherings merge: rings must not overlap. */
const GATHER_PX = 40
const MERGE_PX = 50
/** From this zoom on every vehicle is drawn singly. */
export const UNGROUPED_ZOOM = 15
/** Groups the vehicles in `slots` at a zoom. Every slot ends up in exactly one place; slots without a place on the globe must be left out before. */
export const layOut = (columns: FleetColumns, slots: readonly number[], zoom: number): FleetLayout => {
  if (zoom >= UNGROUPED_ZOOM) return { singles: slots, groups: [] }
  const size = worldSize(zoom)
  const near = gather(
    slots.map((slot) => pointOf(columns, slot)),
    GATHER_PX / size,
  )
  const merged = gather(near, MERGE_PX / size)
  const singles: number[] = []
  const groups: VehicleGroup[] = []
  for (const group of merged) {
    if (group.count === 1 && group.slot !== undefined) singles.push(group.slot)
    else groups.push(group)
  }
  return { singles, groups }
}

type Item = VehicleGroup & { readonly slot?: number }

const STATUS_COUNT = VEHICLE_STATUSES.length + 1

const pointOf = (columns: FleetColumns, slot: number): Item => {
  const x = mercatorX(columns.lng[slot] ?? 0)
  const y = mercatorY(columns.lat[slot] ?? 0)
  const statuses = new Array<number>(STATUS_COUNT).fill(0)
  statuses[Math.min(columns.status[slot] ?? 0, STATUS_COUNT - 1)] = 1
  return { x, y, count: 1, statuses, west: x, north: y, east: x, south: y, slot }
}

/** Each item not yet taken takes those within `radius` that are not taken either. First come, first served: the order decides, so a stable order gives stable groups. */
const gather = (items: readonly Item[], radius: number): Item[] => {
  const cells = new Map<number, number[]>()
  const columnOf = (x: number) => Math.floor(x / radius)
  const rowLength = Math.ceil(1 / radius) + 3
  const keyOf = (column: number, row: number) => row * rowLength + column
  for (const [place, item] of items.entries()) {
    const key = keyOf(columnOf(item.x), columnOf(item.y))
    const cell = cells.get(key)
    if (cell) cell.push(place)
    else cells.set(key, [place])
  }
  const taken = new Uint8Array(items.length)
  const gathered: Item[] = []
  for (const [place, seed] of items.entries()) {
    if (taken[place]) continue
    taken[place] = 1
    const mates = [seed]
    const column = columnOf(seed.x)
    const row = columnOf(seed.y)
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const cell = cells.get(keyOf(column + dx, row + dy))
        if (cell === undefined) continue
        let kept = 0
        for (const other of cell) {
          if (taken[other]) continue
          const mate = items[other]
          if (mate && (mate.x - seed.x) ** 2 + (mate.y - seed.y) ** 2 <= radius ** 2) {
            taken[other] = 1
            mates.push(mate)
          } else cell[kept++] = other
        }
        cell.length = kept
      }
    gathered.push(mates.length === 1 ? seed : together(mates))
  }
  return gathered
}

const together = (items: readonly Item[]): Item => {
  const statuses = new Array<number>(STATUS_COUNT).fill(0)
  let count = 0
  let x = 0
  let y = 0
  let west = Number.POSITIVE_INFINITY
  let north = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  let south = Number.NEGATIVE_INFINITY
  for (const item of items) {
    count += item.count
    x += item.x * item.count
    y += item.y * item.count
    west = Math.min(west, item.west)
    north = Math.min(north, item.north)
    east = Math.max(east, item.east)
    south = Math.max(south, item.south)
    for (let status = 0; status < STATUS_COUNT; status++)
      statuses[status] = (statuses[status] ?? 0) + (item.statuses[status] ?? 0)
  }
  return { x: x / count, y: y / count, count, statuses, west, north, east, south }
}
