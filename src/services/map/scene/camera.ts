import type { LngLat, MapCamera, MapPadding } from '../map.port.ts'
import { isPlace, mercatorX, mercatorY, type Place, toLngLat, WORLD_PX, worldSize } from './mercator.ts'

export type Camera = { readonly centre: LngLat; readonly zoom: number }

/** A move that was asked for. It may wait until the map is mounted and its size known. */
export type CameraWish =
  | { readonly kind: 'move'; readonly camera: MapCamera }
  | { readonly kind: 'zoom'; readonly delta: number }
  /** Nothing to grant while the place lies well inside what panels leave free. */
  | { readonly kind: 'keep'; readonly place: Place }
  | {
      readonly kind: 'fit'
      readonly points: readonly LngLat[]
      readonly maxZoom: number
      /** Closer than the points ask for, up to `maxZoom`. */
      readonly minZoom?: number
    }

/** Zooms the map can be at; at the least a fleet on two continents fits a desk's screen. */
export const ZOOM_RANGE = { min: 0, max: 18 } as const
/** px left free round fitted points: a part of what panels leave, for on a phone that is little. */
const FIT_MARGIN = { share: 0.12, least: 16, most: 48 }
/** A place that is kept in view comes no nearer to the edge than this part of the fitted margin, so that a fitted route holds still. */
const KEEP_SHARE = 2 / 3
/** Panels on a small screen may leave nothing; at least this many px count as free. */
const LEAST_FREE = 80

/** The camera that grants a wish, or undefined where nothing is to be shown. `size` in px. */
export const resolveCamera = (
  wish: CameraWish,
  {
    current,
    size,
    padding,
  }: { current: Camera; size: { width: number; height: number }; padding: MapPadding },
): Camera | undefined => {
  if (wish.kind === 'zoom') return { centre: current.centre, zoom: clampZoom(current.zoom + wish.delta) }
  if (wish.kind === 'move')
    return { centre: wish.camera.centre ?? current.centre, zoom: clampZoom(wish.camera.zoom ?? current.zoom) }

  /** Inside so many fitted margins of what is left. */
  const free = (left: number, margins: number) => {
    const { share, least, most } = FIT_MARGIN
    return Math.max(LEAST_FREE, left - 2 * margins * Math.min(most, Math.max(least, share * left)))
  }
  const freeWidth = (margins: number) => free(size.width - padding.left - padding.right, margins)
  const freeHeight = (margins: number) => free(size.height - padding.top - padding.bottom, margins)
  if (wish.kind === 'keep') {
    const { centre, zoom } = current
    const px = 2 * worldSize(zoom)
    const isSeen =
      Math.abs(wish.place.x - mercatorX(centre[0])) * px <= freeWidth(KEEP_SHARE) &&
      Math.abs(wish.place.y - mercatorY(centre[1])) * px <= freeHeight(KEEP_SHARE)
    return isSeen ? undefined : { centre: toLngLat(wish.place), zoom }
  }

  let west = Number.POSITIVE_INFINITY
  let north = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  let south = Number.NEGATIVE_INFINITY
  for (const [lng, lat] of wish.points) {
    if (!isPlace(lng, lat)) continue
    const x = mercatorX(lng)
    const y = mercatorY(lat)
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  if (west > east) return undefined
  const zoomFor = (px: number, span: number) => Math.log2(px / (Math.max(span, 1e-9) * WORLD_PX))
  const fitting = Math.min(zoomFor(freeWidth(1), east - west), zoomFor(freeHeight(1), south - north))
  const zoom = Math.min(wish.maxZoom, Math.max(fitting, wish.minZoom ?? 0))
  return { centre: toLngLat({ x: (west + east) / 2, y: (north + south) / 2 }), zoom: clampZoom(zoom) }
}

const clampZoom = (zoom: number) => Math.min(ZOOM_RANGE.max, Math.max(ZOOM_RANGE.min, zoom))
