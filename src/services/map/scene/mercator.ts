import type { LngLat, MapPadding } from '../map.port.ts'

/** A place in Web Mercator: 0 to 1 from west to east and from north to south. */
export type MercatorPoint = { readonly x: number; readonly y: number }

/** px the world measures at zoom 0. */
export const WORLD_PX = 512
/** Degrees of latitude where Web Mercator ends. */
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

/** px the whole world measures at a zoom. */
export const worldSize = (zoom: number): number => WORLD_PX * 2 ** zoom

/** True for a place on the globe; NaN and values out of range are not. */
export const isPlace = (lng: number, lat: number): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** What is seen: `centre` lies at `middle` px, the view measures `width` × `height` px. The map has no turn and no tilt. */
export type Viewport = {
  readonly centre: MercatorPoint
  readonly zoom: number
  readonly width: number
  readonly height: number
  readonly middle: MercatorPoint
}

/** Where a place lies in the view, in px from its top left corner. */
export const projector = ({ centre, zoom, middle }: Viewport) => {
  const size = worldSize(zoom)
  const left = middle.x - centre.x * size
  const top = middle.y - centre.y * size
  return { x: (x: number) => x * size + left, y: (y: number) => y * size + top, size }
}

/** The middle of what floating panels leave free. */
export const visibleCentre = (
  size: { width: number; height: number },
  padding: MapPadding,
): MercatorPoint => ({
  x: (padding.left + size.width - padding.right) / 2,
  y: (padding.top + size.height - padding.bottom) / 2,
})

/** What depends on zoom is made for steps of this size, so that it holds still while zooming between two. */
const ZOOM_STEP = 0.5

export const zoomStepOf = (zoom: number): number => Math.floor(zoom / ZOOM_STEP) * ZOOM_STEP

/** The heading `fraction` of the way from one to another by the shorter turn, 0 to 360; NaN where the first is not known. */
export const interpolateHeading = (from: number, to: number, fraction: number): number => {
  if (Number.isNaN(to)) return from
  const by = ((((to - from) % 360) + 540) % 360) - 180
  return (from + by * fraction + 360) % 360
}
