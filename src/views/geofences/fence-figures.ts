import { type FenceShape, shapeOfFence } from '#contract/records/fence-shape.ts'
import type { GeofenceItem } from '#contract/records/geofence.ts'
import { formatKms } from '../kit/formats.ts'
import { GEOFENCES } from './geofences.text.ts'

/** `850 m`, `1.25 kms`. */
export const formatMetres = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : formatKms(metres / 1000)

/** What a shape is, in few words. */
export const shapeWords = (shape: FenceShape | null): string => {
  if (shape === null) return ''
  return shape.kind === 'circle'
    ? `${GEOFENCES.circle} · ${GEOFENCES.radius(formatMetres(shape.radiusM))}`
    : `${GEOFENCES.polygon} · ${GEOFENCES.corners(shape.corners.length)}`
}

/** What a fence of the list is, in few words. */
export const fenceWords = (fence: GeofenceItem): string => shapeWords(shapeOfFence(fence))
