import { RADIANS } from './geo.ts'

/** The eight compass points, clockwise from north (OPEN-37). */
export const COMPASS_POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type CompassPoint = (typeof COMPASS_POINTS)[number]

const POINT_DEGREES = 360 / COMPASS_POINTS.length

/** A heading in degrees from north, turned into 0 up to below 360. */
export const normalizedHeading = (degrees: number): number => ((degrees % 360) + 360) % 360

/** The compass point nearest to a heading in degrees from north; `N` for NaN. */
export const compassPoint = (degrees: number): CompassPoint =>
  COMPASS_POINTS[Math.round(normalizedHeading(degrees) / POINT_DEGREES) % COMPASS_POINTS.length] ?? 'N'

const HEADINGS = new Map<string, number>(COMPASS_POINTS.map((point, index) => [point, index * POINT_DEGREES]))

/** The heading of a compass point in degrees from north; NaN for any other text. */
export const compassHeading = (point: string): number => HEADINGS.get(point) ?? Number.NaN

/** The heading at A of the great circle to B, in whole degrees from north, 0 to 360. Arguments in degrees. */
export const greatCircleHeading = (lngA: number, latA: number, lngB: number, latB: number): number => {
  const dLng = (lngB - lngA) * RADIANS
  const y = Math.sin(dLng) * Math.cos(latB * RADIANS)
  const x =
    Math.cos(latA * RADIANS) * Math.sin(latB * RADIANS) -
    Math.sin(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.cos(dLng)
  return (Math.round(Math.atan2(y, x) / RADIANS) + 360) % 360
}

/** The turn from one heading to another by the shorter side, -180 to under 180, clockwise positive. NaN where one is. */
export const turnBetween = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180

/** The heading `fraction` (0 to 1) of the turn from one to another, by the shorter side, 0 to 360. `from` where `to` is NaN; NaN where `from` is. */
export const interpolateHeading = (from: number, to: number, fraction: number): number => {
  if (Number.isNaN(to)) return from
  return (from + turnBetween(from, to) * fraction + 360) % 360
}
