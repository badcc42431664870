import { turnBetween } from '#domain/compass.ts'
import type { LngLat } from '#domain/geo.ts'
import { fraction, hashOf } from '../random.ts'
import { roadCurve } from './curve.ts'
import {
  KM_PER_LAT,
  kmPerLng,
  planeHeading,
  planeKmBetween,
  type RoadClass,
  type RoadNetwork,
  type Town,
} from './network.ts'

/** Longest deviation of a straight line from the road in km, and its longest length: as the basemap draws roads. */
const TOLERANCE_KM = 0.018
const LONGEST_KM = 0.9

/** Distance in km of a position from the straight line between two others. */
const kmFromLine = (place: LngLat, a: LngLat, b: LngLat): number => {
  const scale = kmPerLng(a[1])
  const [x, y] = [(b[0] - a[0]) * scale, (b[1] - a[1]) * KM_PER_LAT]
  const [px, py] = [(place[0] - a[0]) * scale, (place[1] - a[1]) * KM_PER_LAT]
  const share = Math.max(0, Math.min(1, (px * x + py * y) / (x * x + y * y || 1)))
  return Math.hypot(px - share * x, py - share * y)
}

const differs = (a: RoadPoint | undefined, b: RoadPoint): boolean =>
  a === undefined || a.pace !== b.pace || a.inTunnel !== b.inTunnel || a.inDeadZone !== b.inDeadZone

/** The points that define the road: its ends, its bends (Douglas–Peucker), and changes of speed or reception. */
export const simplifiedRoad = (points: readonly RoadPoint[]): RoadPoint[] => {
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
    let far = planeKmBetween(a.at, b.at) > LONGEST_KM ? TOLERANCE_KM : 0
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

/** A point of a road and its properties for a truck. */
export type RoadPoint = {
  readonly at: LngLat
  readonly roadClass: RoadClass
  /** Speed limit for a truck in km/h. */
  readonly pace: number
  /** Speed in km/h through its bend. */
  readonly bendPace: number
  readonly inTown: boolean
  /** No GPS reception. */
  readonly inTunnel: boolean
  /** No network for the tracker to send by. */
  readonly inDeadZone: boolean
}

const PACE: Readonly<Record<RoadClass, { open: number; town: number }>> = {
  1: { open: 68, town: 34 },
  2: { open: 56, town: 30 },
  3: { open: 44, town: 26 },
}

/** One road in this many has a tunnel of this many km, if it is long enough. */
const TUNNEL_EVERY = 60
const TUNNEL_KM = 5.2

/** One road in this many has a stretch of so many km without a network, if it is long enough. */
const DEAD_ZONE = { everyRoads: 7, from: 3.5, to: 18 } as const

const townRadiusKm = ({ population }: Town): number => Math.min(9, Math.sqrt(population) / 170)

const hasTunnel = (a: number, b: number, km: number): boolean =>
  km > TUNNEL_KM * 1.6 && hashOf('tunnel', Math.min(a, b), Math.max(a, b)) % TUNNEL_EVERY === 0

/** Km of a road without a network, in its middle; 0 on most roads. The same from both ends. */
const deadZoneKm = (a: number, b: number, km: number): number => {
  const hash = hashOf('dead zone', Math.min(a, b), Math.max(a, b))
  if (hash % DEAD_ZONE.everyRoads !== 0) return 0
  const long = DEAD_ZONE.from + (DEAD_ZONE.to - DEAD_ZONE.from) * fraction(hash)
  return km > long * 2 ? long : 0
}

/** Speed in km/h through a bend; the three positions are some 350 m apart. Fast at the ends of a road. */
export const bendPaceAt = (before: LngLat | undefined, here: LngLat, after: LngLat | undefined): number => {
  if (!before || !after) return 120
  const degrees = Math.abs(turnBetween(planeHeading(before, here), planeHeading(here, after)))
  if (degrees > 70) return 18
  if (degrees > 40) return 30
  return degrees > 22 ? 44 : 120
}

/** The points of the road between two adjacent towns. Throws if no road joins them. */
const roadPoints = (network: RoadNetwork, a: number, b: number): RoadPoint[] => {
  const road = network.roadsOf(a).find(({ to }) => to === b)
  if (!road) throw new Error(`No road joins the towns ${a} and ${b}.`)
  const ends = [network.town(a), network.town(b)]
  const places = roadCurve(network, a, b, road.roadClass)
  const middle = places[places.length >> 1] ?? network.town(a).at
  const tunnelled = hasTunnel(a, b, road.km)
  const deadKm = deadZoneKm(a, b, road.km)
  const { open, town } = PACE[road.roadClass]
  return places.map((at, i) => {
    const inTown = ends.some((end) => planeKmBetween(at, end.at) < townRadiusKm(end))
    return {
      at,
      roadClass: road.roadClass,
      pace: inTown ? town : open,
      bendPace: bendPaceAt(places[i - 1], at, places[i + 1]),
      inTown,
      inTunnel: tunnelled && planeKmBetween(at, middle) < TUNNEL_KM / 2,
      inDeadZone: !inTown && planeKmBetween(at, middle) < deadKm / 2,
    }
  })
}

/** Returns the points of the road between two adjacent towns; throws if no road joins them. */
export type RoadCache = (a: number, b: number) => readonly RoadPoint[]

/** Caches the roads of a network, each computed when first driven. */
export const createRoadCache = (network: RoadNetwork): RoadCache => {
  const known = new Map<string, readonly RoadPoint[]>()
  const upward = (a: number, b: number): readonly RoadPoint[] => {
    const key = `${a} ${b}`
    const points = known.get(key) ?? simplifiedRoad(roadPoints(network, a, b))
    known.set(key, points)
    return points
  }
  return (a, b) => (a < b ? upward(a, b) : [...upward(b, a)].reverse())
}
