import type { Map as MapLibreMap } from 'maplibre-gl'
import { type Camera, type CameraWish, resolveCamera } from '../scene/camera.ts'
import { mercatorX, mercatorY, projector, toLngLat } from '../scene/mercator.ts'
import type { Scene } from '../scene/scene.ts'
import { HEAD_MOVE_MS } from '../scene/trail.ts'

/** ms a camera move takes. */
const MOVE_MS = 250

/** Moves the map's camera as the scene wishes, follows the trail's head, and keeps the scene's camera true. */
export const createCameraDriver = ({
  scene,
  map,
  sizeOf,
}: {
  scene: Scene
  map: MapLibreMap
  sizeOf: () => { width: number; height: number }
}) => {
  /** Where a move that is under way will end: wishes that come meanwhile start from there. */
  let heading: Camera | undefined

  const go = ({ centre: [lng, lat], zoom }: Camera, duration: number) => {
    map.easeTo({ center: [lng, lat], zoom, padding: { ...scene.padding }, duration })
    // After, because easeTo ends the move before it, and that end forgets the heading.
    heading = map.isMoving() ? { centre: [lng, lat], zoom } : undefined
  }

  const grant = (wish: CameraWish, duration: number) => {
    const to = resolveCamera(wish, {
      current: heading ?? scene.camera,
      size: sizeOf(),
      padding: scene.padding,
    })
    if (to) go(to, duration)
  }

  const grantAll = (duration: number) => {
    for (let wish = scene.takeWish(); wish; wish = scene.takeWish()) grant(wish, duration)
  }

  const keepHeadInView = () => {
    const step = scene.trail?.following ? scene.trail.steps.at(-1) : undefined
    if (!step) return
    const { centre, zoom } = heading ?? scene.camera
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
    if (!isNear) go({ centre: toLngLat(step), zoom }, HEAD_MOVE_MS)
  }

  const showPadding = () => {
    const { left, top, right, bottom } = scene.padding
    const { style } = map.getContainer()
    style.setProperty('--map-left', `${left}px`)
    style.setProperty('--map-top', `${top}px`)
    style.setProperty('--map-right', `${right}px`)
    style.setProperty('--map-bottom', `${bottom}px`)
  }

  const stop = scene.onChange((change) => {
    if (change === 'camera') grantAll(MOVE_MS)
    if (change === 'trail') keepHeadInView()
    if (change === 'padding') {
      showPadding()
      go(heading ?? scene.camera, MOVE_MS)
    }
  })

  map.on('move', () => {
    const { lng, lat } = map.getCenter()
    scene.camera = { centre: [lng, lat], zoom: map.getZoom() }
  })
  map.on('moveend', () => {
    if (!map.isMoving()) heading = undefined
  })
  map.on('movestart', ({ originalEvent }) => {
    if (!originalEvent) return
    heading = undefined
    if (originalEvent.type !== 'wheel') scene.cameraMoved()
  })

  showPadding()
  map.jumpTo({ padding: { ...scene.padding } })
  grantAll(0)
  keepHeadInView()

  return { grant: (wish: CameraWish) => grant(wish, MOVE_MS), stop }
}
