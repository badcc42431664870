import { isOnGlobe, type LngLat } from '#domain/geo.ts'
import type { MapCamera, MapPadding } from '../map.port.ts'
import {
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

/** A requested camera move. It waits until the map is mounted and its size known. */
export type CameraRequest =
  | { readonly kind: 'move'; readonly camera: MapCamera }
  | { readonly kind: 'zoom'; readonly delta: number }
  /** Does nothing while the position lies well inside the area that panels leave free. */
  | { readonly kind: 'keep'; readonly place: MercatorPoint }
  | {
      readonly kind: 'fit'
      readonly points: readonly LngLat[]
      readonly maxZoom: number
      /** Zooms in beyond the points' own fit, up to `maxZoom`. */
      readonly minZoom?: number
    }

/** Zoom limits of the map. At `min`, a fleet on two continents fits a desktop screen. */
export const ZOOM_RANGE = { min: 0, max: 18 } as const
/** px of margin around fitted points, as a share of the free area: a phone has little of it. */
const FIT_MARGIN = { share: 0.12, least: 16, most: 48 }
/** A position kept in view stays this share of the fit margin from the edge, so that a fitted route does not move. */
const KEEP_SHARE = 2 / 3
/** On a small screen panels may cover everything; at least this many px count as free. */
const LEAST_FREE = 80

/** The camera after a request, or undefined if there is nothing to show. `size` in px. */
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

  /** The free area minus this many fit margins. */
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
    if (!isOnGlobe(lng, lat)) continue
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

/** Duration of a camera move in ms. */
const MOVE_MS = 250

/** The camera of an engine. */
export type EngineCamera = {
  /**
   * Moves the centre to the middle of the area that the padding leaves free, within `ms`. Ends a move in progress
   * first.
   */
  go(to: Camera, padding: MapPadding, ms: number): void
  isMoving(): boolean
}

/**
 * Applies the scene's camera requests to an engine and follows the trail's head. The engine keeps `scene.camera` up
 * to date.
 */
export const createCameraDriver = ({
  scene,
  root,
  engineCamera,
  sizeOf,
}: {
  scene: Scene
  /** Gets the padding as CSS variables, for the styles of what floats over the map. */
  root: HTMLElement
  engineCamera: EngineCamera
  sizeOf: () => { width: number; height: number }
}) => {
  /** Where the current move will end; new requests start from there. */
  let target: Camera | undefined
  /** Moves are drawn one by one; before the first request there is nothing to move away from. */
  let isPlaced = false

  const go = (to: Camera, duration: number) => {
    engineCamera.go(to, scene.padding, duration)
    // Set after `go`: it ends the previous move, which clears the target.
    target = engineCamera.isMoving() ? to : undefined
  }

  const applyCameraRequest = (request: CameraRequest, duration: number) => {
    // The user is turning the wheel; keeping in view waits until that is over.
    if (request.kind === 'keep' && target === undefined && engineCamera.isMoving()) return
    const to = resolveCamera(request, {
      current: target ?? scene.camera,
      size: sizeOf(),
      padding: scene.padding,
    })
    if (!to) return
    if (request.kind === 'keep') scene.cameraFollows()
    go(to, isPlaced ? duration : 0)
    isPlaced = true
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
      go(target ?? scene.camera, isPlaced ? MOVE_MS : 0)
    }
  })

  return {
    /** Applies the requests made before the engine started. */
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
    /** The user moved the camera. Turning the wheel does not count as looking elsewhere. */
    movedByUser: (how: 'wheel' | 'hand') => {
      target = undefined
      scene.cameraMovedByUser(how)
    },
    stop,
  }
}
