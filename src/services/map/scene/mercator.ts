import type { LngLat } from '#domain/geo.ts'
import type { MapPadding } from '../map.port.ts'

/** A position in Web Mercator: 0 to 1 from west to east and from north to south. */
export type MercatorPoint = { readonly x: number; readonly y: number }

/** Width of the world in px at zoom 0. */
export const WORLD_PX = 512
/** Latitude in degrees at which Web Mercator ends. */
const POLE = 85.051129

export const mercatorX = (lng: number): number => (lng + 180) / 360

export const mercatorY = (lat: number): number => {
  const sin = Math.sin((Math.min(POLE, Math.max(-POLE, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

export const toLngLat = ({ x, y }: MercatorPoint): LngLat => [
  x * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]

/** Width of the world in px at a zoom. */
export const worldSize = (zoom: number): number => WORLD_PX * 2 ** zoom

/**
 * What is visible: `centre` is drawn at `middle` px; the view measures `width` × `height` px. The map is never
 * rotated or tilted.
 */
export type Viewport = {
  readonly centre: MercatorPoint
  readonly zoom: number
  readonly width: number
  readonly height: number
  readonly middle: MercatorPoint
}

/** Projects Web Mercator to px from the view's top left corner. */
export const projector = ({ centre, zoom, middle }: Viewport) => {
  const size = worldSize(zoom)
  const left = middle.x - centre.x * size
  const top = middle.y - centre.y * size
  return { x: (x: number) => x * size + left, y: (y: number) => y * size + top, size }
}

/** The centre of the area that floating panels leave free, in px. */
export const visibleCentre = (
  size: { width: number; height: number },
  padding: MapPadding,
): MercatorPoint => ({
  x: (padding.left + size.width - padding.right) / 2,
  y: (padding.top + size.height - padding.bottom) / 2,
})

/** Zoom-dependent geometry is made for steps of this size, so that it does not change between two. */
const ZOOM_STEP = 0.5

export const zoomStepOf = (zoom: number): number => Math.floor(zoom / ZOOM_STEP) * ZOOM_STEP
