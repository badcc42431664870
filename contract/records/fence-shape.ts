import { FENCE } from './fence-limits.ts'
import { FENCE_FAULT } from './geofence.text.ts'
import { type GeofenceDraft, shapeFaults } from './geofence.ts'

/** Longitude and latitude in degrees, longitude first. */
type Place = readonly [lng: number, lat: number]

/** The shape of a geofence: a circle with its radius in metres, or an outline whose first corner is not repeated. */
export type FenceShape =
  | { readonly kind: 'circle'; readonly centre: Place; readonly radiusM: number }
  | { readonly kind: 'polygon'; readonly corners: readonly Place[] }

/** What a shape is drawn with: a circle by default, a polygon while Shift is held (GEO-03). */
export type FenceTool = FenceShape['kind']

const EARTH_M = 6_371_008.8
const RADIANS = Math.PI / 180

/** Metres between two places on the ground. */
export const metresBetween = ([fromLng, fromLat]: Place, [toLng, toLat]: Place): number => {
  const across = Math.sin(((toLng - fromLng) * RADIANS) / 2)
  const along = Math.sin(((toLat - fromLat) * RADIANS) / 2)
  const part = along ** 2 + Math.cos(fromLat * RADIANS) * Math.cos(toLat * RADIANS) * across ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** The outline of a circle as this many corners, from the north over the west. */
export const circleOutline = (
  { centre: [lng, lat], radiusM }: { readonly centre: Place; readonly radiusM: number },
  corners: number,
): Place[] => {
  const reach = radiusM / EARTH_M
  const south = lat * RADIANS
  return Array.from({ length: corners }, (_, place): Place => {
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

/** The circle or the outline of a fence that was read, or null where it has neither. */
export const shapeOfFence = (fence: {
  readonly circleLatitude: number | null
  readonly circleLongitude: number | null
  readonly radius: number | null
  readonly geoFencePolygonCoordinatesList:
    | readonly { readonly latitude: number; readonly longitude: number }[]
    | null
}): FenceShape | null => {
  const { circleLatitude, circleLongitude, radius, geoFencePolygonCoordinatesList: corners } = fence
  if (circleLatitude !== null && circleLongitude !== null && radius !== null)
    return { kind: 'circle', centre: [circleLongitude, circleLatitude], radiusM: radius }
  if (corners === null) return null
  return { kind: 'polygon', corners: corners.map(({ latitude, longitude }) => [longitude, latitude]) }
}

/** The shape's part of a save payload. Circles send null corners, polygons null circle fields (GEO-11, GEO-12). */
export const shapePayload = (
  shape: FenceShape,
): Pick<
  GeofenceDraft,
  | 'shapeType'
  | 'geoFencePolygonCoordinates'
  | 'geoFenceCircleLatitude'
  | 'geoFenceCircleLongitude'
  | 'geoFenceCircleRadiusInMeters'
> =>
  shape.kind === 'circle'
    ? {
        shapeType: 'circle',
        geoFencePolygonCoordinates: null,
        geoFenceCircleLongitude: shape.centre[0],
        geoFenceCircleLatitude: shape.centre[1],
        geoFenceCircleRadiusInMeters: shape.radiusM,
      }
    : {
        shapeType: 'polygon',
        geoFencePolygonCoordinates: shape.corners.map(([longitude, latitude]) => ({ latitude, longitude })),
        geoFenceCircleLongitude: null,
        geoFenceCircleLatitude: null,
        geoFenceCircleRadiusInMeters: null,
      }

/** Why a shape that was drawn cannot be a fence (OPEN-59), or null. */
export const shapeFault = (shape: FenceShape): string | null => {
  const { least, most } = FENCE.radiusM
  if (shape.kind === 'circle' && shape.radiusM > most) return FENCE_FAULT.drawnWide
  if (shape.kind === 'circle' && !(shape.radiusM >= least)) return FENCE_FAULT.drawnNarrow
  return shapeFaults(shapePayload(shape))[0]?.message ?? null
}
