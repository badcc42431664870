import { FENCE } from '#domain/fence-limits.ts'
import type { FenceShape } from '#domain/fences.ts'
import { type Fault, faultOf } from '../errors.ts'
import { type GeofenceDraft, shapeErrors } from './geofences.ts'

/** The circle or outline of a fence from the backend, or null if it has neither. */
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

/** Why a drawn shape cannot be a fence (OPEN-59), or null. */
export const drawnShapeError = (shape: FenceShape): Fault | null => {
  const { least, most } = FENCE.radiusM
  if (shape.kind === 'circle' && shape.radiusM > most) return faultOf('fenceDrawnTooWide')
  if (shape.kind === 'circle' && !(shape.radiusM >= least)) return faultOf('fenceDrawnTooNarrow')
  const [first] = shapeErrors(shapePayload(shape))
  return first === undefined ? null : { code: first.code, params: first.params }
}
