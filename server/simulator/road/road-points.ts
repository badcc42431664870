import { hashOf } from '../random.ts'
import { roadCurve } from './curve.ts'
import type { RoadClass, RoadNetwork, Town } from './network.ts'
import { headingBetween, kmBetween, type Place } from './plane.ts'
import { thinned } from './thin.ts'

/** A point on the way: where it is and what it means to a truck. */
export type RoadPoint = {
  readonly at: Place
  readonly roadClass: RoadClass
  /** Speed in km/h that the road allows a truck there. */
  readonly pace: number
  /** Speed in km/h at which its bend is taken. */
  readonly bendPace: number
  readonly inTown: boolean
  /** No satellite is seen there. */
  readonly inTunnel: boolean
}

const PACE: Readonly<Record<RoadClass, { open: number; town: number }>> = {
  1: { open: 68, town: 34 },
  2: { open: 56, town: 30 },
  3: { open: 44, town: 26 },
}

/** One road in this many has a tunnel of this many km, if it is long enough. */
const TUNNEL_EVERY = 60
const TUNNEL_KM = 5.2

const townRadiusKm = ({ population }: Town): number => Math.min(9, Math.sqrt(population) / 170)

const hasTunnel = (a: number, b: number, km: number): boolean =>
  km > TUNNEL_KM * 1.6 && hashOf('tunnel', Math.min(a, b), Math.max(a, b)) % TUNNEL_EVERY === 0

/** Speed in km/h at which a bend is taken; the three places are some 350 m apart. Fast where a road begins or ends. */
export const bendPaceAt = (before: Place | undefined, here: Place, after: Place | undefined): number => {
  if (!before || !after) return 120
  const turn = headingBetween(here, after) - headingBetween(before, here)
  const degrees = Math.abs(((turn + 540) % 360) - 180)
  if (degrees > 70) return 18
  if (degrees > 40) return 30
  return degrees > 22 ? 44 : 120
}

/** The points of the road from one town to the next. Throws where no road joins them. */
const roadPoints = (network: RoadNetwork, a: number, b: number): RoadPoint[] => {
  const road = network.roadsOf(a).find(({ to }) => to === b)
  if (!road) throw new Error(`No road joins the towns ${a} and ${b}.`)
  const ends = [network.town(a), network.town(b)]
  const places = roadCurve(network, a, b, road.roadClass)
  const middle = places[places.length >> 1] ?? network.town(a).at
  const tunnelled = hasTunnel(a, b, road.km)
  const { open, town } = PACE[road.roadClass]
  return places.map((at, i) => {
    const inTown = ends.some((end) => kmBetween(at, end.at) < townRadiusKm(end))
    return {
      at,
      roadClass: road.roadClass,
      pace: inTown ? town : open,
      bendPace: bendPaceAt(places[i - 1], at, places[i + 1]),
      inTown,
      inTunnel: tunnelled && kmBetween(at, middle) < TUNNEL_KM / 2,
    }
  })
}

/** Gives the points that a truck needs of the road from one town to the next; throws where no road joins them. */
export type RoadBook = (a: number, b: number) => readonly RoadPoint[]

/** The roads of a network, each worked out when first driven. */
export const createRoadBook = (network: RoadNetwork): RoadBook => {
  const known = new Map<string, readonly RoadPoint[]>()
  const upward = (a: number, b: number): readonly RoadPoint[] => {
    const key = `${a} ${b}`
    const points = known.get(key) ?? thinned(roadPoints(network, a, b))
    known.set(key, points)
    return points
  }
  return (a, b) => (a < b ? upward(a, b) : [...upward(b, a)].reverse())
}
