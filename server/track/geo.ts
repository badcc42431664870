import type { DayFence } from './closed-day.ts'

const EARTH_RADIUS_M = 6_371_008.8
const RADIANS = Math.PI / 180

/** Metres between two places along the great circle. */
export const metresBetween = (lngA: number, latA: number, lngB: number, latB: number): number => {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2)
  const sinLng = Math.sin(((lngB - lngA) * RADIANS) / 2)
  const a = sinLat * sinLat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * sinLng * sinLng
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** A test whether a place lies in the fence, with what can be known beforehand worked out. A polygon's edges are straight on the map. */
export const insideOf = (fence: DayFence): ((lng: number, lat: number) => boolean) => {
  const { points, radiusM } = fence
  const [centre] = points
  if (!centre) return () => false
  if (fence.shape === 'circle') {
    const radius = radiusM ?? 0
    const latReach = radius / 111_000
    const lngReach = latReach / Math.max(0.01, Math.cos(centre[1] * RADIANS))
    return (lng, lat) =>
      Math.abs(lat - centre[1]) <= latReach &&
      Math.abs(lng - centre[0]) <= lngReach &&
      metresBetween(lng, lat, centre[0], centre[1]) <= radius
  }
  const [west, east] = [Math.min(...points.map(([lng]) => lng)), Math.max(...points.map(([lng]) => lng))]
  const [south, north] = [
    Math.min(...points.map(([, lat]) => lat)),
    Math.max(...points.map(([, lat]) => lat)),
  ]
  return (lng, lat) => {
    if (lng < west || lng > east || lat < south || lat > north) return false
    let inside = false
    let from = points[points.length - 1] ?? centre
    for (const to of points) {
      if (
        from[1] > lat !== to[1] > lat &&
        lng < ((to[0] - from[0]) * (lat - from[1])) / (to[1] - from[1]) + from[0]
      )
        inside = !inside
      from = to
    }
    return inside
  }
}
