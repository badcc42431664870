import { planeKmBetween, type RoadNetwork } from './network.ts'
import { bendPaceAt, createRoadCache, type RoadCache, type RoadPoint } from './road-points.ts'
import { shortestPath } from './shortest-path.ts'

/** A route over the road network as columns of its points, at most about 1 km apart. */
export type Route = {
  readonly lng: Float64Array
  readonly lat: Float64Array
  /** Kilometres from the start. */
  readonly km: Float64Array
  /** Speed limit for a truck in km/h, and its speed through the bend. */
  readonly pace: Float32Array
  readonly bendPace: Float32Array
  readonly roadClass: Uint8Array
  /** 1 inside a town. */
  readonly inTown: Uint8Array
  /** 1 without GPS reception. */
  readonly inTunnel: Uint8Array
  /** 1 without a network for the tracker to send by. */
  readonly inDeadZone: Uint8Array
  /** The requested towns including both ends, and the point of each. */
  readonly towns: readonly number[]
  readonly calls: readonly number[]
  readonly length: number
  readonly totalKm: number
}

/** The points along the towns in turn, and the index of each town's point. */
const pointsThrough = (network: RoadNetwork, roads: RoadCache, townIds: readonly number[]) => {
  const points: RoadPoint[] = []
  const calls = [0]
  for (let i = 1; i < townIds.length; i += 1) {
    const path = shortestPath(network, townIds[i - 1] ?? 0, townIds[i] ?? 0)
    for (let j = 1; j < path.length; j += 1) {
      const road = roads(path[j - 1] ?? 0, path[j] ?? 0)
      const junction = points.pop()
      const [first, ...rest] = road
      if (!first) continue
      const bendPace = bendPaceAt(points.at(-1)?.at, first.at, rest[0]?.at)
      points.push({ ...(junction ?? first), bendPace }, ...rest)
    }
    calls.push(points.length - 1)
  }
  return { points, calls }
}

const kmAlong = (points: readonly RoadPoint[]): Float64Array => {
  const km = new Float64Array(points.length)
  for (let i = 1; i < points.length; i += 1) {
    const [before, here] = [points[i - 1], points[i]]
    if (before && here) km[i] = (km[i - 1] ?? 0) + planeKmBetween(before.at, here.at)
  }
  return km
}

/** The route through the given towns, fastest between each two. Throws if there is no road. */
export const routeThrough = (
  network: RoadNetwork,
  townIds: readonly number[],
  roads: RoadCache = createRoadCache(network),
): Route => {
  const { points, calls } = pointsThrough(network, roads, townIds)
  const km = kmAlong(points)
  return {
    lng: Float64Array.from(points, ({ at }) => at[0]),
    lat: Float64Array.from(points, ({ at }) => at[1]),
    km,
    pace: Float32Array.from(points, ({ pace }) => pace),
    bendPace: Float32Array.from(points, ({ bendPace }) => bendPace),
    roadClass: Uint8Array.from(points, ({ roadClass }) => roadClass),
    inTown: Uint8Array.from(points, ({ inTown }) => (inTown ? 1 : 0)),
    inTunnel: Uint8Array.from(points, ({ inTunnel }) => (inTunnel ? 1 : 0)),
    inDeadZone: Uint8Array.from(points, ({ inDeadZone }) => (inDeadZone ? 1 : 0)),
    towns: townIds,
    calls,
    length: points.length,
    totalKm: km.at(-1) ?? 0,
  }
}
