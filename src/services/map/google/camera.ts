import { createCameraDriver } from '../camera-driver.ts'
import type { MapPadding } from '../map.port.ts'
import { type Camera, ZOOM_RANGE } from '../scene/camera.ts'
import { mercatorX, mercatorY, middleOf, toLngLat, type View, worldSize } from '../scene/mercator.ts'
import type { Scene } from '../scene/scene.ts'

/** Google's world measures 256 px at zoom 0, ours 512. */
const ZOOM_AHEAD = 1

/** Our range of zooms in Google's counting. */
export const GOOGLE_ZOOMS = {
  minZoom: ZOOM_RANGE.min + ZOOM_AHEAD,
  maxZoom: ZOOM_RANGE.max + ZOOM_AHEAD,
} as const

/** Where the middle of the map's element lies, in Web Mercator, and our zoom. */
type Stand = { readonly x: number; readonly y: number; readonly zoom: number }

type Size = { readonly width: number; readonly height: number }

/** Google's map knows no padding: its centre is the middle of its element, ours the middle of what panels leave free. */
const shiftOf = (size: Size, padding: MapPadding, zoom: number) => {
  const middle = middleOf(size, padding)
  const world = worldSize(zoom)
  return { x: (middle.x - size.width / 2) / world, y: (middle.y - size.height / 2) / world }
}

const standOf = ({ centre, zoom }: Camera, size: Size, padding: MapPadding): Stand => {
  const shift = shiftOf(size, padding, zoom)
  return { x: mercatorX(centre[0]) - shift.x, y: mercatorY(centre[1]) - shift.y, zoom }
}

const cameraOf = ({ x, y, zoom }: Stand, size: Size, padding: MapPadding): Camera => {
  const shift = shiftOf(size, padding, zoom)
  return { centre: toLngLat({ x: x + shift.x, y: y + shift.y }), zoom }
}

/** Google's words for where the camera stands. */
const optionsOf = ({ x, y, zoom }: Stand) => {
  const [lng, lat] = toLngLat({ x, y })
  return { center: { lng, lat }, zoom: zoom + ZOOM_AHEAD }
}

/** What a new map begins with. */
export const firstView = (scene: Scene, size: Size) => optionsOf(standOf(scene.camera, size, scene.padding))

/** Drives the camera of a Google map and keeps the scene's true. */
export const driveCamera = ({
  scene,
  map,
  root,
  sizeOf,
  isStill,
}: {
  scene: Scene
  map: google.maps.Map
  root: HTMLElement
  sizeOf: () => Size
  isStill: () => boolean
}) => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  /** The padding that the camera stands by, which a move to another changes at its start. */
  let padding = scene.padding
  let frame: number | undefined
  /** Where the move that is under way will end. */
  let goal: Camera | undefined

  const stand = (): Stand => {
    const centre = map.getCenter()
    const zoom = (map.getZoom() ?? scene.camera.zoom + ZOOM_AHEAD) - ZOOM_AHEAD
    return centre
      ? { x: mercatorX(centre.lng()), y: mercatorY(centre.lat()), zoom }
      : standOf(scene.camera, sizeOf(), padding)
  }
  const halt = () => {
    if (frame === undefined) return
    window.cancelAnimationFrame(frame)
    frame = undefined
    goal = undefined
    driver.ended()
  }

  const go = (to: Camera, next: MapPadding, ms: number) => {
    halt()
    padding = next
    const from = stand()
    const end = standOf(to, sizeOf(), padding)
    if (ms === 0 || isStill()) {
      map.moveCamera(optionsOf(end))
      return
    }
    goal = to
    let began: number | undefined
    const step = (time: number) => {
      began ??= time
      const way = Math.min(1, (time - began) / ms)
      const eased = way * (2 - way)
      const between = (a: number, b: number) => (way === 1 ? b : a + (b - a) * eased)
      frame = way === 1 ? undefined : window.requestAnimationFrame(step)
      map.moveCamera(
        optionsOf({
          x: between(from.x, end.x),
          y: between(from.y, end.y),
          zoom: between(from.zoom, end.zoom),
        }),
      )
      if (way < 1) return
      goal = undefined
      driver.ended()
    }
    frame = window.requestAnimationFrame(step)
  }

  const driver = createCameraDriver({
    scene,
    root,
    sizeOf,
    mover: { go, isMoving: () => frame !== undefined },
  })
  const take = (how: 'wheel' | 'hand') => {
    halt()
    driver.taken(how)
  }

  return {
    ...driver,
    stop: () => {
      halt()
      driver.stop()
    },
    take,
    /** The map moved, by whomever. */
    moved: () => {
      scene.camera = cameraOf(stand(), sizeOf(), padding)
    },
    /** The element has another size: what stood in the middle of the free part stays there, and a move ends where it would have. */
    resized: (camera: Camera) => go(goal ?? camera, padding, 0),
    view: (): View => {
      const size = sizeOf()
      const { x, y, zoom } = stand()
      return { centre: { x, y }, zoom, ...size, middle: { x: size.width / 2, y: size.height / 2 } }
    },
  }
}
