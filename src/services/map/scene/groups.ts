import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import type { FleetColumns } from '../../fleet-store/fleet-store.types.ts'
import { gather } from './gather.ts'
import { mercatorX, mercatorY, worldSize } from './mercator.ts'

/** Vehicles drawn as one ring: where, which (slots), how many of each status (the last for any other), and their bounds. Web Mercator. */
export type VehicleGroup = {
  readonly x: number
  readonly y: number
  readonly count: number
  readonly slots: readonly number[]
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
/** Further out than this zoom, where a phone shows a country whole: little is gathered before it is merged, or one ring would be all there is. */
const FAR_OUT = { below: 3, gatherPx: 16, mergePx: 44 } as const
/** From this zoom on only vehicles that would lie on each other are grouped: within these px they gather, then merge. */
const CLOSE_UP = { zoom: 15, gatherPx: 16, mergePx: 24 } as const

const reachAt = (zoom: number): { readonly gatherPx: number; readonly mergePx: number } => {
  if (zoom >= CLOSE_UP.zoom) return CLOSE_UP
  return zoom < FAR_OUT.below ? FAR_OUT : { gatherPx: GATHER_PX, mergePx: MERGE_PX }
}

const STATUS_COUNT = VEHICLE_STATUSES.length + 1

/** Groups the vehicles in `slots` at a zoom; close up only those at one place. Every slot ends up in exactly one place; slots without a place on the globe must be left out before. */
export const layOut = (columns: FleetColumns, slots: readonly number[], zoom: number): FleetLayout => {
  const { gatherPx, mergePx } = reachAt(zoom)
  const size = worldSize(zoom)
  const x = new Float64Array(slots.length)
  const y = new Float64Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    x[i] = mercatorX(columns.lng[slot] ?? 0)
    y[i] = mercatorY(columns.lat[slot] ?? 0)
  }
  const near = gather(x, y, gatherPx / size)
  const middle = middlesOf(x, y, near.of, near.count)
  const merged = gather(middle.x, middle.y, mergePx / size)
  const of = near.of.map((number) => merged.of[number] ?? 0)
  return collect(columns, slots, x, y, of, middlesOf(x, y, of, merged.count))
}

type Middles = { readonly x: Float64Array; readonly y: Float64Array; readonly count: Int32Array }

const middlesOf = (x: Float64Array, y: Float64Array, of: Int32Array, length: number): Middles => {
  const middle = { x: new Float64Array(length), y: new Float64Array(length), count: new Int32Array(length) }
  for (let i = 0; i < of.length; i++) {
    const number = of[i] ?? 0
    const count = (middle.count[number] ?? 0) + 1
    const heldX = middle.x[number] ?? 0
    const heldY = middle.y[number] ?? 0
    middle.count[number] = count
    middle.x[number] = heldX + ((x[i] ?? 0) - heldX) / count
    middle.y[number] = heldY + ((y[i] ?? 0) - heldY) / count
  }
  return middle
}

const collect = (
  columns: FleetColumns,
  slots: readonly number[],
  x: Float64Array,
  y: Float64Array,
  of: Int32Array,
  middle: Middles,
): FleetLayout => {
  const singles: number[] = []
  const groups = new Map<number, Writable<VehicleGroup> & { statuses: number[]; slots: number[] }>()
  for (let i = 0; i < slots.length; i++) {
    const number = of[i] ?? 0
    const slot = slots[i] ?? 0
    const count = middle.count[number] ?? 0
    if (count === 1) {
      singles.push(slot)
      continue
    }
    const atX = x[i] ?? 0
    const atY = y[i] ?? 0
    let group = groups.get(number)
    if (!group) {
      const statuses = new Array<number>(STATUS_COUNT).fill(0)
      group = {
        x: middle.x[number] ?? 0,
        y: middle.y[number] ?? 0,
        count,
        slots: [],
        statuses,
        west: atX,
        north: atY,
        east: atX,
        south: atY,
      }
      groups.set(number, group)
    }
    group.slots.push(slot)
    const status = Math.min(columns.status[slot] ?? 0, STATUS_COUNT - 1)
    group.statuses[status] = (group.statuses[status] ?? 0) + 1
    if (atX < group.west) group.west = atX
    if (atX > group.east) group.east = atX
    if (atY < group.north) group.north = atY
    if (atY > group.south) group.south = atY
  }
  return { singles, groups: [...groups.values()] }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
