import type { FleetLayout } from '../scene/clusters.ts'
import type { SceneChange } from '../scene/drawings.ts'
import { createFleetLayoutCache, createReclusterTimer } from '../scene/fleet-layout.ts'
import { type Hit, type HitTestScene, hitTest, hitTestCentre } from '../scene/hit-test.ts'
import { type AlertPins, createRouteMarkers, type RouteMarkers } from '../scene/markers.ts'
import type { Viewport } from '../scene/mercator.ts'
import type { PlotPath, TrackCursor } from '../scene/route-paths.ts'
import type { Scene } from '../scene/scene.ts'
import type { TrailHead } from '../scene/trail.ts'
import { paintAlertHeads, paintAlerts } from './alert-painter.ts'
import {
  createCanvasLayer,
  createHeadElement,
  type PaintTools,
  type Stamp,
  type StampTools,
  stampsOn,
} from './canvas.ts'
import { COLOURS } from './colours.ts'
import { paintFenceNames, paintFences } from './fence-painter.ts'
import { paintFleet } from './fleet-painter.ts'
import { createPaintedFleet } from './painted-fleet.ts'
import {
  createPlotPainter,
  createTrackPainter,
  extendTrailLine,
  type PlotPainter,
  paintTrailLine,
  paintTrailStart,
  paintTruck,
  type TrackPainter,
  trailHead,
} from './route-painters.ts'
import { createSprites, onFiguresLoaded } from './sprites.ts'
import { createTypingPause } from './typing-pause.ts'

export type Overlay = {
  /** Paints now. Adapters call it right after drawing the basemap, so that both move together. */
  paint(): void
  /** Paints at the next frame, once however often it is called. */
  requestPaint(): void
  /** To be called when colours, fonts or pixel ratio changed. */
  repaint(): void
  hit(at: { x: number; y: number }): Hit | undefined
  /** What Enter presses: what is nearest to the centre. */
  hitAtCentre(): Hit | undefined
  layout(): FleetLayout | undefined
  remove(): void
}

/** Draws sprites in the frame of the map itself while its camera moves. */
export type MapFrame = {
  isMoving(): boolean
  /** Draws what `paint` stamps into the frame that the map has just drawn. */
  draw(view: Viewport, paint: (stamp: Stamp) => void): void
  /** Requests the map's next frame. */
  request(): void
}

/** A higher ratio of device px to CSS px costs time and shows no difference. */
const MAX_RATIO = 2

/** What to repaint: lines, markers (vehicles, events), or, if neither, only heads that moved. */
type Stale = { lines: boolean; markers: boolean }

/**
 * Draws the scene on canvases of its own over the basemap. Moving vehicles do not redraw the basemap, a new basemap
 * style removes nothing, and any adapter that knows its camera can use it. Lines lie under markers. The playback
 * marker and the trail's head are elements, so a playback frame only extends a line and moves an element. While the
 * camera moves over nothing but vehicles, they are drawn in the map's own frames and the canvases are hidden.
 */
export const createOverlay = ({
  scene,
  root,
  viewOf,
  now,
  prefersReducedMotion,
  afterPaint,
  markerLayout,
  mapFrame,
}: {
  scene: Scene
  root: HTMLElement
  viewOf: () => Viewport
  /** ms of a monotonic clock. */
  now: () => number
  prefersReducedMotion: () => boolean
  /** Called after each paint, to position what floats over the map. */
  afterPaint: (view: Viewport) => void
  /**
   * For engines that show vehicles as their own markers: their layout. Vehicles are then hit-tested here but not
   * painted.
   */
  markerLayout?: () => FleetLayout | undefined
  /** For engines that let us draw in their frames. */
  mapFrame?: MapFrame
}): Overlay => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  const lineLayer = createCanvasLayer(root, 'map-overlay map-lines')
  const markerLayer = createCanvasLayer(root, 'map-overlay map-markers')
  const trackHead = createHeadElement(root)
  const trailHeadElement = createHeadElement(root)
  const sprites = createSprites(root.ownerDocument)
  const fleetLayouts = createFleetLayoutCache(scene.fleetStore)
  let ratio = 0
  let seen: Viewport | undefined
  let stale: Stale = { lines: true, markers: true }
  let frame: number | undefined
  let track: { painter: TrackPainter; markers: RouteMarkers; beside: AlertPins | null } | undefined
  let plotPainter: PlotPainter | undefined
  let drawnHead: TrailHead | undefined
  const paintedFleet = createPaintedFleet(scene.fleetStore)

  const laidOut = () =>
    scene.fleet ? fleetLayouts.at(scene.fleet, scene.selected, viewOf().zoom, now()) : undefined
  const layout = markerLayout ?? laidOut

  const updateViewport = (view: Viewport) => {
    const next = Math.min(MAX_RATIO, window.devicePixelRatio || 1)
    if (next !== ratio) sprites.clear(next)
    if (next !== ratio || !seen || !isSameView(seen, view)) stale = { lines: true, markers: true }
    ratio = next
    seen = view
  }

  const hasLines = () =>
    scene.plot !== null || scene.track !== null || scene.trail !== null || scene.fences.length > 0
  const hasMarkers = () => hasLines() || scene.alerts !== null || (!markerLayout && scene.fleet !== null)
  const isDrawnByMap = () => mapFrame?.isMoving() === true && hasMarkers() && !hasLines() && !scene.alerts

  const trackOf = ({ path }: TrackCursor) => {
    const beside = scene.alerts
    if (track?.painter.path !== path) {
      track = { painter: createTrackPainter(path), markers: createRouteMarkers(path, beside), beside }
      stale = { lines: true, markers: true }
    } else if (track.beside !== beside) {
      track = { ...track, markers: createRouteMarkers(path, beside), beside }
      stale = { ...stale, markers: true }
    }
    return track.painter
  }

  const noTrack = () => {
    if (track) stale = { lines: true, markers: true }
    track = undefined
    return undefined
  }

  const plotOf = (path: PlotPath) => {
    if (plotPainter?.path !== path) plotPainter = createPlotPainter(path)
    return plotPainter
  }

  const paint = () => {
    if (frame !== undefined) window.cancelAnimationFrame(frame)
    frame = undefined
    const view = viewOf()
    updateViewport(view)
    const { trail, track: cursor } = scene
    const route = cursor ? trackOf(cursor) : noTrack()
    const plot = scene.plot ? plotOf(scene.plot.path) : undefined
    const head = trail?.headAt(now(), prefersReducedMotion())
    const shared = { sprites, colours: COLOURS[scene.theme], ratio, view }
    if (isDrawnByMap()) {
      drawInMap(shared)
      return
    }
    const onLines: PaintTools = { ...shared, context: lineLayer.context }
    const onMarkers: PaintTools = { ...shared, context: markerLayer.context }

    if (!stale.lines && route && cursor) stale.lines = !route.extendLine(onLines, cursor)
    if (!stale.lines && head && drawnHead?.moving) extendTrailLine(onLines, drawnHead, head)
    if (stale.lines) {
      lineLayer.show(hasLines())
      lineLayer.resize(view, ratio)
      lineLayer.clear()
      plot?.paintLine(onLines)
      paintFences(onLines, scene.fences)
      if (route && cursor) route.paintLine(onLines, cursor)
      if (trail && head) paintTrailLine(onLines, trail, head)
    }
    if (stale.markers) {
      markerLayer.show(hasMarkers())
      markerLayer.resize(view, ratio)
      markerLayer.clear()
      plot?.paintEnds(onMarkers)
      paintFenceNames(onMarkers, scene.fences)
      const fleet = markerLayout ? undefined : layout()
      if (scene.plot?.truck) paintTruck(onMarkers, scene.plot.truck, scene.plot.live)
      if (fleet) paintFleet(stampsOn(onMarkers), scene.fleetStore, fleet, scene.selected)
      paintedFleet.keep(fleet)
      if (scene.alerts) paintAlerts(onMarkers, scene.alerts)
      if (track) track.painter.paintRouteMarkers(onMarkers, track.markers)
      if (trail) paintTrailStart(onMarkers, trail)
      if (scene.alerts) paintAlertHeads(onMarkers, scene.alerts)
    }
    stale = { lines: false, markers: false }
    drawnHead = head
    trackHead.show(route && cursor ? route.head(shared, cursor) : undefined)
    trailHeadElement.show(trail && head ? trailHead(shared, trail, head) : undefined)
    afterPaint(view)
    if (head?.moving) requestPaintOf({ lines: false, markers: false })
  }

  /** Nothing remains on the canvases: they are painted anew when the camera rests. */
  const drawInMap = (tools: Omit<StampTools, 'stamp'>) => {
    const fleet = layout()
    if (fleet)
      mapFrame?.draw(tools.view, (stamp) =>
        paintFleet({ ...tools, stamp }, scene.fleetStore, fleet, scene.selected),
      )
    paintedFleet.keep(fleet)
    for (const layer of [lineLayer, markerLayer]) layer.show(false)
    stale = { lines: true, markers: true }
    for (const element of [trackHead, trailHeadElement]) element.show(undefined)
    afterPaint(tools.view)
  }

  const requestPaintOf = ({ lines: withLines, markers: withMarkers }: Stale) => {
    stale = { lines: stale.lines || withLines, markers: stale.markers || withMarkers }
    frame ??= window.requestAnimationFrame(() => {
      frame = undefined
      if (isDrawnByMap()) mapFrame?.request()
      else paint()
    })
  }
  const requestPaint = () => requestPaintOf({ lines: false, markers: false })

  const movement = createTypingPause({
    window,
    now,
    repaint: () => requestPaintOf({ lines: false, markers: true }),
  })
  const reclusterTimer = createReclusterTimer({
    dueAt: fleetLayouts.dueAt,
    now,
    recluster: movement.request,
  })
  const stopFleet = scene.fleetStore.onChange(({ slots }) => {
    if (scene.popups.length > 0) requestPaint()
    if (markerLayout || !scene.fleet) return
    if (slots === 'all' || !seen) requestPaintOf({ lines: false, markers: true })
    else if (paintedFleet.isVisiblyChanged(slots, seen)) movement.request()
    reclusterTimer.schedule()
  })
  const stopScene = scene.onChange((change) => {
    if (change !== 'camera') requestPaintOf(STALE_BY[change])
  })

  const repaint = () => {
    sprites.clear(ratio || 1)
    requestPaintOf({ lines: true, markers: true })
  }
  const stopFonts = onFiguresLoaded(root.ownerDocument, repaint)

  const hitTestScene = (): HitTestScene => ({
    scene,
    layout: layout(),
    markers: track?.markers,
    view: viewOf(),
  })

  return {
    paint,
    requestPaint,
    repaint,
    hit: (at) => hitTest(hitTestScene(), at),
    hitAtCentre: () => hitTestCentre(hitTestScene()),
    layout,
    remove: () => {
      stopFonts()
      if (frame !== undefined) window.cancelAnimationFrame(frame)
      reclusterTimer.stop()
      movement.stop()
      stopFleet()
      stopScene()
      for (const part of [lineLayer, markerLayer, trackHead, trailHeadElement]) part.remove()
    },
  }
}

const STALE_BY: Readonly<Record<Exclude<SceneChange, 'camera'>, Stale>> = {
  look: { lines: true, markers: true },
  padding: { lines: false, markers: false },
  popups: { lines: false, markers: false },
  names: { lines: false, markers: false },
  fleet: { lines: false, markers: true },
  selected: { lines: false, markers: true },
  trail: { lines: true, markers: true },
  track: { lines: false, markers: false },
  plot: { lines: true, markers: true },
  alerts: { lines: false, markers: true },
  fences: { lines: true, markers: true },
  drawing: { lines: false, markers: false },
}

const isSameView = (a: Viewport, b: Viewport) =>
  a.zoom === b.zoom &&
  a.centre.x === b.centre.x &&
  a.centre.y === b.centre.y &&
  a.width === b.width &&
  a.height === b.height &&
  a.middle.x === b.middle.x &&
  a.middle.y === b.middle.y
