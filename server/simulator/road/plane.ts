/** A place as `[lng, lat]` in degrees. */
export type Place = readonly [lng: number, lat: number]

/** Kilometres of one degree of latitude, and of longitude at a latitude. Good to a few metres over the length of a road's bend. */
export const KM_PER_LAT = 110.57
export const kmPerLng = (lat: number): number => 111.32 * Math.cos((lat * Math.PI) / 180)

/** Kilometres between two places as the crow flies. */
export const kmBetween = (a: Place, b: Place): number =>
  Math.hypot((a[0] - b[0]) * kmPerLng((a[1] + b[1]) / 2), (a[1] - b[1]) * KM_PER_LAT)

/** The direction from one place to another in degrees from north, 0 up to below 360. */
export const headingBetween = (a: Place, b: Place): number => {
  const east = (b[0] - a[0]) * kmPerLng(a[1])
  const north = (b[1] - a[1]) * KM_PER_LAT
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
