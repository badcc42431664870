import { headingBetween } from '../road/plane.ts'
import type { Route } from '../road/route.ts'
import type { StopPlan } from './plan-stops.ts'

/** m/s² of a loaded truck. */
const SPEEDS_UP = 0.3
const SLOWS_DOWN = 0.55

/** Speed in km/h at which a bend of this many degrees in 350 m is taken. */
const bendSpeed = (degrees: number): number => {
  if (degrees > 70) return 18
  if (degrees > 40) return 30
  return degrees > 22 ? 44 : 120
}

const bendAt = (route: Route, point: number): number => {
  const at = (i: number) => [route.lng[i] ?? 0, route.lat[i] ?? 0] as const
  if (point < 1 || point >= route.length - 1) return 0
  const before = headingBetween(at(point - 1), at(point))
  const after = headingBetween(at(point), at(point + 1))
  return Math.abs(((after - before + 540) % 360) - 180)
}

/** Speed in m/s at each point: as wanted, slower in bends, 0 at stands, and never gained or lost faster than a truck can. */
export const speedsAlong = (route: Route, { stops, wanted }: StopPlan): Float64Array => {
  const speeds = Float64Array.from(wanted, (kmph, point) =>
    stops.has(point) ? 0 : Math.max(8, Math.min(kmph, bendSpeed(bendAt(route, point)))) / 3.6,
  )
  speeds[0] = 0
  speeds[route.length - 1] = 0
  const limit = (point: number, neighbour: number, rate: number) => {
    const metres = Math.abs((route.km[point] ?? 0) - (route.km[neighbour] ?? 0)) * 1000
    const reachable = Math.sqrt((speeds[neighbour] ?? 0) ** 2 + 2 * rate * metres)
    speeds[point] = Math.min(speeds[point] ?? 0, reachable)
  }
  for (let point = 1; point < route.length; point += 1) limit(point, point - 1, SPEEDS_UP)
  for (let point = route.length - 2; point >= 0; point -= 1) limit(point, point + 1, SLOWS_DOWN)
  return speeds
}
