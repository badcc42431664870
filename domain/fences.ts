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
  const [abc, abd, cda, cdb] = [
    orientation(a, b, c),
    orientation(a, b, d),
    orientation(c, d, a),
    orientation(c, d, b),
  ]
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

/** The first two sides of a ring (see `normalizedRing`) that cross, touch or overlap, or null. Neighbouring sides may share their corner. */
export const firstCrossing = (ring: readonly Corner[]): readonly [Side, Side] | null => {
  const points = pointsOf(ring)
  const count = points.length
  const at = (i: number): Point => points[i % count] ?? [0, 0]
  const side = (i: number): Side => ({ from: i + 1, to: ((i + 1) % count) + 1 })
  for (let i = 0; i < count; i += 1) {
    const [a, b] = [at(i), at(i + 1)]
    for (let k = i + 1; k < count; k += 1) {
      const [c, d] = [at(k), at(k + 1)]
      const follows = k === i + 1
      const precedes = (k + 1) % count === i
      const isFault =
        follows || precedes
          ? (follows && foldsBack(a, b, d)) || (precedes && foldsBack(c, a, b))
          : segmentsMeet(a, b, c, d)
      if (isFault) return [side(i), side(k)]
    }
  }
  return null
}

/** The shape of a geofence: a circle with its radius in metres, or an outline whose first corner is not repeated. */
export type FenceShape =
  | { readonly kind: 'circle'; readonly centre: LngLat; readonly radiusM: number }
  | { readonly kind: 'polygon'; readonly corners: readonly LngLat[] }

/** The tool a shape is drawn with: a circle by default, a polygon while Shift is held (GEO-03). */
export type FenceTool = FenceShape['kind']
