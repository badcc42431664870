import type { LngLat, MapCamera, MapPadding } from '../map.port.ts'
import {
  isPlace,
  type MercatorPoint,
  mercatorX,
  mercatorY,
  projector,
  toLngLat,
  WORLD_PX,
  worldSize,
} from './mercator.ts'
import type { Scene } from './scene.ts'
import { HEAD_MOVE_MS } from './trail.ts'

export type Camera = { readonly centre: LngLat; readonly zoom: number }

/** A move that was asked for. It may wait until the map is mounted and its size known. */
export type CameraRequest =
  | { readonly kind: 'move'; readonly camera: MapCamera }
  | { readonly kind: 'zoom'; readonly delta: number }
  /** Nothing to grant while the place lies well inside what panels leave free. */
  | { readonly kind: 'keep'; readonly place: MercatorPoint }
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

/** The camera that grants a request, or undefined where nothing is to be shown. `size` in px. */
export const resolveCamera = (
  request: CameraRequest,
  {
    current,
    size,
    padding,
  }: { current: Camera; size: { width: number; height: number }; padding: MapPadding },
): Camera | undefined => {
  if (request.kind === 'zoom')
    return { centre: current.centre, zoom: clampZoom(current.zoom + request.delta) }
  if (request.kind === 'move')
    return {
      centre: request.camera.centre ?? current.centre,
      zoom: clampZoom(request.camera.zoom ?? current.zoom),
    }

  /** Inside so many fitted margins of what is left. */
  const freePx = (left: number, margins: number) => {
    const { share, least, most } = FIT_MARGIN
    return Math.max(LEAST_FREE, left - 2 * margins * Math.min(most, Math.max(least, share * left)))
  }
  const freeWidth = (margins: number) => freePx(size.width - padding.left - padding.right, margins)
  const freeHeight = (margins: number) => freePx(size.height - padding.top - padding.bottom, margins)
  if (request.kind === 'keep') {
    const { centre, zoom } = current
    const px = 2 * worldSize(zoom)
    const isSeen =
      Math.abs(request.place.x - mercatorX(centre[0])) * px <= freeWidth(KEEP_SHARE) &&
      Math.abs(request.place.y - mercatorY(centre[1])) * px <= freeHeight(KEEP_SHARE)
    return isSeen ? undefined : { centre: toLngLat(request.place), zoom }
  }

  let west = Number.POSITIVE_INFINITY
  let north = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  let south = Number.NEGATIVE_INFINITY
  for (const [lng, lat] of request.points) {
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
  const zoom = Math.min(request.maxZoom, Math.max(fitting, request.minZoom ?? 0))
  return { centre: toLngLat({ x: (west + east) / 2, y: (north + south) / 2 }), zoom: clampZoom(zoom) }
}

const clampZoom = (zoom: number) => Math.min(ZOOM_RANGE.max, Math.max(ZOOM_RANGE.min, zoom))

/** ms a camera move takes. */
const MOVE_MS = 250

/** The camera of an engine. */
export type EngineCamera = {
  /** Begins a move to where the centre lies in the middle of what the padding leaves free, within `ms`; a move under way is ended before. */
  go(to: Camera, padding: MapPadding, ms: number): void
  isMoving(): boolean
}

/** Moves an engine's camera as the scene wishes, and follows the trail's head. The engine keeps the scene's camera true. */
export const createCameraDriver = ({
  scene,
  root,
  engineCamera,
  sizeOf,
}: {
  scene: Scene
  /** Told what floating panels leave free, for the styles of what stands on the map. */
  root: HTMLElement
  engineCamera: EngineCamera
  sizeOf: () => { width: number; height: number }
}) => {
  /** Where a move that is under way will end: wishes that come meanwhile start from there. */
  let target: Camera | undefined

  const go = (to: Camera, duration: number) => {
    engineCamera.go(to, scene.padding, duration)
    // After, because a new move ends the one before it, and that end forgets the heading.
    target = engineCamera.isMoving() ? to : undefined
  }

  const applyCameraRequest = (request: CameraRequest, duration: number) => {
    // The user turns the wheel: what is to be kept in view waits until that is done.
    if (request.kind === 'keep' && target === undefined && engineCamera.isMoving()) return
    const to = resolveCamera(request, {
      current: target ?? scene.camera,
      size: sizeOf(),
      padding: scene.padding,
    })
    if (!to) return
    if (request.kind === 'keep') scene.cameraFollows()
    go(to, duration)
  }

  const applyCameraRequests = (duration: number) => {
    for (let request = scene.takeCameraRequest(); request; request = scene.takeCameraRequest())
      applyCameraRequest(request, duration)
  }

  const keepHeadInView = () => {
    const step = scene.trail?.following ? scene.trail.steps.at(-1) : undefined
    if (!step) return
    const { centre, zoom } = target ?? scene.camera
    const { width, height } = sizeOf()
    const { left, top, right, bottom } = scene.padding
    const free = { x: Math.max(0, width - left - right), y: Math.max(0, height - top - bottom) }
    const { x, y } = projector({
      centre: { x: mercatorX(centre[0]), y: mercatorY(centre[1]) },
      zoom,
      width,
      height,
      middle: { x: 0, y: 0 },
    })
    const isNear = Math.abs(x(step.x)) <= free.x / 4 && Math.abs(y(step.y)) <= free.y / 4
    if (isNear) return
    scene.cameraFollows()
    go({ centre: toLngLat(step), zoom }, HEAD_MOVE_MS)
  }

  const publishPadding = () => {
    const { left, top, right, bottom } = scene.padding
    root.style.setProperty('--map-left', `${left}px`)
    root.style.setProperty('--map-top', `${top}px`)
    root.style.setProperty('--map-right', `${right}px`)
    root.style.setProperty('--map-bottom', `${bottom}px`)
  }

  const stop = scene.onChange((change) => {
    if (change === 'camera') applyCameraRequests(MOVE_MS)
    if (change === 'trail') keepHeadInView()
    if (change === 'padding') {
      publishPadding()
      go(target ?? scene.camera, MOVE_MS)
    }
  })

  return {
    /** Grants what was wished before the engine started. */
    start: () => {
      publishPadding()
      go(scene.camera, 0)
      applyCameraRequests(0)
      keepHeadInView()
    },
    /** The engine ended a move. */
    moveEnded: () => {
      if (!engineCamera.isMoving()) target = undefined
    },
    /** The user took the camera; turning the wheel is not taken for looking elsewhere. */
    movedByUser: (how: 'wheel' | 'hand') => {
      target = undefined
      scene.cameraMovedByUser(how)
    },
    stop,
  }
}
