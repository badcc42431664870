import { numberOf } from './numbers.ts'

type Json = Readonly<Record<string, unknown>>
type Ring = readonly unknown[]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listsOf = (value: unknown): readonly Ring[] => (Array.isArray(value) ? value.filter(Array.isArray) : [])
const placeOf = (place: unknown): readonly [number, number] =>
  Array.isArray(place) ? [numberOf(place[0]), numberOf(place[1])] : [Number.NaN, Number.NaN]

const isWithin = ([x, y]: readonly [number, number], ring: Ring): boolean => {
  let within = false
  for (let i = 0; i < ring.length; i += 1) {
    const [ax, ay] = placeOf(ring[i])
    const [bx, by] = placeOf(ring[(i + 1) % ring.length])
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  }
  return within
}

const MOST_RINGS = 500

/** Rings within an odd number of others are holes, of the ring around them that comes first. */
const polygonsOf = (rings: readonly Ring[]): Array<readonly Ring[]> => {
  if (rings.length > MOST_RINGS) return rings.map((ring) => [ring])
  const around = rings.map((ring) =>
    rings.filter((other) => other !== ring && isWithin(placeOf(ring[0]), other)),
  )
  const isHole = (at: number): boolean => (around[at]?.length ?? 0) % 2 === 1
  return rings.flatMap((ring, at) =>
    isHole(at) ? [] : [[ring, ...rings.filter((_, hole) => isHole(hole) && around[hole]?.includes(ring))]],
  )
}

const geometryOf = (geometry: unknown): unknown => {
  if (!isObject(geometry)) return null
  const { rings, paths, points, x, y } = geometry
  if (rings !== undefined) return { type: 'MultiPolygon', coordinates: polygonsOf(listsOf(rings)) }
  if (paths !== undefined) return { type: 'MultiLineString', coordinates: listsOf(paths) }
  if (points !== undefined) return { type: 'MultiPoint', coordinates: points }
  return x === undefined || y === undefined ? null : { type: 'Point', coordinates: [x, y] }
}

/** A feature of ArcGIS JSON (`attributes` and a `geometry` of rings, paths, points or x and y) as GeoJSON; undefined for anything else. */
export const featureOfArcGis = (value: unknown): Json | undefined => {
  if (!isObject(value) || !isObject(value['attributes']) || value['type'] !== undefined) return undefined
  return { type: 'Feature', properties: value['attributes'], geometry: geometryOf(value['geometry']) }
}
