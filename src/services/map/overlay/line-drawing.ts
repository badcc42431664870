import { type projector, type Viewport, worldSize } from '../scene/mercator.ts'
import type { TrackPath } from '../scene/route-paths.ts'
import type { Colours } from './colours.ts'
import type { CanvasContext } from './sprites.ts'

const WIDTH = { line: 4, halo: 7 } as const

/** Collects a line in px and leaves out what is not in view. */
export const createClippedLine = (view: Viewport) => {
  const line = new Path2D()
  let x = 0
  let y = 0
  let isDown = false
  return {
    line,
    moveTo: (toX: number, toY: number) => {
      isDown = false
      x = toX
      y = toY
    },
    lineTo: (toX: number, toY: number) => {
      const shows = clipToView(x, y, toX, toY, view, WIDTH.halo) !== undefined
      if (shows) {
        if (!isDown) line.moveTo(x, y)
        line.lineTo(toX, toY)
      }
      isDown = shows
      x = toX
      y = toY
    },
  }
}

/** Strokes a driven line. The halo goes under existing pixels, so that an added piece leaves no seam. */
export const strokeLine = (context: CanvasContext, line: Path2D, colours: Colours, ratio: number) => {
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.strokeStyle = colours.accent
  context.lineWidth = WIDTH.line
  context.stroke(line)
  context.globalCompositeOperation = 'destination-over'
  context.strokeStyle = colours.halo
  context.lineWidth = WIDTH.halo
  context.stroke(line)
  context.globalCompositeOperation = 'source-over'
}

/** Adds the points of a route from place `from` to `to` in `kept` to a line, without its breaks. */
export const addRoutePart = (
  line: ReturnType<typeof createClippedLine>,
  path: Line,
  kept: Int32Array,
  from: number,
  to: number,
  { x, y }: Pick<ReturnType<typeof projector>, 'x' | 'y'>,
) => {
  for (let place = from; place <= to; place++) {
    const at = kept[place] ?? 0
    const draw = place > 0 && path.breakAfter[kept[place - 1] ?? 0] === 0 ? line.lineTo : line.moveTo
    draw(x(path.x[at] ?? 0), y(path.y[at] ?? 0))
  }
}

/** The part of a segment (px) within `margin` of a view as [from, to], 0 to 1; undefined if none is. */
export const clipToView = (
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  { width, height }: { width: number; height: number },
  margin: number,
): readonly [from: number, to: number] | undefined => {
  const east = width + margin
  const south = height + margin
  // Most segments of a long route end here in every frame, so this allocates nothing.
  if ((x0 < -margin && x1 < -margin) || (x0 > east && x1 > east)) return undefined
  if ((y0 < -margin && y1 < -margin) || (y0 > south && y1 > south)) return undefined
  if (isWithin(x0, -margin, east) && isWithin(x1, -margin, east))
    if (isWithin(y0, -margin, south) && isWithin(y1, -margin, south)) return WHOLE

  let from = 0
  let to = 1
  const bound = (start: number, by: number, low: number, high: number) => {
    if (by === 0) return start >= low && start <= high
    const a = (low - start) / by
    const b = (high - start) / by
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
    return from <= to
  }
  return bound(x0, x1 - x0, -margin, east) && bound(y0, y1 - y0, -margin, south) ? [from, to] : undefined
}

const WHOLE = [0, 1] as const

const isWithin = (value: number, low: number, high: number) => value >= low && value <= high

type Line = Pick<TrackPath, 'length' | 'x' | 'y' | 'breakAfter'>

/** The points of a route that matter at a zoom, and their distances along it in Web Mercator. */
export type LineLevel = { readonly zoom: number; readonly kept: Int32Array; readonly along: Float64Array }

/** px by which the drawn line may miss a point. */
const LEAST_PX = 0.35
/** Levels cached for one route. */
const MAX_LEVELS = 4

/**
 * Simplifies a route for each whole zoom when it is first drawn there. Ends and points beside a gap are always kept.
 */
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

/** Index in `kept` of the last point at or before a point of the route. */
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
 * Leaves out points while a straight line misses none of them by more than LEAST_PX. Starting at the last kept point,
 * each further point narrows the range of allowed directions; the first point outside that range, or nearer, ends the
 * line.
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

  const addPoint = (i: number) => {
    const x = path.x[i] ?? 0
    const y = path.y[i] ?? 0
    along.push(kept.length === 0 ? 0 : (along.at(-1) ?? 0) + Math.hypot(x - anchorX, y - anchorY))
    kept.push(i)
    anchorX = x
    anchorY = y
    reach = 0
  }
  /** Narrows the range of directions by a point; false if the point lies outside. */
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
    if (i === 0 || path.breakAfter[i - 1] === 1) {
      addPoint(i)
      continue
    }
    if (!fits(i)) {
      addPoint(i - 1)
      fits(i)
    }
    if (path.breakAfter[i] === 1) addPoint(i)
  }
  return { zoom, kept: Int32Array.from(kept), along: Float64Array.from(along) }
}
