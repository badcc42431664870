import type { LngLat } from '#domain/geo.ts'
import data from '../data/roadnet.json'

/** Kilometres per degree of latitude, and of longitude at a latitude. Precise to a few metres over a bend's length. */
export const KM_PER_LAT = 110.57
export const kmPerLng = (lat: number): number => 111.32 * Math.cos((lat * Math.PI) / 180)

/** Straight-line distance in km. */
export const planeKmBetween = (a: LngLat, b: LngLat): number =>
  Math.hypot((a[0] - b[0]) * kmPerLng((a[1] + b[1]) / 2), (a[1] - b[1]) * KM_PER_LAT)

/** The direction between two positions in degrees from north, 0 to below 360. */
export const planeHeading = (a: LngLat, b: LngLat): number => {
  const east = (b[0] - a[0]) * kmPerLng(a[1])
  const north = (b[1] - a[1]) * KM_PER_LAT
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** 1 highway, 2 main road, 3 minor road. */
export type RoadClass = 1 | 2 | 3

/** A town where roads meet. */
export type Town = {
  readonly id: number
  readonly name: string
  readonly at: LngLat
  readonly population: number
}

/** A road from the town it is listed under; `km` in a straight line. */
export type Road = { readonly to: number; readonly roadClass: RoadClass; readonly km: number }

export type RoadNetwork = {
  readonly towns: readonly Town[]
  /** Roads of each town, by town id. */
  readonly roads: readonly (readonly Road[])[]
  /** The town with that id. Throws a RangeError if there is none. */
  town(id: number): Town
  roadsOf(id: number): readonly Road[]
  /** The largest town of that name. Throws a RangeError if there is none. */
  find(name: string): Town
}

/** The file written by the basemap build: `[name, lng, lat, population, capital]` and `[from, to, class]`. */
type RoadNetworkFile = {
  readonly nodes: ReadonlyArray<readonly [string, number, number, number, number]>
  readonly edges: ReadonlyArray<readonly [number, number, RoadClass]>
}

/** Some names in the source are outdated or have diacritics that the map omits. */
const RENAMED: Readonly<Record<string, string>> = {
  Gurgaon: 'Gurugram',
  Panjim: 'Panaji',
  Sholapur: 'Solapur',
}
const plainName = (name: string): string => {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '')
  return RENAMED[plain] ?? plain
}

/** Creates a road network from towns and the roads between them. */
export const createRoadNetwork = ({ nodes, edges }: RoadNetworkFile): RoadNetwork => {
  const towns = nodes.map(
    ([name, lng, lat, population], id): Town => ({ id, name: plainName(name), at: [lng, lat], population }),
  )
  const roads: Road[][] = towns.map(() => [])
  const town = (id: number): Town => {
    const found = towns[id]
    if (!found) throw new RangeError(`There is no town ${id}.`)
    return found
  }
  for (const [a, b, roadClass] of edges) {
    const km = planeKmBetween(town(a).at, town(b).at)
    roads[a]?.push({ to: b, roadClass, km })
    roads[b]?.push({ to: a, roadClass, km })
  }
  return {
    towns,
    roads,
    town,
    roadsOf: (id) => roads[town(id).id] ?? [],
    find: (name) => {
      const found = towns.filter((candidate) => candidate.name === name)
      const [largest] = found.sort((a, b) => b.population - a.population)
      if (!largest) throw new RangeError(`There is no town named ${name}.`)
      return largest
    },
  }
}

/** The network drawn by the bundled basemap. */
export const loadRoadNetwork = (): RoadNetwork => createRoadNetwork(data as unknown as RoadNetworkFile)
