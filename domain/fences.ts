import type { LngLat } from './geo.ts'
import { degreeSteps, roundDegrees } from './rounding.ts'

/** What a fence encloses, by the `typeId` of its payload (GEO-06). */
export const FENCE_TYPE = {
  1: 'Depot',
  2: 'Customer',
  3: 'Workshop',
  4: 'Fuel station',
  5: 'Toll',
  6: 'Restricted area',
  7: 'Other',
} as const

/** A corner of an outline in degrees. */
export type Corner = { readonly latitude: number; readonly longitude: number }

/** The two corners of a side, numbered from 1 in the order of the outline. */
export type Side = { readonly from: number; readonly to: number }

const isSameCorner = (a: Corner, b: Corner): boolean =>
  degreeSteps(a.latitude) === degreeSteps(b.latitude) && degreeSteps(a.longitude) === degreeSteps(b.longitude)

/** The outline rounded to POSITION_DECIMALS, without repeated neighbours and without the first corner at its end. */
export const normalizedRing = (corners: readonly Corner[]): Corner[] => {
  const ring: Corner[] = []
  for (const { latitude, longitude } of corners) {
    const corner = { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) }
    const last = ring.at(-1)
    if (!last || !isSameCorner(last, corner)) ring.push(corner)
  }
  while (ring.length > 1 && isSameCorner(ring[0] as Corner, ring.at(-1) as Corner)) ring.pop()
  return ring
}

type Point = readonly [x: number, y: number]

/** The side of the line through a and b on which c lies, as a sign. Exact, because outlines stay below 90 degrees across. */
const orientation = (a: Point, b: Point, c: Point): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

/** Whether c, known to lie on the line through a and b, lies between them. */
const isBetween = (a: Point, b: Point, c: Point): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

const segmentsMeet = (a: Point, b: Point, c: Point, d: Point): boolean => {
  const abc = orientation(a, b, c)
  const abd = orientation(a, b, d)
  if (abc === abd && abc !== 0) return false
  const cda = orientation(c, d, a)
  const cdb = orientation(c, d, b)
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Whether the side from b to c runs back along the side from a to b. */
const foldsBack = (a: Point, b: Point, c: Point): boolean =>
  orientation(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0

const pointsOf = (ring: readonly Corner[]): Point[] =>
  ring.map(({ latitude, longitude }): Point => [degreeSteps(longitude), degreeSteps(latitude)])

/** Whether all corners of a ring lie on one line, so it encloses no area. */
export const isFlat = (ring: readonly Corner[]): boolean => {
  const points = pointsOf(ring)
  const [a, b] = points
  return a === undefined || b === undefined || points.every((c) => orientation(a, b, c) === 0)
}

/** What sides are sorted along: eastwards and northwards, and the diagonals. Each is across the one it is paired with. */
const AXES: ReadonlyArray<(point: Point) => number> = [
  ([x]) => x,
  ([, y]) => y,
  ([x, y]) => x + y,
  ([x, y]) => x - y,
]

/** A side by its ends and its place in the outline. */
type Line = { readonly i: number; readonly a: Point; readonly b: Point }

/** From where to where a side reaches along an axis. */
type Reach = readonly [low: number, high: number]

/** The reaches of all sides along an axis, and how many times over they cover the outline's length there. */
const reachesAlong = (axis: (point: Point) => number, lines: readonly Line[]) => {
  const reaches = lines.map(({ a, b }): Reach => {
    const [from, to] = [axis(a), axis(b)]
    return from < to ? [from, to] : [to, from]
  })
  const length = Math.max(...reaches.map(([, high]) => high)) - Math.min(...reaches.map(([low]) => low))
  const sum = reaches.reduce((before, [low, high]) => before + high - low, 0)
  return { reaches, cover: length > 0 ? sum / length : Infinity }
}

/** Calls `check` with any two sides that come near each other, in the order of the outline; no others meet. */
const eachNearPair = (lines: readonly Line[], check: (one: Line, other: Line) => void): void => {
  const axes = AXES.map((axis) => reachesAlong(axis, lines))
  // Where the sides cover the least, the fewest lie beside each other.
  const best = axes.reduce((least, { cover }, i) => (cover < (axes[least]?.cover ?? 0) ? i : least), 0)
  const [along = [], across = []] = [axes[best]?.reaches, axes[best ^ 1]?.reaches]
  const sorted = lines
    .map((line) => {
      const [from, to] = along[line.i] ?? [0, 0]
      const [low, high] = across[line.i] ?? [0, 0]
      return { line, from, to, low, high }
    })
    .sort((one, other) => one.from - other.from)
  sorted.forEach(({ line, to, low, high }, place) => {
    for (let next = place + 1; next < sorted.length; next += 1) {
      const other = sorted[next]
      if (other === undefined || other.from > to) return
      if (other.low > high || other.high < low) continue
      if (line.i < other.line.i) check(line, other.line)
      else check(other.line, line)
    }
  })
}

/** The first two sides of a ring (see `normalizedRing`) that cross, touch or overlap, or null. Neighbouring sides may share their corner. */
export const firstCrossing = (ring: readonly Corner[]): readonly [Side, Side] | null => {
  const points = pointsOf(ring)
  const count = points.length
  const isFault = (one: Line, other: Line): boolean => {
    const follows = other.i === one.i + 1
    const precedes = (other.i + 1) % count === one.i
    return follows || precedes
      ? (follows && foldsBack(one.a, one.b, other.b)) || (precedes && foldsBack(other.a, one.a, one.b))
      : segmentsMeet(one.a, one.b, other.a, other.b)
  }
  const none = count * count
  let first = none
  eachNearPair(
    points.map((a, i) => ({ i, a, b: points[(i + 1) % count] ?? a })),
    (one, other) => {
      const order = one.i * count + other.i
      if (order < first && isFault(one, other)) first = order
    },
  )
  const side = (i: number): Side => ({ from: i + 1, to: ((i + 1) % count) + 1 })
  return first === none ? null : [side(Math.floor(first / count)), side(first % count)]
}

/** The shape of a geofence: a circle with its radius in metres, or an outline whose first corner is not repeated. */
export type FenceShape =
  | { readonly kind: 'circle'; readonly centre: LngLat; readonly radiusM: number }
  | { readonly kind: 'polygon'; readonly corners: readonly LngLat[] }

/** The tool a shape is drawn with: a circle by default, a polygon while Shift is held (GEO-03). */
export type FenceTool = FenceShape['kind']
