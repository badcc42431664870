import { KM_PER_LAT, kmBetween, kmPerLng, type Place } from './plane.ts'
import type { RoadPoint } from './road-points.ts'

/** How far in km a straight line may leave the road, and how long it may be: as the basemap draws roads. */
const TOLERANCE_KM = 0.018
const LONGEST_KM = 0.9

/** Distance in km of a place from the straight line between two others. */
const kmFromLine = (place: Place, a: Place, b: Place): number => {
  const scale = kmPerLng(a[1])
  const [x, y] = [(b[0] - a[0]) * scale, (b[1] - a[1]) * KM_PER_LAT]
  const [px, py] = [(place[0] - a[0]) * scale, (place[1] - a[1]) * KM_PER_LAT]
  const share = Math.max(0, Math.min(1, (px * x + py * y) / (x * x + y * y || 1)))
  return Math.hypot(px - share * x, py - share * y)
}

const differs = (a: RoadPoint | undefined, b: RoadPoint): boolean =>
  a === undefined || a.pace !== b.pace || a.inTunnel !== b.inTunnel

/** The points that are enough to follow the road: its ends, its bends (Douglas–Peucker), and where pace or reception change. */
export const thinned = (points: readonly RoadPoint[]): RoadPoint[] => {
  const kept = new Set([0, points.length - 1])
  points.forEach((point, i) => {
    if (i > 0 && differs(points[i - 1], point)) kept.add(i - 1).add(i)
  })
  const ends = [...kept].sort((a, b) => a - b)
  const spans = ends.slice(1).map((to, i): [number, number] => [ends[i] ?? 0, to])
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const [a, b] = [points[from], points[to]]
    if (!a || !b || to - from < 2) continue
    let furthest = (from + to) >> 1
    let far = kmBetween(a.at, b.at) > LONGEST_KM ? TOLERANCE_KM : 0
    for (let i = from + 1; i < to; i += 1) {
      const km = kmFromLine(points[i]?.at ?? a.at, a.at, b.at)
      if (km > far) {
        far = km
        furthest = i
      }
    }
    if (far < TOLERANCE_KM) continue
    kept.add(furthest)
    spans.push([from, furthest], [furthest, to])
  }
  return points.filter((_, i) => kept.has(i))
}
