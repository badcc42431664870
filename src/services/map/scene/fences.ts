import { circleOutline, type LngLat } from '#domain/geo.ts'
import type { MapFence } from '../map.port.ts'
import { type MercatorPoint, mercatorX, mercatorY } from './mercator.ts'

/** Enough corners for a circle to look round. */
const CIRCLE_CORNERS = 96

/** A fence's outline in Web Mercator, with its bounding box. */
export type DrawnFence = {
  readonly geoFenceId: number
  readonly name: string
  readonly chosen: boolean
  readonly outline: readonly MercatorPoint[]
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

/** The corners of a fence; for a circle, those of its outline. */
export const cornersOf = ({ shape }: Pick<MapFence, 'shape'>): readonly LngLat[] =>
  shape.kind === 'circle' ? circleOutline(shape, CIRCLE_CORNERS) : shape.corners

const drawn = (fence: MapFence, chosen: number | null): DrawnFence => {
  const outline = cornersOf(fence).map(([lng, lat]) => ({ x: mercatorX(lng), y: mercatorY(lat) }))
  const box = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity }
  for (const { x, y } of outline) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.north = Math.min(box.north, y)
    box.south = Math.max(box.south, y)
  }
  const { geoFenceId, name } = fence
  return { geoFenceId, name, chosen: geoFenceId === chosen, outline, ...box }
}

const span = ({ west, east, north, south }: DrawnFence) => (east - west) * (south - north)

/** Fences in drawing order: large ones first, so that small ones lie on top, and the chosen one last. */
export const drawnFences = (fences: readonly MapFence[], chosen: number | null): readonly DrawnFence[] =>
  fences
    .map((fence) => drawn(fence, chosen))
    .sort((a, b) => Number(a.chosen) - Number(b.chosen) || span(b) - span(a))

const holds = ({ outline, west, east, north, south }: DrawnFence, { x, y }: MercatorPoint): boolean => {
  if (x < west || x > east || y < north || y > south) return false
  let inside = false
  let last = outline.at(-1)
  for (const corner of outline) {
    if (
      last &&
      corner.y > y !== last.y > y &&
      x < ((last.x - corner.x) * (y - corner.y)) / (last.y - corner.y) + corner.x
    )
      inside = !inside
    last = corner
  }
  return inside
}

/** A fence smaller than this many px is drawn as a dot, and pressed within as many px of its centre. */
export const FENCE_DOT_PX = 12

/** The centre of a fence's bounding box. */
export const fenceCentre = ({ west, east, north, south }: DrawnFence): MercatorPoint => ({
  x: (west + east) / 2,
  y: (north + south) / 2,
})

/** Whether a fence is too small to show its outline. `size` is the width of the world in px. */
export const isDot = ({ west, east, north, south }: DrawnFence, size: number): boolean =>
  Math.max(east - west, south - north) * size < FENCE_DOT_PX

/** The topmost fence at a position. */
export const fenceAt = (
  fences: readonly DrawnFence[],
  place: MercatorPoint,
  size: number,
): DrawnFence | undefined =>
  fences.findLast((fence) => {
    if (!isDot(fence, size)) return holds(fence, place)
    const { x, y } = fenceCentre(fence)
    return Math.hypot(x - place.x, y - place.y) * size <= FENCE_DOT_PX
  })
