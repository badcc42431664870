import type { LngLat } from '../map/map.port.ts'
import { isPlace } from '../map/scene/mercator.ts'

/** What a growing route spans. */
export type Area = {
  /** What is no place on the globe is left out. */
  add(lng: number, lat: number): void
  /** South-west and north-east; none while nothing was added. */
  corners(): readonly LngLat[]
}

/** An area that spans nothing yet. */
export const createArea = (): Area => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  return {
    add: (lng, lat) => {
      if (!isPlace(lng, lat)) return
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

/** The corners of what a route spans. */
export const cornersOfRoute = (
  {
    length,
    lng,
    lat,
  }: { readonly length: number; readonly lng: ArrayLike<number>; readonly lat: ArrayLike<number> },
  ahead: LngLat | null = null,
): readonly LngLat[] => {
  const area = createArea()
  for (let i = 0; i < length; i++) area.add(lng[i] ?? Number.NaN, lat[i] ?? Number.NaN)
  if (ahead !== null) area.add(...ahead)
  return area.corners()
}
