import type { MapPadding } from '../map.port.ts'
import { type Camera, createCameraDriver, ZOOM_RANGE } from '../scene/camera.ts'
import { mercatorX, mercatorY, toLngLat, type Viewport, visibleCentre, worldSize } from '../scene/mercator.ts'
import type { Scene } from '../scene/scene.ts'

/** At zoom 0 Google's world measures 256 px, ours 512. */
const ZOOM_AHEAD = 1

/** Our zoom range in Google's zoom levels. */
export const GOOGLE_ZOOMS = {
  minZoom: ZOOM_RANGE.min + ZOOM_AHEAD,
  maxZoom: ZOOM_RANGE.max + ZOOM_AHEAD,
} as const

/** The centre of the map's element in Web Mercator, and our zoom. */
type CameraPosition = { readonly x: number; readonly y: number; readonly zoom: number }

type Size = { readonly width: number; readonly height: number }

/** Google's map has no padding: its centre is that of its element, ours that of the area that panels leave free. */
const shiftOf = (size: Size, padding: MapPadding, zoom: number) => {
  const middle = visibleCentre(size, padding)
  const world = worldSize(zoom)
  return { x: (middle.x - size.width / 2) / world, y: (middle.y - size.height / 2) / world }
}

const cameraPositionOf = ({ centre, zoom }: Camera, size: Size, padding: MapPadding): CameraPosition => {
  const shift = shiftOf(size, padding, zoom)
  return { x: mercatorX(centre[0]) - shift.x, y: mercatorY(centre[1]) - shift.y, zoom }
}

const cameraOf = ({ x, y, zoom }: CameraPosition, size: Size, padding: MapPadding): Camera => {
  const shift = shiftOf(size, padding, zoom)
  return { centre: toLngLat({ x: x + shift.x, y: y + shift.y }), zoom }
}

/** A camera position as Google's map options. */
const optionsOf = ({ x, y, zoom }: CameraPosition) => {
  const [lng, lat] = toLngLat({ x, y })
  return { center: { lng, lat }, zoom: zoom + ZOOM_AHEAD }
}

/** The initial camera of a new map. */
export const initialCamera = (scene: Scene, size: Size) =>
  optionsOf(cameraPositionOf(scene.camera, size, scene.padding))

/** Drives the camera of a Google map and keeps `scene.camera` up to date. */
export const driveCamera = ({
  scene,
  map,
  root,
  sizeOf,
  prefersReducedMotion,
}: {
  scene: Scene
  map: google.maps.Map
  root: HTMLElement
  sizeOf: () => Size
  prefersReducedMotion: () => boolean
}) => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  /** The padding of the current camera; a move changes it at its start. */
  let padding = scene.padding
  let frame: number | undefined
  /** Where the current move will end. */
  let target: Camera | undefined

  const cameraPosition = (): CameraPosition => {
    const centre = map.getCenter()
    const zoom = (map.getZoom() ?? scene.camera.zoom + ZOOM_AHEAD) - ZOOM_AHEAD
    return centre
      ? { x: mercatorX(centre.lng()), y: mercatorY(centre.lat()), zoom }
      : cameraPositionOf(scene.camera, sizeOf(), padding)
  }
  const stopMove = () => {
    if (frame === undefined) return
    window.cancelAnimationFrame(frame)
    frame = undefined
    target = undefined
    driver.moveEnded()
  }

  const go = (to: Camera, next: MapPadding, ms: number) => {
    stopMove()
    padding = next
    const from = cameraPosition()
    const end = cameraPositionOf(to, sizeOf(), padding)
    if (ms === 0 || prefersReducedMotion()) {
      map.moveCamera(optionsOf(end))
      // Google reports the move later; a step of the zoom may come before.
      scene.camera = to
      return
    }
    target = to
    let began: number | undefined
    const step = (time: number) => {
      began ??= time
      const progress = Math.min(1, (time - began) / ms)
      const eased = progress * (2 - progress)
      const between = (a: number, b: number) => (progress === 1 ? b : a + (b - a) * eased)
      frame = progress === 1 ? undefined : window.requestAnimationFrame(step)
      map.moveCamera(
        optionsOf({
          x: between(from.x, end.x),
          y: between(from.y, end.y),
          zoom: between(from.zoom, end.zoom),
        }),
      )
      if (progress < 1) return
      target = undefined
      driver.moveEnded()
    }
    frame = window.requestAnimationFrame(step)
  }

  const driver = createCameraDriver({
    scene,
    root,
    sizeOf,
    engineCamera: { go, isMoving: () => frame !== undefined },
  })
  const yieldToUser = (how: 'wheel' | 'hand') => {
    stopMove()
    driver.movedByUser(how)
  }

  return {
    ...driver,
    stop: () => {
      stopMove()
      driver.stop()
    },
    yieldToUser,
    /** The map moved, by the user or by us. */
    moved: () => {
      scene.camera = cameraOf(cameraPosition(), sizeOf(), padding)
    },
    /** The element was resized: the centre of the free area stays, and a move in progress keeps its target. */
    resized: (camera: Camera) => go(target ?? camera, padding, 0),
    view: (): Viewport => {
      const size = sizeOf()
      const { x, y, zoom } = cameraPosition()
      return { centre: { x, y }, zoom, ...size, middle: { x: size.width / 2, y: size.height / 2 } }
    },
  }
}
