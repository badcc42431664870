import { hashOf } from '../random.ts'
import { roadCurve } from './curve.ts'
import type { RoadClass, RoadNetwork, Town } from './network.ts'
import { kmBetween, type Place } from './plane.ts'

/** A point on the way: where it is and what it means to a truck. */
export type RoadPoint = {
  readonly at: Place
  readonly roadClass: RoadClass
  /** Speed in km/h that the road allows a truck there. */
  readonly pace: number
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

/** The points of the road from one town to the next. Throws where no road joins them. */
export const roadPoints = (network: RoadNetwork, a: number, b: number): RoadPoint[] => {
  const road = network.roadsOf(a).find(({ to }) => to === b)
  if (!road) throw new Error(`No road joins the towns ${a} and ${b}.`)
  const ends = [network.town(a), network.town(b)]
  const places = roadCurve(network, a, b, road.roadClass)
  const middle = places[places.length >> 1] ?? network.town(a).at
  const tunnelled = hasTunnel(a, b, road.km)
  const { open, town } = PACE[road.roadClass]
  return places.map((at) => {
    const inTown = ends.some((end) => kmBetween(at, end.at) < townRadiusKm(end))
    return {
      at,
      roadClass: road.roadClass,
      pace: inTown ? town : open,
      inTown,
      inTunnel: tunnelled && kmBetween(at, middle) < TUNNEL_KM / 2,
    }
  })
}
