import { roundDegrees } from '#domain/rounding.ts'
import type { Mask } from './redact.ts'

/** A position, or by how much one is moved to the east and to the north: degrees. */
type Degrees = readonly [lng: number, lat: number]

/** The fields of a position. */
const PAIRS = [
  ['lng', 'lat'],
  ['LONG', 'LAT'],
  ['longitude', 'latitude'],
  ['geoFenceCircleLongitude', 'geoFenceCircleLatitude'],
  ['circleLongitude', 'circleLatitude'],
] as const

/** Fields of fences that hold a position as longitude and latitude, or a list of them. */
const SHAPES = new Set(['centre', 'corners'])

const FENCES = 'fences'

/** The owner of a vehicle's positions, by the mask of its id. */
export const vehicleOwner = (vehicleId: number): string => `vehicle ${vehicleId}`

const isDegrees = (value: readonly unknown[]): value is Degrees =>
  typeof value[0] === 'number' && typeof value[1] === 'number'

type Move = (place: Degrees, owner: string) => Degrees

const moveShape = (shape: readonly unknown[], move: Move): readonly unknown[] =>
  isDegrees(shape)
    ? move(shape, FENCES)
    : shape.map((position) =>
        Array.isArray(position) ? moveShape(position, move) : withPlaces(position, move),
      )

const ownerOf = (field: string, { vehicleId }: Readonly<Record<string, unknown>>, place: Degrees): string => {
  if (field.includes('ircle')) return FENCES
  return typeof vehicleId === 'number' ? vehicleOwner(vehicleId) : `place ${place.join()}`
}

/** A copy of plain data with each position moved. Fences have one owner, a vehicle owns its own, and each other one is its own owner. */
export const withPlaces = <T>(data: T, move: Move): T => {
  if (Array.isArray(data)) return data.map((item) => withPlaces(item, move)) as T
  if (typeof data !== 'object' || data === null) return data
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      SHAPES.has(key) && Array.isArray(value) ? moveShape(value, move) : withPlaces(value, move),
    ]),
  )
  for (const [lng, lat] of PAIRS) {
    if (!(lng in copy)) continue
    const place = [copy[lng], copy[lat]]
    if (isDegrees(place)) [copy[lng], copy[lat]] = move(place, ownerOf(lng, copy, place))
  }
  return copy as T
}

/** Between the two limits, on either side of 0. */
const spread = (drawn: number, least: number, most: number): number =>
  roundDegrees((drawn < 0.5 ? -1 : 1) * (least + 2 * (most - least) * (drawn % 0.5)))

/** By how much the places of an owner are moved: 10 to 30 degrees to the east or west, and 2 to 6 to the north or south. */
export const offsetOf = (owner: string, mask: Mask): Degrees => [
  spread(mask.drawn(`${owner} lng`), 10, 30),
  spread(mask.drawn(`${owner} lat`), 2, 6),
]

/** A moved position, round the Earth and away from its poles. What is no longitude or latitude, such as NaN, stays. */
export const movedPlace = ([lng, lat]: Degrees, [east, north]: Degrees): Degrees => [
  Math.abs(lng) <= 180 ? roundDegrees(((((lng + east + 180) % 360) + 360) % 360) - 180) : lng,
  Math.abs(lat) <= 90 ? roundDegrees(Math.abs(lat + north) <= 90 ? lat + north : lat - north) : lat,
]

/** Moves all places of redacted data. */
export const movePlaces = <T>(data: T, mask: Mask): T =>
  withPlaces(data, (place, owner) => movedPlace(place, offsetOf(owner, mask)))
