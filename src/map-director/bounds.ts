import { isOnGlobe, type LngLat } from '#domain/geo.ts'

/** The bounding box of a growing route. */
export type Bounds = {
  /** Ignores positions off the globe. */
  add(lng: number, lat: number): void
  /** South-west and north-east; empty before the first position. */
  corners(): readonly LngLat[]
}

/** An empty bounding box. */
export const createBounds = (): Bounds => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  return {
    add: (lng, lat) => {
      if (!isOnGlobe(lng, lat)) return
      west = Math.min(west, lng)
      south = Math.min(south, lat)
      east = Math.max(east, lng)
      north = Math.max(north, lat)
    },
    corners: () =>
      west > east
        ? []
        : [
            [west, south],
            [east, north],
          ],
  }
}

/** The corners of a route's bounding box. */
export const cornersOfRoute = (
  {
    length,
    lng,
    lat,
  }: { readonly length: number; readonly lng: ArrayLike<number>; readonly lat: ArrayLike<number> },
  ahead: LngLat | null = null,
): readonly LngLat[] => {
  const bounds = createBounds()
  for (let i = 0; i < length; i++) bounds.add(lng[i] ?? Number.NaN, lat[i] ?? Number.NaN)
  if (ahead !== null) bounds.add(...ahead)
  return bounds.corners()
}
