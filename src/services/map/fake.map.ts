import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import type { LngLat, MapPort, MapPress } from './map.port.ts'
import { type CameraWish, resolveCamera } from './scene/camera.ts'
import { drawnOf } from './scene/drawn.ts'
import { createFleetView } from './scene/fleet-view.ts'
import { hitScene, pressHit } from './scene/hit.ts'
import { createMarks } from './scene/marks.ts'
import { mercatorX, mercatorY, middleOf, projector } from './scene/mercator.ts'
import { createScene } from './scene/scene.ts'

/** A map in memory, and the hands of its user. */
export type FakeMap = MapPort & {
  /** Reports a press as it is given. */
  press(press: MapPress): void
  /** Presses a place, and what is drawn there. */
  pressAt(at: LngLat): void
  /** Moves the map as a user does. */
  drag(to: { readonly centre: LngLat }): void
  /** Presses the close button of the newest popup. */
  closePopup(): void
  fail(message: string, offersBundledMap?: boolean): void
  /** Whether the bundled map was put in its place. */
  readonly bundled: boolean
  readonly mounted: boolean
}

/** Draws into memory at once. `size` in px is what `fit` reckons with. */
export const createFakeMap = ({
  fleet,
  size = { width: 1280, height: 800 },
}: {
  fleet: FleetStore
  size?: { width: number; height: number }
}): FakeMap => {
  const { scene, port } = createScene({ fleet, now: () => 0 })
  const view = createFleetView(fleet)
  let bundled = false
  let mounts = 0
  let container: HTMLElement | null = null

  const grant = (wish: CameraWish) => {
    scene.camera =
      resolveCamera(wish, { current: scene.camera, size, padding: scene.padding }) ?? scene.camera
  }
  const grantWishes = () => {
    for (let wish = scene.takeWish(); wish; wish = scene.takeWish()) grant(wish)
  }
  const layout = () =>
    scene.fleet
      ? view.at(scene.fleet, scene.selected, scene.camera.zoom, Number.POSITIVE_INFINITY)
      : undefined

  const pressAt = (at: LngLat) => {
    const { centre, zoom } = scene.camera
    const seen = {
      centre: { x: mercatorX(centre[0]), y: mercatorY(centre[1]) },
      zoom,
      ...size,
      middle: middleOf(size, scene.padding),
    }
    const { x, y } = projector(seen)
    const marks = scene.track ? createMarks(scene.track.path) : undefined
    const hit = hitScene(
      { scene, layout: layout(), marks, view: seen },
      { x: x(mercatorX(at[0])), y: y(mercatorY(at[1])) },
    )
    pressHit({ scene, grant }, { hit, at, zoom })
  }
  const showPopups = () => container?.replaceChildren(...scene.popups.map(({ element }) => element))

  scene.onChange((change) => {
    if (change === 'popups') showPopups()
    if (change === 'camera' && container) grantWishes()
  })

  return {
    ...port,
    mount: (next) => {
      mounts += 1
      const mine = mounts
      container?.replaceChildren()
      container = next
      grantWishes()
      showPopups()
      return () => {
        if (mine !== mounts) return
        container?.replaceChildren()
        container = null
      }
    },
    showBundledMap: () => {
      bundled = true
    },
    drawn: () => drawnOf(scene, layout(), container !== null),
    press: scene.pressed,
    pressAt,
    drag: ({ centre }) => {
      scene.camera = { ...scene.camera, centre }
      scene.cameraMoved()
    },
    closePopup: () => scene.popups.at(-1)?.options.onClose(),
    fail: scene.failed,
    get bundled() {
      return bundled
    },
    get mounted() {
      return container !== null
    },
  }
}
