import { worldSize } from '../scene/mercator.ts'
import type { TrackPath } from '../scene/track-cursor.ts'

type Line = Pick<TrackPath, 'length' | 'x' | 'y' | 'parted'>

/** The points of a route that make a difference at a zoom, and how far along the route (in Web Mercator) each lies. */
export type LineLevel = { readonly zoom: number; readonly kept: Int32Array; readonly along: Float64Array }

/** px by which the drawn line may miss a point. */
const LEAST_PX = 0.35
/** Levels kept in memory for one route. */
const MAX_LEVELS = 4

/** Thins a route for each whole zoom when it is first drawn there. Ends, and points beside a gap, are always kept. */
export const createLineLevels = (path: Line) => {
  const levels: LineLevel[] = []
  return (zoom: number): LineLevel => {
    const whole = Math.floor(zoom)
    const found = levels.find((level) => level.zoom === whole)
    if (found) return found
    const level = thinned(path, whole)
    levels.unshift(level)
    levels.length = Math.min(levels.length, MAX_LEVELS)
    return level
  }
}

/** The place in `kept` of the last point at or before a point of the route. */
export const keptBefore = (kept: Int32Array, index: number): number => {
  let low = 0
  let high = kept.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((kept[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Leaves out points while the straight line past them misses none by more than LEAST_PX: from the last kept point, each
 * further one allows a fan of directions, and the first that lies outside all fans before it, or nearer, ends the line.
 */
const thinned = (path: Line, zoom: number): LineLevel => {
  const least = LEAST_PX / worldSize(zoom + 1)
  const kept: number[] = []
  const along: number[] = []
  let anchorX = Number.NaN
  let anchorY = Number.NaN
  let middle = 0
  let low = 0
  let high = 0
  let reach = 0

  const keep = (i: number) => {
    const x = path.x[i] ?? 0
    const y = path.y[i] ?? 0
    along.push(kept.length === 0 ? 0 : (along.at(-1) ?? 0) + Math.hypot(x - anchorX, y - anchorY))
    kept.push(i)
    anchorX = x
    anchorY = y
    reach = 0
  }
  /** Narrows the fan of directions by a point; false when it lies outside. */
  const fits = (i: number) => {
    const dx = (path.x[i] ?? 0) - anchorX
    const dy = (path.y[i] ?? 0) - anchorY
    const away = Math.hypot(dx, dy)
    if (away <= least) return reach <= 2 * least
    const spread = Math.asin(least / away)
    const direction = Math.atan2(dy, dx)
    if (reach === 0) {
      middle = direction
      low = -spread
      high = spread
      reach = away
      return true
    }
    const off = ((direction - middle + 3 * Math.PI) % (2 * Math.PI)) - Math.PI
    if (off < low || off > high || away < reach - least) return false
    low = Math.max(low, off - spread)
    high = Math.min(high, off + spread)
    reach = Math.max(reach, away)
    return true
  }

  for (let i = 0; i < path.length; i++) {
    if (i === 0 || path.parted[i - 1] === 1) {
      keep(i)
      continue
    }
    if (!fits(i)) {
      keep(i - 1)
      fits(i)
    }
    if (path.parted[i] === 1) keep(i)
  }
  return { zoom, kept: Int32Array.from(kept), along: Float64Array.from(along) }
}
