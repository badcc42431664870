import type { LngLat } from '#domain/geo.ts'
import { mulberry } from '../random.ts'
import { KM_PER_LAT, kmPerLng, type RoadClass, type RoadNetwork } from './network.ts'

type Vector = readonly [east: number, north: number]

/** Distance between the points of a curve in km. */
const STEP_KM = 0.35
/** Deviation of a road of each class from the straight line, as a share of its length. */
const WANDER: Readonly<Record<RoadClass, number>> = { 1: 0.035, 2: 0.05, 3: 0.07 }
const OCTAVES = 5

/** The basemap build seeds a road's bends with its two ends as text; changing this moves every road off its drawing. */
const seedOf = (a: LngLat, b: LngLat): number => {
  const text = `${a},${b}`
  let hash = 2166136261
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}

const unit = ([east, north]: Vector): Vector => {
  const length = Math.hypot(east, north) || 1
  return [east / length, north / length]
}

const direction = (from: LngLat, to: LngLat): Vector =>
  unit([(to[0] - from[0]) * kmPerLng((from[1] + to[1]) / 2), (to[1] - from[1]) * KM_PER_LAT])

/** The direction in which a road leaves `from`: straight on from the most opposite road of its class or better. */
const tangent = (network: RoadNetwork, from: number, to: number, roadClass: RoadClass): Vector => {
  const at = network.town(from).at
  const ahead = direction(at, network.town(to).at)
  let opposite: { dot: number; back: Vector } | null = null
  for (const road of network.roadsOf(from)) {
    if (road.to === to || road.roadClass > roadClass) continue
    const back = direction(at, network.town(road.to).at)
    const dot = ahead[0] * back[0] + ahead[1] * back[1]
    if (dot < -0.2 && (opposite === null || dot < opposite.dot)) opposite = { dot, back }
  }
  return opposite === null ? ahead : unit([ahead[0] - opposite.back[0], ahead[1] - opposite.back[1]])
}

type Wave = { readonly sine: number; readonly cosine: number; readonly frequency: number }

const wavesOf = (seed: number, amplitude: number): Wave[] => {
  const random = mulberry(seed)
  return Array.from({ length: OCTAVES }, (_, octave) => {
    const damping = 2 ** (octave * 0.85)
    const sine = ((random() * 2 - 1) * amplitude) / damping
    const cosine = ((random() * 2 - 1) * amplitude) / damping
    return { sine, cosine, frequency: 1.5 * 2 ** octave }
  })
}

/**
 * The course of the road between two towns, exactly as the basemap draws it: a Hermite curve through both, with
 * seeded bends. Both directions have the same points.
 */
export const roadCurve = (network: RoadNetwork, a: number, b: number, roadClass: RoadClass): LngLat[] => {
  if (a > b) return roadCurve(network, b, a, roadClass).reverse()
  const from = network.town(a).at
  const to = network.town(b).at
  const scale = kmPerLng((from[1] + to[1]) / 2)
  const east = (to[0] - from[0]) * scale
  const north = (to[1] - from[1]) * KM_PER_LAT
  const length = Math.hypot(east, north)
  const leave = tangent(network, a, b, roadClass)
  const arrive = tangent(network, b, a, roadClass)
  const pull = length * 0.75
  const count = Math.max(4, Math.round(length / STEP_KM))
  const waves = wavesOf(seedOf(from, to), length * WANDER[roadClass]).filter(
    ({ frequency }) => frequency * 2 < count,
  )
  const points: LngLat[] = []
  for (let i = 0; i <= count; i += 1) {
    const t = i / count
    const t2 = t * t
    const t3 = t2 * t
    const out = t3 - 2 * t2 + t
    const across = 3 * t2 - 2 * t3
    const into = t3 - t2
    const x = pull * leave[0] * out + east * across - pull * arrive[0] * into
    const y = pull * leave[1] * out + north * across - pull * arrive[1] * into
    const bend =
      waves.reduce(
        (sum, { sine, cosine, frequency }) =>
          sum + sine * Math.sin(Math.PI * frequency * t) + cosine * Math.cos(Math.PI * frequency * t),
        0,
      ) *
      Math.sin(Math.PI * t) ** 2 *
      0.8
    points.push([
      from[0] + (x - (north / length) * bend) / scale,
      from[1] + (y + (east / length) * bend) / KM_PER_LAT,
    ])
  }
  points[0] = from
  points[count] = to
  return points
}
