/** The Earth's mean radius in metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8
/** Radians in a degree. */
export const RADIANS = Math.PI / 180

/** Metres between two places along the great circle. */
export const greatCircleMetres = (lngA: number, latA: number, lngB: number, latB: number): number => {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2)
  const sinLng = Math.sin(((lngB - lngA) * RADIANS) / 2)
  const a = sinLat * sinLat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * sinLng * sinLng
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Longitude and latitude in degrees, longitude first. */
export type LngLat = readonly [lng: number, lat: number]

/** `greatCircleMetres` of two positions. */
export const metresBetween = ([fromLng, fromLat]: LngLat, [toLng, toLat]: LngLat): number =>
  greatCircleMetres(fromLng, fromLat, toLng, toLat)

/** The outline of a circle as this many corners, from the north over the west. */
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
