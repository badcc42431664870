import { hashOf } from '../random.ts'
import { roadCurve } from './curve.ts'
import type { RoadClass, RoadNetwork, Town } from './network.ts'
import { headingBetween, kmBetween, type Place } from './plane.ts'
import { shortestPath } from './shortest-path.ts'

/** A way over the road network as columns of its points, about 350 m apart. */
export type Route = {
  readonly lng: Float64Array
  readonly lat: Float64Array
  /** Kilometres from the start. */
  readonly km: Float64Array
  /** Speed in km/h that the road allows a truck there. */
  readonly pace: Float32Array
  /** Speed in km/h at which its bend is taken. */
  readonly bendPace: Float32Array
  readonly roadClass: Uint8Array
  /** 1 inside a town. */
  readonly inTown: Uint8Array
  /** 1 where no satellite is seen. */
  readonly inTunnel: Uint8Array
  /** The towns it was asked to lead through, the first and the last included, and the point of each. */
  readonly towns: readonly number[]
  readonly calls: readonly number[]
  readonly length: number
  readonly totalKm: number
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

const hasTunnel = (a: number, b: number): boolean => hashOf('tunnel', a, b) % TUNNEL_EVERY === 0

/** Speed in km/h at which a bend of this many degrees in 350 m is taken. */
const paceInBend = (degrees: number): number => {
  if (degrees > 70) return 18
  if (degrees > 40) return 30
  return degrees > 22 ? 44 : 120
}

const bendPaceAt = (points: readonly Place[], i: number): number => {
  const [before, here, after] = [points[i - 1], points[i], points[i + 1]]
  if (!before || !here || !after) return paceInBend(0)
  const turn = headingBetween(here, after) - headingBetween(before, here)
  return paceInBend(Math.abs(((turn + 540) % 360) - 180))
}

type Builder = { points: Place[]; pace: number[]; roadClass: number[]; inTown: number[]; inTunnel: number[] }

const addRoad = (network: RoadNetwork, builder: Builder, a: number, b: number): void => {
  const road = network.roadsOf(a).find(({ to }) => to === b)
  if (!road) throw new Error(`No road joins the towns ${a} and ${b}.`)
  const ends = [network.town(a), network.town(b)]
  const points = roadCurve(network, a, b, road.roadClass)
  const middle = points[points.length >> 1] ?? network.town(a).at
  const tunnelled = road.km > TUNNEL_KM * 1.6 && hasTunnel(Math.min(a, b), Math.max(a, b))
  points.forEach((point, i) => {
    if (i === 0 && builder.points.length > 0) return
    const inTown = ends.some((town) => kmBetween(point, town.at) < townRadiusKm(town))
    const { open, town } = PACE[road.roadClass]
    builder.points.push(point)
    builder.pace.push(inTown ? town : open)
    builder.roadClass.push(road.roadClass)
    builder.inTown.push(inTown ? 1 : 0)
    builder.inTunnel.push(tunnelled && kmBetween(point, middle) < TUNNEL_KM / 2 ? 1 : 0)
  })
}

/** The route by way of the towns given, quickest between each two. Throws where no road leads on. */
export const routeThrough = (network: RoadNetwork, townIds: readonly number[]): Route => {
  const builder: Builder = { points: [], pace: [], roadClass: [], inTown: [], inTunnel: [] }
  const calls = [0]
  for (const [i, to] of townIds.entries()) {
    const from = townIds[i - 1]
    if (from === undefined) continue
    const path = shortestPath(network, from, to)
    for (const [j, b] of path.entries()) {
      const a = path[j - 1]
      if (a !== undefined) addRoad(network, builder, a, b)
    }
    calls.push(builder.points.length - 1)
  }
  const km = new Float64Array(builder.points.length)
  for (let i = 1; i < km.length; i += 1) {
    const [before, here] = [builder.points[i - 1], builder.points[i]]
    if (before && here) km[i] = (km[i - 1] ?? 0) + kmBetween(before, here)
  }
  return {
    lng: Float64Array.from(builder.points, ([lng]) => lng),
    lat: Float64Array.from(builder.points, ([, lat]) => lat),
    km,
    pace: Float32Array.from(builder.pace),
    bendPace: Float32Array.from(builder.points, (_, i) => bendPaceAt(builder.points, i)),
    roadClass: Uint8Array.from(builder.roadClass),
    inTown: Uint8Array.from(builder.inTown),
    inTunnel: Uint8Array.from(builder.inTunnel),
    towns: townIds,
    calls,
    length: km.length,
    totalKm: km.at(-1) ?? 0,
  }
}
