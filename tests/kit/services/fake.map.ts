import { drawnShapeError } from '#contract/records/geofence-shape.ts'
import type { FenceShape } from '#domain/fences.ts'
import { type LngLat, metresBetween } from '#domain/geo.ts'
import type { FleetStore } from '#src/services/fleet/fleet-columns.ts'
import type { MapPort, MapPress } from '#src/services/map/map.port.ts'
import { type CameraRequest, resolveCamera } from '#src/services/map/scene/camera.ts'
import type { DrawSession, DrawTool } from '#src/services/map/scene/draw-session.ts'
import { createFleetLayoutCache } from '#src/services/map/scene/fleet-layout.ts'
import { hitTest, pressHit } from '#src/services/map/scene/hit-test.ts'
import { createRouteMarkers } from '#src/services/map/scene/markers.ts'
import { mercatorX, mercatorY, projector, visibleCentre } from '#src/services/map/scene/mercator.ts'
import { createScene, drawnOf, type Scene } from '#src/services/map/scene/scene.ts'

/** A draw tool in memory, with the user's gestures. */
export type FakeDrawTool = DrawTool & {
  press(at: LngLat): void
  /** Drags a part of the finished shape: a corner, the middle of a side, the edge of a circle, or the whole shape. */
  drag(from: LngLat, to: LngLat): void
  /** Deletes the corner at a position if at least three remain. */
  pressRight(at: LngLat): void
}

/**
 * Beyond this share of its radius a circle is resized, not moved; and the distance in degrees at which a corner is
 * hit.
 */
const EDGE_PART = 0.8
const CORNER_DEGREES = 0.02

const midpoint = (a: LngLat, b: LngLat): LngLat => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
const isNear = (a: LngLat, b: LngLat) => Math.hypot(a[0] - b[0], a[1] - b[1]) < CORNER_DEGREES

/** Adds every press to the shape at once. */
export const createFakeDrawTool = (drawSession: DrawSession): FakeDrawTool => {
  let corners: LngLat[] = []
  let takenBack: LngLat[] = []

  const report = () => {
    const radiusM = drawSession.tool === 'circle' ? 0 : null
    drawSession.reportBegun(
      corners.length === 0 ? null : { tool: drawSession.tool, corners: corners.length, radiusM },
    )
    drawSession.reportCanRedo(takenBack.length > 0)
  }
  const clear = () => {
    corners = []
    takenBack = []
    report()
  }
  const offer = (shape: FenceShape) => {
    const fault = drawnShapeError(shape)
    if (fault !== null) return drawSession.reportRefused(fault)
    clear()
    drawSession.reportFinished(shape)
  }
  const close = () => offer({ kind: 'polygon', corners })
  const moved = (shape: FenceShape, from: LngLat, to: LngLat): FenceShape => {
    const shift = ([lng, lat]: LngLat): LngLat => [lng + to[0] - from[0], lat + to[1] - from[1]]
    if (shape.kind === 'circle') {
      const { centre, radiusM } = shape
      return metresBetween(centre, from) > radiusM * EDGE_PART
        ? { ...shape, radiusM: Math.round(metresBetween(centre, to)) }
        : { ...shape, centre: shift(centre) }
    }
    const { corners: set } = shape
    const pulled = set.findIndex((corner) => isNear(corner, from))
    if (pulled !== -1) return { ...shape, corners: set.with(pulled, to) }
    const side = set.findIndex((corner, place) =>
      isNear(midpoint(corner, set[(place + 1) % set.length] ?? corner), from),
    )
    return { ...shape, corners: side === -1 ? set.map(shift) : set.toSpliced(side + 1, 0, to) }
  }

  return {
    setTool: clear,
    setShape: clear,
    undo: () => {
      const last = corners.pop()
      if (last) takenBack.push(last)
      report()
    },
    redo: () => {
      const next = takenBack.pop()
      if (next) corners.push(next)
      report()
    },
    finish: () => {
      if (drawSession.tool === 'polygon') close()
    },
    drop: clear,
    press: (at) => {
      if (drawSession.shape !== null) return
      const [first] = corners
      if (drawSession.tool === 'circle' && first) {
        const radiusM = Math.round(metresBetween(first, at))
        drawSession.reportBegun({ tool: 'circle', corners: 1, radiusM })
        return offer({ kind: 'circle', centre: first, radiusM })
      }
      if (drawSession.tool === 'polygon' && corners.length >= 3 && first && isNear(first, at)) return close()
      corners.push(at)
      takenBack = []
      report()
    },
    drag: (from, to) => {
      if (drawSession.shape !== null) offer(moved(drawSession.shape, from, to))
    },
    pressRight: (at) => {
      if (drawSession.shape?.kind !== 'polygon' || drawSession.shape.corners.length <= 3) return
      const { corners: set } = drawSession.shape
      const left = set.filter((corner) => !isNear(corner, at))
      if (left.length < set.length) offer({ kind: 'polygon', corners: left })
    },
  }
}

/** A map in memory, with the user's gestures. */
export type FakeMap = MapPort & {
  /** Reports a press unchanged. */
  press(press: MapPress): void
  /** Presses a position and whatever is drawn there. */
  pressAt(at: LngLat): void
  /** Drags the finished shape. */
  pull(from: LngLat, to: LngLat): void
  /** Right-clicks a position of the finished shape. */
  pressRight(at: LngLat): void
  /** Pans the map as a user would. */
  drag(to: { readonly centre: LngLat }): void
  /** Presses the close button of the newest popup. */
  closePopup(): void
  fail: Scene['failed']
  /** Whether the bundled map replaced this one. */
  readonly bundled: boolean
  readonly mounted: boolean
}

/** Draws into memory at once. `size` in px is what `fit` uses. */
export const createFakeMap = ({
  fleet,
  size = { width: 1280, height: 800 },
}: {
  fleet: FleetStore
  size?: { width: number; height: number }
}): FakeMap => {
  const { scene, port } = createScene({ fleet, now: () => 0 })
  const view = createFleetLayoutCache(fleet)
  let bundled = false
  let mounts = 0
  let container: HTMLElement | null = null

  const applyCameraRequest = (request: CameraRequest) => {
    scene.camera =
      resolveCamera(request, { current: scene.camera, size, padding: scene.padding }) ?? scene.camera
  }
  const applyCameraRequests = () => {
    for (let request = scene.takeCameraRequest(); request; request = scene.takeCameraRequest())
      applyCameraRequest(request)
  }
  const layout = () =>
    scene.fleet
      ? view.at(scene.fleet, scene.selected, scene.camera.zoom, Number.POSITIVE_INFINITY)
      : undefined

  let drawTool: { of: DrawSession; tool: FakeDrawTool; detach: () => void } | undefined
  /** Attaches a draw tool to the draw session while the map is mounted. */
  const attachDrawTool = () => {
    const drawSession = container === null ? null : scene.drawSession
    if (drawTool?.of === drawSession) return
    const before = drawTool
    drawTool = undefined
    before?.detach()
    if (drawSession === null) return
    const tool = createFakeDrawTool(drawSession)
    drawTool = { of: drawSession, tool, detach: () => {} }
    drawTool = { of: drawSession, tool, detach: drawSession.attach(tool) }
  }

  const pressAt = (at: LngLat) => {
    if (scene.drawSession) return drawTool?.tool.press(at)
    const { centre, zoom } = scene.camera
    const seen = {
      centre: { x: mercatorX(centre[0]), y: mercatorY(centre[1]) },
      zoom,
      ...size,
      middle: visibleCentre(size, scene.padding),
    }
    const { x, y } = projector(seen)
    const markers = scene.track ? createRouteMarkers(scene.track.path, scene.alerts) : undefined
    const hit = hitTest(
      { scene, layout: layout(), markers, view: seen },
      { x: x(mercatorX(at[0])), y: y(mercatorY(at[1])) },
    )
    pressHit(scene, { hit, at, zoom })
  }
  const showPopups = () => container?.replaceChildren(...scene.popups.map(({ element }) => element))

  scene.onChange((change) => {
    if (change === 'popups') showPopups()
    if (change === 'drawing') attachDrawTool()
    if (change === 'camera' && container) applyCameraRequests()
  })

  return {
    ...port,
    prepare: () => {},
    mount: (next) => {
      mounts += 1
      const mine = mounts
      container?.replaceChildren()
      container = next
      applyCameraRequests()
      showPopups()
      attachDrawTool()
      return () => {
        if (mine !== mounts) return
        container?.replaceChildren()
        container = null
        attachDrawTool()
      }
    },
    showBundledMap: () => {
      bundled = true
    },
    drawn: () => drawnOf(scene, layout(), container !== null),
    press: scene.pressed,
    pressAt,
    pull: (from, to) => drawTool?.tool.drag(from, to),
    pressRight: (at) => drawTool?.tool.pressRight(at),
    drag: ({ centre }) => {
      scene.camera = { ...scene.camera, centre }
      scene.cameraMovedByUser('hand')
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
