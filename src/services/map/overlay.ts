import { paintAlertHeads, paintAlerts } from './paint/alert-painter.ts'
import { COLOURS, FIGURES } from './paint/colours.ts'
import { paintFenceNames, paintFences } from './paint/fence-painter.ts'
import { paintFleet } from './paint/fleet-painter.ts'
import { createHeadElement } from './paint/head-element.ts'
import type { PaintTools } from './paint/paint-tools.ts'
import { createPlotPainter, type PlotPainter, paintTruck } from './paint/plot-painter.ts'
import { createSheet } from './paint/sheet.ts'
import { createSprites } from './paint/sprites.ts'
import { createTrackPainter, type TrackPainter } from './paint/track-painter.ts'
import { extendTrailLine, paintTrailLine, paintTrailStart, trailHead } from './paint/trail-painter.ts'
import type { AlertPins } from './scene/alert-pins.ts'
import type { SceneChange } from './scene/drawings.ts'
import { createFleetView } from './scene/fleet-view.ts'
import type { FleetLayout } from './scene/groups.ts'
import { aimScene, type Hit, hitScene, type Sight } from './scene/hit.ts'
import { createMarks, type Marks } from './scene/marks.ts'
import type { View } from './scene/mercator.ts'
import type { PlotPath } from './scene/plot-path.ts'
import type { Scene } from './scene/scene.ts'
import type { TrackCursor } from './scene/track-cursor.ts'
import type { TrailHead } from './scene/trail.ts'

export type Overlay = {
  /** Draws now; for adapters, right after they drew the ground, so that both move together. */
  paint(): void
  /** Draws at the next frame, once however often it is asked. */
  ask(): void
  /** Colours, fonts or pixel ratio changed. */
  repaint(): void
  hit(at: { x: number; y: number }): Hit | undefined
  /** What a key presses: what is nearest to the middle. */
  aim(): Hit | undefined
  layout(): FleetLayout | undefined
  remove(): void
}

/** More device px than this a css px cost time and show nothing. */
const MAX_RATIO = 2

/** What must be drawn again: lines, marks (vehicles, events), or nothing but heads that moved. */
type Stale = { lines: boolean; marks: boolean }

/**
 * Draws the scene on canvases of its own over the ground: vehicles that move do not make the ground be drawn again, a new
 * ground style takes nothing off, and any adapter that knows its camera can use it. Lines lie under marks, and the marker of
 * a route and the head of a trail are elements, so that a frame of playing adds a piece of line and moves an element.
 */
export const createOverlay = ({
  scene,
  root,
  viewOf,
  now,
  isStill,
  afterPaint,
  markers,
}: {
  scene: Scene
  root: HTMLElement
  viewOf: () => View
  /** A steady clock in ms. */
  now: () => number
  /** The user wants no motion. */
  isStill: () => boolean
  /** Called after each drawing, to place what hangs on the map. */
  afterPaint: (view: View) => void
  /** Of an engine that shows vehicles with markers of its own: how they are laid out. They are pressed here too, but not painted. */
  markers?: () => FleetLayout | undefined
}): Overlay => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  const lines = createSheet(root, 'map-overlay map-lines')
  const marks = createSheet(root, 'map-overlay map-marks')
  const trackHead = createHeadElement(root)
  const trailHeadElement = createHeadElement(root)
  const sprites = createSprites(root.ownerDocument)
  const fleetView = createFleetView(scene.fleetStore)
  let ratio = 0
  let seen: View | undefined
  let stale: Stale = { lines: true, marks: true }
  let frame: number | undefined
  let regroup: ReturnType<typeof setTimeout> | undefined
  let track: { painter: TrackPainter; marks: Marks; beside: AlertPins | null } | undefined
  let plotPainter: PlotPainter | undefined
  let drawnHead: TrailHead | undefined
  /** The fleet as it stands on the canvas. */
  let painted: FleetLayout | undefined
  let singles: { of: FleetLayout; slots: Uint8Array } | undefined

  const laidOut = () =>
    scene.fleet ? fleetView.at(scene.fleet, scene.selected, viewOf().zoom, now()) : undefined
  const layout = markers ?? laidOut

  const look = (view: View) => {
    const next = Math.min(MAX_RATIO, window.devicePixelRatio || 1)
    if (next !== ratio) sprites.clear(next)
    if (next !== ratio || !seen || !isSameView(seen, view)) stale = { lines: true, marks: true }
    ratio = next
    seen = view
    for (const sheet of [lines, marks]) sheet.measure(view, ratio)
  }

  const trackOf = ({ path }: TrackCursor) => {
    const beside = scene.alerts
    if (track?.painter.path !== path) {
      track = { painter: createTrackPainter(path), marks: createMarks(path, beside), beside }
      stale = { lines: true, marks: true }
    } else if (track.beside !== beside) {
      track = { ...track, marks: createMarks(path, beside), beside }
      stale = { ...stale, marks: true }
    }
    return track.painter
  }

  const noTrack = () => {
    if (track) stale = { lines: true, marks: true }
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
    look(view)
    const { trail, track: cursor } = scene
    const route = cursor ? trackOf(cursor) : noTrack()
    const plot = scene.plot ? plotOf(scene.plot.path) : undefined
    const head = trail?.headAt(now(), isStill())
    const shared = { sprites, colours: COLOURS[scene.theme], ratio, view }
    const onLines: PaintTools = { ...shared, pen: lines.pen }
    const onMarks: PaintTools = { ...shared, pen: marks.pen }

    if (!stale.lines && route && cursor) stale.lines = !route.extendLine(onLines, cursor)
    if (!stale.lines && head && drawnHead?.moving) extendTrailLine(onLines, drawnHead, head)
    if (stale.lines) {
      lines.wipe()
      plot?.paintLine(onLines)
      paintFences(onLines, scene.fences)
      if (route && cursor) route.paintLine(onLines, cursor)
      if (trail && head) paintTrailLine(onLines, trail, head)
    }
    if (stale.marks) {
      marks.wipe()
      plot?.paintEnds(onMarks)
      paintFenceNames(onMarks, scene.fences)
      painted = markers ? undefined : layout()
      if (scene.plot?.truck) paintTruck(onMarks, scene.plot.truck, scene.plot.live)
      if (painted) paintFleet(onMarks, scene.fleetStore, painted, scene.selected)
      if (scene.alerts) paintAlerts(onMarks, scene.alerts)
      if (track) track.painter.paintMarks(onMarks, track.marks)
      if (trail) paintTrailStart(onMarks, trail)
      if (scene.alerts) paintAlertHeads(onMarks, scene.alerts)
    }
    stale = { lines: false, marks: false }
    drawnHead = head
    trackHead.show(route && cursor ? route.head(shared, cursor) : undefined)
    trailHeadElement.show(trail && head ? trailHead(shared, trail, head) : undefined)
    afterPaint(view)
    if (head?.moving) askFor({ lines: false, marks: false })
  }

  const askFor = ({ lines: withLines, marks: withMarks }: Stale) => {
    stale = { lines: stale.lines || withLines, marks: stale.marks || withMarks }
    frame ??= window.requestAnimationFrame(paint)
  }
  const ask = () => askFor({ lines: false, marks: false })

  const isDrawnSingly = (shown: FleetLayout, slot: number) => {
    if (singles?.of !== shown) {
      singles = { of: shown, slots: new Uint8Array(scene.fleetStore.size) }
      for (const each of shown.singles) singles.slots[each] = 1
    }
    return singles.slots[slot] === 1
  }

  const stopFleet = scene.fleetStore.onChange(({ slots }) => {
    if (scene.popups.length > 0) ask()
    if (markers || !scene.fleet) return
    const shown = painted
    if (slots === 'all' || !shown || slots.some((slot) => isDrawnSingly(shown, slot)))
      askFor({ lines: false, marks: true })
    const due = fleetView.dueAt()
    if (due !== undefined)
      regroup ??= setTimeout(
        () => {
          regroup = undefined
          askFor({ lines: false, marks: true })
        },
        Math.max(0, due - now()),
      )
  })
  const stopScene = scene.onChange((change) => {
    if (change !== 'camera') askFor(STALE_BY[change])
  })

  const repaint = () => {
    sprites.clear(ratio || 1)
    askFor({ lines: true, marks: true })
  }
  let removed = false
  void root.ownerDocument.fonts?.load(`600 12px ${FIGURES}`).then(
    () => {
      if (!removed) repaint()
    },
    () => undefined,
  )

  const sight = (): Sight => ({ scene, layout: layout(), marks: track?.marks, view: viewOf() })

  return {
    paint,
    ask,
    repaint,
    hit: (at) => hitScene(sight(), at),
    aim: () => aimScene(sight()),
    layout,
    remove: () => {
      removed = true
      if (frame !== undefined) window.cancelAnimationFrame(frame)
      clearTimeout(regroup)
      stopFleet()
      stopScene()
      for (const part of [lines, marks, trackHead, trailHeadElement]) part.remove()
    },
  }
}

const STALE_BY: Readonly<Record<Exclude<SceneChange, 'camera'>, Stale>> = {
  look: { lines: true, marks: true },
  padding: { lines: false, marks: false },
  popups: { lines: false, marks: false },
  fleet: { lines: false, marks: true },
  selected: { lines: false, marks: true },
  trail: { lines: true, marks: true },
  track: { lines: false, marks: false },
  plot: { lines: true, marks: true },
  alerts: { lines: false, marks: true },
  fences: { lines: true, marks: true },
  drawing: { lines: false, marks: false },
}

const isSameView = (a: View, b: View) =>
  a.zoom === b.zoom &&
  a.centre.x === b.centre.x &&
  a.centre.y === b.centre.y &&
  a.width === b.width &&
  a.height === b.height &&
  a.middle.x === b.middle.x &&
  a.middle.y === b.middle.y
