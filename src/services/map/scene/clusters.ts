import { VEHICLE_STATUSES } from '#domain/status.ts'
import type { FleetColumns } from '../../fleet/fleet-columns.ts'
import { mercatorX, mercatorY, worldSize } from './mercator.ts'

/**
 * Vehicles drawn as one ring: its centre, their slots, the number per status (the last for all others) and their
 * bounds. Web Mercator.
 */
export type VehicleCluster = {
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

/** Vehicles drawn singly (slots), and clusters. */
export type FleetLayout = {
  readonly singles: readonly number[]
  readonly clusters: readonly VehicleCluster[]
}

/** px within which vehicles form a cluster, and then clusters merge so that rings do not overlap. */
const CLUSTER_RADIUS_PX = 40
const CLUSTER_MERGE_PX = 50
/**
 * Below this zoom a phone shows a whole country: vehicles cluster less before they merge, or a single ring would
 * remain.
 */
const FAR_OUT = { below: 3, radiusPx: 16, mergePx: 44 } as const
/** From this zoom on, only vehicles that would cover each other are clustered: px to cluster, then to merge. */
const CLOSE_UP = { zoom: 15, radiusPx: 16, mergePx: 24 } as const

const reachAt = (zoom: number): { readonly radiusPx: number; readonly mergePx: number } => {
  if (zoom >= CLOSE_UP.zoom) return CLOSE_UP
  return zoom < FAR_OUT.below ? FAR_OUT : { radiusPx: CLUSTER_RADIUS_PX, mergePx: CLUSTER_MERGE_PX }
}

const STATUS_COUNT = VEHICLE_STATUSES.length + 1

/**
 * Clusters the vehicles in `slots` at a zoom; close up, only those in one spot. Every slot ends up in exactly one
 * single or cluster. Slots without a valid position must be left out.
 */
export const layOut = (columns: FleetColumns, slots: readonly number[], zoom: number): FleetLayout => {
  const { radiusPx, mergePx } = reachAt(zoom)
  const size = worldSize(zoom)
  const x = new Float64Array(slots.length)
  const y = new Float64Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    x[i] = mercatorX(columns.lng[slot] ?? 0)
    y[i] = mercatorY(columns.lat[slot] ?? 0)
  }
  const near = clusterPoints(x, y, radiusPx / size)
  const middle = middlesOf(x, y, near.clusterOf, near.count)
  const merged = clusterPoints(middle.x, middle.y, mergePx / size)
  const of = near.clusterOf.map((number) => merged.clusterOf[number] ?? 0)
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
  const clusters = new Map<number, Writable<VehicleCluster> & { statuses: number[]; slots: number[] }>()
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
    let cluster = clusters.get(number)
    if (!cluster) {
      const statuses = new Array<number>(STATUS_COUNT).fill(0)
      cluster = {
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
      clusters.set(number, cluster)
    }
    cluster.slots.push(slot)
    const status = Math.min(columns.status[slot] ?? 0, STATUS_COUNT - 1)
    cluster.statuses[status] = (cluster.statuses[status] ?? 0) + 1
    if (atX < cluster.west) cluster.west = atX
    if (atX > cluster.east) cluster.east = atX
    if (atY < cluster.north) cluster.north = atY
    if (atY > cluster.south) cluster.south = atY
  }
  return { singles, clusters: [...clusters.values()] }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The cluster of each point, numbered from 0 in order of their first points. */
export type PointClusters = { readonly clusterOf: Int32Array; readonly count: number }

/** Buckets of the cell table; a power of two. Points from different cells in one bucket are told apart by distance. */
const BUCKETS = 1 << 14

/**
 * Each free point takes all other free points within `radius`. First come, first served: a stable order of points
 * gives stable clusters.
 */
export const clusterPoints = (x: Float64Array, y: Float64Array, radius: number): PointClusters => {
  const length = x.length
  const first = new Int32Array(BUCKETS).fill(-1)
  const next = new Int32Array(length)
  for (let i = length - 1; i >= 0; i--) {
    const bucket = bucketOf(Math.floor((x[i] ?? 0) / radius), Math.floor((y[i] ?? 0) / radius))
    next[i] = first[bucket] ?? -1
    first[bucket] = i
  }
  const clusterOf = new Int32Array(length).fill(-1)
  const reach = radius * radius
  let count = 0

  /** Removes nearby points from a bucket, so that no point is visited again once taken. */
  const takeFrom = (bucket: number, atX: number, atY: number, number: number) => {
    let before = -1
    for (let i = first[bucket] ?? -1; i !== -1; i = next[i] ?? -1) {
      const dx = (x[i] ?? 0) - atX
      const dy = (y[i] ?? 0) - atY
      if (clusterOf[i] === -1 && dx * dx + dy * dy <= reach) clusterOf[i] = number
      if (clusterOf[i] === -1) before = i
      else if (before === -1) first[bucket] = next[i] ?? -1
      else next[before] = next[i] ?? -1
    }
  }

  for (let seed = 0; seed < length; seed++) {
    if (clusterOf[seed] !== -1) continue
    const atX = x[seed] ?? 0
    const atY = y[seed] ?? 0
    const column = Math.floor(atX / radius)
    const row = Math.floor(atY / radius)
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) takeFrom(bucketOf(column + dx, row + dy), atX, atY, count)
    count += 1
  }
  return { clusterOf, count }
}

const bucketOf = (column: number, row: number) =>
  (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) & (BUCKETS - 1)
