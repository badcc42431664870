/** Fields that hold a longitude in degrees, or a list of them. */
const LONGITUDES = new Set(['lng', 'LONG', 'longitude', 'geoFenceCircleLongitude', 'circleLongitude'])

/** Fields that hold a position as longitude and latitude, or a list of them. */
const POSITIONS = new Set(['centre', 'corners'])

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && typeof value[0] === 'number'

const changed = (key: string, value: unknown, change: (longitude: number) => number): unknown => {
  if (LONGITUDES.has(key)) {
    if (typeof value === 'number') return change(value)
    if (isNumbers(value)) return value.map(change)
  }
  if (POSITIONS.has(key) && Array.isArray(value))
    return isNumbers(value)
      ? [change(value[0] ?? 0), ...value.slice(1)]
      : (value as readonly unknown[]).map((position) => changed(key, position, change))
  return withLongitudes(value, change)
}

/** A copy of plain data with each longitude of a place changed. */
export const withLongitudes = <T>(data: T, change: (longitude: number) => number): T => {
  if (Array.isArray(data)) return data.map((item) => withLongitudes(item, change)) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, changed(key, value, change)]),
  ) as T
}

/** Degrees to the east or west by which a recording's places are shifted: at least 10 and at most 30. `random` is 0 to 1. */
export const drawShift = (random: number): number => (random < 0.5 ? -1 : 1) * (10 + 40 * (random % 0.5))

/** A longitude moved to the east, round the Earth: -180 to 180. NaN stays. */
export const shiftLongitude = (longitude: number, degrees: number): number =>
  degrees === 0 ? longitude : ((((longitude + degrees + 180) % 360) + 360) % 360) - 180

/** Moves all places of a recording to the east. Distances, areas and directions stay what they were. */
export const shiftPlaces = <T>(data: T, degrees: number): T =>
  degrees === 0 ? data : withLongitudes(data, (longitude) => shiftLongitude(longitude, degrees))
