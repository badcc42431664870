import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import type { MapPort, MapPress } from './map.port.ts'
import { resolveCamera } from './scene/camera.ts'
import { drawnOf } from './scene/drawn.ts'
import { createFleetView } from './scene/fleet-view.ts'
import { createScene } from './scene/scene.ts'

/** A map in memory, and the hands of its user. */
export type FakeMap = MapPort & {
  /** Presses a place, a vehicle or an event. */
  press(press: MapPress): void
  /** Moves the map as a user does. */
  drag(to: { readonly centre: readonly [number, number] }): void
  /** Presses the close button of the newest popup. */
  closePopup(): void
  fail(message: string): void
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
  let mounts = 0
  let container: HTMLElement | null = null

  const grantWishes = () => {
    for (let wish = scene.takeWish(); wish; wish = scene.takeWish())
      scene.camera =
        resolveCamera(wish, { current: scene.camera, size, padding: scene.padding }) ?? scene.camera
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
    drawn: () =>
      drawnOf(
        scene,
        scene.fleet
          ? view.at(scene.fleet, scene.selected, scene.camera.zoom, Number.POSITIVE_INFINITY)
          : undefined,
        container !== null,
      ),
    press: scene.pressed,
    drag: ({ centre }) => {
      scene.camera = { ...scene.camera, centre }
      scene.cameraMoved()
    },
    closePopup: () => scene.popups.at(-1)?.options.onClose(),
    fail: scene.failed,
    get mounted() {
      return container !== null
    },
  }
}
