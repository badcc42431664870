import type { MapPadding } from './map.port.ts'
import { type Camera, type CameraWish, resolveCamera } from './scene/camera.ts'
import { mercatorX, mercatorY, projector, toLngLat } from './scene/mercator.ts'
import type { Scene } from './scene/scene.ts'
import { HEAD_MOVE_MS } from './scene/trail.ts'

/** ms a camera move takes. */
const MOVE_MS = 250

/** The camera of an engine. */
export type Mover = {
  /** Begins a move to where the centre lies in the middle of what the padding leaves free, within `ms`; a move under way is ended before. */
  go(to: Camera, padding: MapPadding, ms: number): void
  isMoving(): boolean
}

/** Moves an engine's camera as the scene wishes, and follows the trail's head. The engine keeps the scene's camera true. */
export const createCameraDriver = ({
  scene,
  root,
  mover,
  sizeOf,
}: {
  scene: Scene
  /** Told what floating panels leave free, for the styles of what stands on the map. */
  root: HTMLElement
  mover: Mover
  sizeOf: () => { width: number; height: number }
}) => {
  /** Where a move that is under way will end: wishes that come meanwhile start from there. */
  let heading: Camera | undefined

  const go = (to: Camera, duration: number) => {
    mover.go(to, scene.padding, duration)
    // After, because a new move ends the one before it, and that end forgets the heading.
    heading = mover.isMoving() ? to : undefined
  }

  const grant = (wish: CameraWish, duration: number) => {
    // The user turns the wheel: what is to be kept in view waits until that is done.
    if (wish.kind === 'keep' && heading === undefined && mover.isMoving()) return
    const to = resolveCamera(wish, {
      current: heading ?? scene.camera,
      size: sizeOf(),
      padding: scene.padding,
    })
    if (!to) return
    if (wish.kind === 'keep') scene.cameraFollows()
    go(to, duration)
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
    if (isNear) return
    scene.cameraFollows()
    go({ centre: toLngLat(step), zoom }, HEAD_MOVE_MS)
  }

  const showPadding = () => {
    const { left, top, right, bottom } = scene.padding
    root.style.setProperty('--map-left', `${left}px`)
    root.style.setProperty('--map-top', `${top}px`)
    root.style.setProperty('--map-right', `${right}px`)
    root.style.setProperty('--map-bottom', `${bottom}px`)
  }

  const stop = scene.onChange((change) => {
    if (change === 'camera') grantAll(MOVE_MS)
    if (change === 'trail') keepHeadInView()
    if (change === 'padding') {
      showPadding()
      go(heading ?? scene.camera, MOVE_MS)
    }
  })

  return {
    /** Grants what was wished before the engine started. */
    begin: () => {
      showPadding()
      go(scene.camera, 0)
      grantAll(0)
      keepHeadInView()
    },
    /** The engine ended a move. */
    ended: () => {
      if (!mover.isMoving()) heading = undefined
    },
    /** The user took the camera; turning the wheel is not taken for looking elsewhere. */
    taken: (how: 'wheel' | 'hand') => {
      heading = undefined
      scene.cameraTaken(how)
    },
    stop,
  }
}
