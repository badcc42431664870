import {
  greatCircleMetres,
  LEAST_METRES_PER_DEGREE,
  METRES_PER_DEGREE,
  parallelLengthM,
  RADIANS,
} from '#domain/geo.ts'
import type { DayFence } from '../track/close-day.ts'
import { RULES } from './limits.ts'

type Box = { readonly west: number; readonly east: number; readonly south: number; readonly north: number }

/** How far a circle reaches from its centre, degrees. */
const reachOf = (lat: number, radiusM: number): { readonly lng: number; readonly lat: number } => {
  const latReach = radiusM / LEAST_METRES_PER_DEGREE
  return { lat: latReach, lng: latReach / Math.max(0.01, Math.cos(lat * RADIANS)) }
}

/** The bounding box of a fence; null without points. */
export const boxOf = ({ shape, points, radiusM }: DayFence): Box | null => {
  const [centre] = points
  if (centre === undefined) return null
  if (shape === 'circle') {
    const reach = reachOf(centre[1], radiusM ?? 0)
    return {
      west: centre[0] - reach.lng,
      east: centre[0] + reach.lng,
      south: centre[1] - reach.lat,
      north: centre[1] + reach.lat,
    }
  }
  return {
    west: Math.min(...points.map(([lng]) => lng)),
    east: Math.max(...points.map(([lng]) => lng)),
    south: Math.min(...points.map(([, lat]) => lat)),
    north: Math.max(...points.map(([, lat]) => lat)),
  }
}

const isInBox = (box: Box, lng: number, lat: number): boolean =>
  lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north

const isInPolygon = (points: DayFence['points'], lng: number, lat: number): boolean => {
  let inside = false
  let from = points[points.length - 1]
  for (const to of points) {
    if (
      from !== undefined &&
      from[1] > lat !== to[1] > lat &&
      lng < ((to[0] - from[0]) * (lat - from[1])) / (to[1] - from[1]) + from[0]
    )
      inside = !inside
    from = to
  }
  return inside
}

/** Makes a fast test whether a position lies in the fence. A polygon's edges are straight on the map. */
export const insideOf = (fence: DayFence): ((lng: number, lat: number) => boolean) => {
  const box = boxOf(fence)
  const [centre] = fence.points
  if (box === null || centre === undefined) return () => false
  return fence.shape === 'circle'
    ? (lng, lat) =>
        isInBox(box, lng, lat) && greatCircleMetres(lng, lat, centre[0], centre[1]) <= (fence.radiusM ?? 0)
    : (lng, lat) => isInBox(box, lng, lat) && isInPolygon(fence.points, lng, lat)
}

/** The size of a fence, m: the radius of a circle, half the shorter side of the box around a polygon. */
const sizeOf = ({ shape, radiusM }: DayFence, { west, east, south, north }: Box): number => {
  const width = ((east - west) * parallelLengthM((south + north) / 2)) / 360
  return shape === 'circle' ? (radiusM ?? 0) : Math.min(width, (north - south) * METRES_PER_DEGREE) / 2
}

/** Makes a test whether a position of this accuracy (m, NaN or absent if unknown) tells if a vehicle is in the fence: a worse one than its size does not. */
export const exactEnoughFor = (fence: DayFence): ((accuracy: number | undefined) => boolean) => {
  const box = boxOf(fence)
  const size = box === null ? 0 : sizeOf(fence, box)
  return (accuracy) => !(accuracy !== undefined && accuracy > size)
}

/** How far outside of its edge a fence is left, m: less for small fences. */
const leaveMarginOf = (fence: DayFence, box: Box): number =>
  Math.min(RULES.fenceLeaveM, sizeOf(fence, box) * RULES.fenceLeaveShare)

/** Whether a position is at most `metres` away from the outline of a polygon, taken as flat around the position. */
const isAtOutline = (points: DayFence['points'], lng: number, lat: number, metres: number): boolean => {
  const [perLng, perLat] = [parallelLengthM(lat) / 360, METRES_PER_DEGREE]
  let from = points[points.length - 1]
  for (const to of points) {
    if (from === undefined) return false
    const [x, y] = [(from[0] - lng) * perLng, (from[1] - lat) * perLat]
    const [alongX, alongY] = [(to[0] - from[0]) * perLng, (to[1] - from[1]) * perLat]
    const length = alongX * alongX + alongY * alongY
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / length))
    if (Math.hypot(x + part * alongX, y + part * alongY) <= metres) return true
    from = to
  }
  return false
}

/** Makes a fast test whether a position lies in the fence or too near to its edge to count as outside. */
export const nearOf = (fence: DayFence): ((lng: number, lat: number) => boolean) => {
  const box = boxOf(fence)
  const [centre] = fence.points
  if (box === null || centre === undefined) return () => false
  const margin = leaveMarginOf(fence, box)
  if (fence.shape === 'circle')
    return (lng, lat) => greatCircleMetres(lng, lat, centre[0], centre[1]) <= (fence.radiusM ?? 0) + margin
  const reach = reachOf(Math.max(Math.abs(box.south), Math.abs(box.north)), margin)
  const around = {
    west: box.west - reach.lng,
    east: box.east + reach.lng,
    south: box.south - reach.lat,
    north: box.north + reach.lat,
  }
  return (lng, lat) =>
    isInBox(around, lng, lat) &&
    (isInPolygon(fence.points, lng, lat) || isAtOutline(fence.points, lng, lat, margin))
}
