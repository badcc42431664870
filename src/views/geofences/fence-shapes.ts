import { shapeOfFence } from '#contract/records/geofence-shape.ts'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import { METRES_PER_DEGREE, parallelLengthM, RADIANS } from '#domain/geo.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { formatLength } from '../kit/measures.ts'

/** A short description of a shape, such as `Circle · Radius 850 m`; '' for none. */
export const shapeSummary = (shape: FenceShape | null): string => {
  if (shape === null) return ''
  return shape.kind === 'circle'
    ? `${GEOFENCES.circle} · ${GEOFENCES.radius({ text: formatLength(shape.radiusM) })}`
    : `${GEOFENCES.polygon} · ${GEOFENCES.corners({ count: shape.corners.length })}`
}

/** A short description of a listed fence. */
export const fenceSummary = (fence: GeofenceItem): string => shapeSummary(shapeOfFence(fence))

/** The outline of a polygon. Corners are counted from 0. */
export type Outline = Extract<FenceShape, { kind: 'polygon' }>
type Corner = Outline['corners'][number]

/** The radius of a shape placed without a pointer: as part of a map tile, and its limits in metres. */
const PLACED_SIZE = { part: 0.1, least: 100, most: 20_000 } as const

/** A small circle or square at the camera's centre, as a start for editing without a pointer (GEO-03). */
export const placedShape = (
  tool: FenceTool,
  { centre, zoom }: { readonly centre: Corner; readonly zoom: number },
): FenceShape => {
  const narrowed = Math.cos(centre[1] * RADIANS)
  const across = (parallelLengthM(centre[1]) * PLACED_SIZE.part) / 2 ** zoom
  const radiusM = Math.round(Math.min(PLACED_SIZE.most, Math.max(PLACED_SIZE.least, across)) / 10) * 10
  const [lng, lat] = centre
  if (tool === 'circle') return { kind: 'circle', centre: [roundDegrees(lng), roundDegrees(lat)], radiusM }
  const up = radiusM / METRES_PER_DEGREE
  const aside = up / narrowed
  const corner = (east: number, north: number): Corner => [
    roundDegrees(lng + east * aside),
    roundDegrees(lat + north * up),
  ]
  return { kind: 'polygon', corners: [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)] }
}

/** The outline with one corner moved. */
export const withCornerAt = (outline: Outline, place: number, corner: Corner): Outline => ({
  ...outline,
  corners: outline.corners.with(place, corner),
})

/** The outline with a corner added after another one, halfway to the next. */
export const withCornerBehind = (outline: Outline, place: number): Outline => {
  const { corners } = outline
  const [from, to] = [corners[place], corners[(place + 1) % corners.length]]
  if (from === undefined || to === undefined) return outline
  const middle: Corner = [roundDegrees((from[0] + to[0]) / 2), roundDegrees((from[1] + to[1]) / 2)]
  return { ...outline, corners: corners.toSpliced(place + 1, 0, middle) }
}

/** The outline without one corner. */
export const withoutCorner = (outline: Outline, place: number): Outline => ({
  ...outline,
  corners: outline.corners.toSpliced(place, 1),
})
