import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import { createFakePen, type FakePen } from './fake-pen.ts'
import type { LngLat, MapPort, MapPress } from './map.port.ts'
import { type CameraWish, resolveCamera } from './scene/camera.ts'
import type { DrawingBoard } from './scene/drawing-board.ts'
import { drawnOf } from './scene/drawn.ts'
import { createFleetView } from './scene/fleet-view.ts'
import { hitScene, pressHit } from './scene/hit.ts'
import { createMarks } from './scene/marks.ts'
import { mercatorX, mercatorY, middleOf, projector } from './scene/mercator.ts'
import { createScene, type Scene } from './scene/scene.ts'

/** A map in memory, and the hands of its user. */
export type FakeMap = MapPort & {
  /** Reports a press as it is given. */
  press(press: MapPress): void
  /** Presses a place, and what is drawn there. */
  pressAt(at: LngLat): void
  /** Pulls at the finished shape that is drawn. */
  pull(from: LngLat, to: LngLat): void
  /** Presses a place of it with the right button. */
  pressRight(at: LngLat): void
  /** Moves the map as a user does. */
  drag(to: { readonly centre: LngLat }): void
  /** Presses the close button of the newest popup. */
  closePopup(): void
  fail: Scene['failed']
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

  let pen: { of: DrawingBoard; hand: FakePen; takeAway: () => void } | undefined
  /** A board has a pen while the map is mounted. */
  const lendPen = () => {
    const board = container === null ? null : scene.board
    if (pen?.of === board) return
    const before = pen
    pen = undefined
    before?.takeAway()
    if (board === null) return
    const hand = createFakePen(board)
    pen = { of: board, hand, takeAway: () => {} }
    pen = { of: board, hand, takeAway: board.lend(hand) }
  }

  const pressAt = (at: LngLat) => {
    if (scene.board) return pen?.hand.press(at)
    const { centre, zoom } = scene.camera
    const seen = {
      centre: { x: mercatorX(centre[0]), y: mercatorY(centre[1]) },
      zoom,
      ...size,
      middle: middleOf(size, scene.padding),
    }
    const { x, y } = projector(seen)
    const marks = scene.track ? createMarks(scene.track.path, scene.alerts) : undefined
    const hit = hitScene(
      { scene, layout: layout(), marks, view: seen },
      { x: x(mercatorX(at[0])), y: y(mercatorY(at[1])) },
    )
    pressHit(scene, { hit, at, zoom })
  }
  const showPopups = () => container?.replaceChildren(...scene.popups.map(({ element }) => element))

  scene.onChange((change) => {
    if (change === 'popups') showPopups()
    if (change === 'drawing') lendPen()
    if (change === 'camera' && container) grantWishes()
  })

  return {
    ...port,
    prepare: () => {},
    mount: (next) => {
      mounts += 1
      const mine = mounts
      container?.replaceChildren()
      container = next
      grantWishes()
      showPopups()
      lendPen()
      return () => {
        if (mine !== mounts) return
        container?.replaceChildren()
        container = null
        lendPen()
      }
    },
    showBundledMap: () => {
      bundled = true
    },
    drawn: () => drawnOf(scene, layout(), container !== null),
    press: scene.pressed,
    pressAt,
    pull: (from, to) => pen?.hand.drag(from, to),
    pressRight: (at) => pen?.hand.pressRight(at),
    drag: ({ centre }) => {
      scene.camera = { ...scene.camera, centre }
      scene.cameraTaken('hand')
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
