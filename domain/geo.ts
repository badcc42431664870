/** The Earth's mean radius in metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8
/** Radians in a degree. */
export const RADIANS = Math.PI / 180
/** Metres around the globe at the equator, for shapes drawn on the map. */
const EQUATOR_M = 40_030_230
/** Metres in a degree of latitude, and in a degree of longitude at the equator. */
export const METRES_PER_DEGREE = EQUATOR_M / 360
/** `METRES_PER_DEGREE` rounded down, so that a bounding box made with it is never too small. */
export const LEAST_METRES_PER_DEGREE = 111_000

/** Longitude and latitude in degrees (WGS 84), longitude first, as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number]

/** The positions of a line as columns of degrees; the first `length` entries count. */
export type LineColumns = {
  readonly length: number
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
}

/** Whether degrees name a position on the globe. False for NaN and for values out of range; (0, 0) is a position. */
export const isOnGlobe = (lng: number, lat: number): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** Whether a device can have measured this position. Devices without reception report (0, 0), so that is none. */
export const isFixPosition = (lng: number, lat: number): boolean =>
  isOnGlobe(lng, lat) && !(lat === 0 && lng === 0)

/** Metres between two positions along the great circle; four numbers, for loops over columns. */
export const greatCircleMetres = (lngA: number, latA: number, lngB: number, latB: number): number => {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2)
  const sinLng = Math.sin(((lngB - lngA) * RADIANS) / 2)
  const a = sinLat * sinLat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * sinLng * sinLng
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Metres that two positions are at most apart: never less than `greatCircleMetres`, for loops that ask only whether they are near. */
export const mostMetres = (lngA: number, latA: number, lngB: number, latB: number): number =>
  (Math.abs(lngB - lngA) + Math.abs(latB - latA)) * RADIANS * EARTH_RADIUS_M

/** `greatCircleMetres` of two positions. */
export const metresBetween = ([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat): number =>
  greatCircleMetres(fromLng, fromLat, toLng, toLat)

const stepKm = ({ lng, lat }: LineColumns, index: number): number =>
  greatCircleMetres(lng[index - 1] ?? 0, lat[index - 1] ?? 0, lng[index] ?? 0, lat[index] ?? 0) / 1000

/** Kilometres from the first position of a line to each of its positions, along the line. */
export const kmAlongLine = (line: LineColumns): Float64Array => {
  const sums = new Float64Array(line.length)
  for (let index = 1; index < line.length; index++) sums[index] = (sums[index - 1] ?? 0) + stepKm(line, index)
  return sums
}

/** The length of a line in kilometres; 0 for fewer than two positions. */
export const lineKm = (line: LineColumns): number => {
  let sum = 0
  for (let index = 1; index < line.length; index++) sum += stepKm(line, index)
  return sum
}

/** The length in metres of the parallel at a latitude in degrees. */
export const parallelLengthM = (lat: number): number => EQUATOR_M * Math.cos(lat * RADIANS)

/** The outline of a circle with this many corners, counterclockwise from north. */
export const circleOutline = (
  { centre: [lng, lat], radiusM }: { readonly centre: LngLat; readonly radiusM: number },
  corners: number,
): LngLat[] => {
  const reach = radiusM / EARTH_RADIUS_M
  const south = lat * RADIANS
  return Array.from({ length: corners }, (_, place): LngLat => {
    const bearing = (-2 * Math.PI * place) / corners
    const there = Math.asin(
      Math.sin(south) * Math.cos(reach) + Math.cos(south) * Math.sin(reach) * Math.cos(bearing),
    )
    const turn = Math.atan2(
      Math.sin(bearing) * Math.sin(reach) * Math.cos(south),
      Math.cos(reach) - Math.sin(south) * Math.sin(there),
    )
    return [lng + turn / RADIANS, there / RADIANS]
  })
}
