import type { Route } from '../road/route.ts'
import type { StopPlan } from './plan-stops.ts'

/** m/s² of a loaded truck. */
const SPEEDS_UP = 0.3
const SLOWS_DOWN = 0.55

/** Speed in m/s at each point: as wanted, slower in bends, 0 at stands, and never gained or lost faster than a truck can. */
export const speedsAlong = (route: Route, { stops, wanted }: StopPlan): Float32Array => {
  const speeds = Float32Array.from(wanted, (kmph, point) =>
    stops.has(point) ? 0 : Math.max(8, Math.min(kmph, route.bendPace[point] ?? kmph)) / 3.6,
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
