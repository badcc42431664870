import { worldSize } from '../scene/mercator.ts'
import type { TrackPath } from '../scene/track-cursor.ts'

/** The points of a route that make a difference at a zoom, and how far along the route (in Web Mercator) each lies. */
export type LineLevel = { readonly zoom: number; readonly kept: Int32Array; readonly along: Float64Array }

/** Points nearer than this many px to the last kept one are left out. */
const LEAST_PX = 0.75
/** Levels kept in memory for one route. */
const MAX_LEVELS = 4

/** Thins a route for each whole zoom when it is first drawn there. Ends, and points beside a gap, are always kept. */
export const createLineLevels = (path: TrackPath) => {
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

const thinned = (path: TrackPath, zoom: number): LineLevel => {
  const least = (LEAST_PX / worldSize(zoom + 1)) ** 2
  const kept: number[] = []
  const along: number[] = []
  let x = Number.NaN
  let y = Number.NaN
  let length = 0
  for (let i = 0; i < path.length; i++) {
    const dx = (path.x[i] ?? 0) - x
    const dy = (path.y[i] ?? 0) - y
    const square = dx * dx + dy * dy
    const edge = i === 0 || path.parted[i] === 1 || path.parted[i - 1] === 1
    if (!edge && square < least) continue
    if (kept.length > 0) length += Math.sqrt(square)
    kept.push(i)
    along.push(length)
    x = path.x[i] ?? 0
    y = path.y[i] ?? 0
  }
  return { zoom, kept: Int32Array.from(kept), along: Float64Array.from(along) }
}
