import { type EventCode, eventCodes } from '#domain/fix.ts'
import { statusIndex } from '#domain/status.ts'
import type { TrailPoint } from '../map.port.ts'
import type { RouteMarkers } from '../scene/markers.ts'
import { mercatorX, mercatorY, projector, type Viewport, worldSize, zoomStepOf } from '../scene/mercator.ts'
import { markerOf, type PlotPath, type TrackCursor, type TrackPath } from '../scene/route-paths.ts'
import type { Trail, TrailHead } from '../scene/trail.ts'
import type { HeadSprite, PaintTools } from './canvas.ts'
import {
  addRoutePart,
  clipToView,
  createClippedLine,
  createLineLevels,
  keptBefore,
  strokeLine,
} from './line-drawing.ts'
import { DOT_PX, dotSprite, endSprite, eventBadgeSprite, type Sprites, stamp, stopSprite } from './sprites.ts'
import { vehicleSprite } from './vehicle-sprite.ts'

/** Smallest distance in px between the dots of the part not driven yet. */
const TRACK_DOT_SPACING_PX = 7
/** Distance between dots in Web Mercator. It is fixed within a zoom step, so that zooming a little moves no dot. */
export const dotSpacing = (zoom: number): number => TRACK_DOT_SPACING_PX / worldSize(zoomStepOf(zoom))

const MARKER_SCALE = 1.2
/** A shorter piece in px waits: the marker covers it, and every piece makes the browser redraw the whole canvas. */
const LEAST_PIECE_PX = 3

/** Draws one route. Expensive geometry is cached by zoom; a cursor that advances extends the existing line. */
export const createTrackPainter = (path: TrackPath) => {
  const levelAt = createLineLevels(path)
  /** The end of the line on the canvas. */
  let drawn: { index: number; fraction: number; x: number; y: number } | undefined

  const drive = (tools: PaintTools, cursor: TrackCursor, from: typeof drawn) => {
    const { kept } = levelAt(tools.view.zoom)
    const { x, y } = projector(tools.view)
    const line = createClippedLine(tools.view)
    const end = keptBefore(kept, cursor.index)
    let place = 0
    if (from) {
      line.moveTo(from.x, from.y)
      place = keptBefore(kept, from.index) + 1
    }
    addRoutePart(line, path, kept, place, end, { x, y })
    const marker = markerOf(cursor)
    drawn = { index: cursor.index, fraction: cursor.fraction, x: x(marker.x), y: y(marker.y) }
    if (path.breakAfter[cursor.index] === 0) line.lineTo(drawn.x, drawn.y)
    strokeLine(tools.context, line.line, tools.colours, tools.ratio)
  }

  return {
    path,
    /** Draws the driven line and the dots of the rest. */
    paintLine: (tools: PaintTools, cursor: TrackCursor) => {
      drive(tools, cursor, undefined)
      paintDots(tools, cursor)
    },
    /** Extends the line in the same view. Returns false if the cursor moved back: the line must be redrawn. */
    extendLine: (tools: PaintTools, cursor: TrackCursor): boolean => {
      if (!drawn) return false
      const on = cursor.index - drawn.index || cursor.fraction - drawn.fraction
      const { x, y } = projector(tools.view)
      const marker = markerOf(cursor)
      const away = Math.hypot(x(marker.x) - drawn.x, y(marker.y) - drawn.y)
      if (on > 0 && away >= LEAST_PIECE_PX) drive(tools, cursor, drawn)
      return on >= 0
    },
    /** Draws the ends, stops and events. */
    paintRouteMarkers: (
      { context, sprites, colours, ratio, view }: PaintTools,
      { stopsAt, eventsAt, eventBitsAt }: RouteMarkers,
    ) => {
      const { x, y } = projector(view)
      const stampAt = (sprite: Parameters<typeof stamp>[1], index: number) =>
        stamp(context, sprite, x(path.x[index] ?? 0), y(path.y[index] ?? 0), ratio)
      stampAt(endSprite(sprites, colours, false), 0)
      stampAt(endSprite(sprites, colours, true), path.length - 1)
      for (const index of stopsAt(view.zoom)) stampAt(stopSprite(sprites, colours), index)
      for (const index of eventsAt(view.zoom))
        stampAt(eventBadgeSprite(sprites, colours, codeOf(eventBitsAt(index))), index)
    },
    head: (
      { sprites, view }: { sprites: PaintTools['sprites']; view: Viewport },
      cursor: TrackCursor,
    ): HeadSprite => {
      const { x, y } = projector(view)
      const marker = markerOf(cursor)
      const pointed = !Number.isNaN(marker.heading)
      return {
        sprite: vehicleSprite(sprites, path.statusAt(cursor.index), pointed),
        x: x(marker.x),
        y: y(marker.y),
        degrees: pointed ? marker.heading : 0,
        scale: MARKER_SCALE,
      }
    },
  }

  /** Dots have fixed positions on the route, so they do not move with the map or the marker. */
  function paintDots({ context, sprites, colours, ratio, view }: PaintTools, cursor: TrackCursor) {
    const { kept, along } = levelAt(view.zoom)
    const { x, y } = projector(view)
    const every = dotSpacing(view.zoom)
    const { image, width, height } = dotSprite(sprites, colours)
    const first = keptBefore(kept, cursor.index)
    const marker = markerOf(cursor)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    for (let place = first; place < kept.length - 1; place++) {
      const from = kept[place] ?? 0
      const to = kept[place + 1] ?? 0
      if (path.breakAfter[from] === 1) continue
      const x0 = x(path.x[from] ?? 0)
      const y0 = y(path.y[from] ?? 0)
      const x1 = x(path.x[to] ?? 0)
      const y1 = y(path.y[to] ?? 0)
      const inView = clipToView(x0, y0, x1, y1, view, DOT_PX)
      const start = along[place] ?? 0
      const length = (along[place + 1] ?? 0) - start
      if (!inView || length === 0) continue
      const away = Math.hypot(x(marker.x) - x0, y(marker.y) - y0)
      const driven = place === first ? Math.min(1, away / Math.hypot(x1 - x0, y1 - y0)) : 0
      const firstDot = Math.ceil((start + Math.max(inView[0], driven) * length) / every)
      const lastDot = Math.floor((start + inView[1] * length) / every)
      for (let dot = firstDot; dot <= lastDot; dot++) {
        const share = (dot * every - start) / length
        const left = x0 + (x1 - x0) * share - width / 2
        context.drawImage(image, left, y0 + (y1 - y0) * share - height / 2, width, height)
      }
    }
  }
}

export type TrackPainter = ReturnType<typeof createTrackPainter>

/** The most severe event of a point labels its badge. */
const codeOf = (bits: number): EventCode => {
  const codes = eventCodes(bits)
  return codes.find((code) => GRAVEST_FIRST.includes(code)) ?? codes[0] ?? 'VS'
}
const GRAVEST_FIRST: readonly EventCode[] = ['OS', 'HB', 'HA', 'HC', 'FD', 'EO']

const HEAD_SCALE = 1.25
/** Steps closer than this many px to the last one drawn are skipped. */
const LEAST_PX = 1.5

/** Draws the live trail up to its head. */
export const paintTrailLine = (
  { context, colours, ratio, view }: PaintTools,
  { steps, breakSilenceMs }: Trail,
  head: TrailHead,
) => {
  const { x, y } = projector(view)
  const line = createClippedLine(view)
  const isBreakAt = (place: number) => (steps[place]?.silence ?? Number.POSITIVE_INFINITY) >= breakSilenceMs
  let lastX = Number.NaN
  let lastY = Number.NaN
  for (let place = 0; place < steps.length - 1; place++) {
    const step = steps[place]
    if (!step) continue
    const isBreak = isBreakAt(place)
    const toX = x(step.x)
    const toY = y(step.y)
    const isNear = Math.abs(toX - lastX) < LEAST_PX && Math.abs(toY - lastY) < LEAST_PX
    if (isNear && !isBreak && !isBreakAt(place + 1)) continue
    const draw = isBreak ? line.moveTo : line.lineTo
    draw(toX, toY)
    lastX = toX
    lastY = toY
  }
  if (!isBreakAt(steps.length - 1)) line.lineTo(x(head.x), y(head.y))
  strokeLine(context, line.line, colours, ratio)
}

/** Extends the line to the head's new position, in the same view. */
export const extendTrailLine = (
  { context, colours, ratio, view }: PaintTools,
  from: TrailHead,
  to: TrailHead,
) => {
  const { x, y } = projector(view)
  const line = createClippedLine(view)
  line.moveTo(x(from.x), y(from.y))
  line.lineTo(x(to.x), y(to.y))
  strokeLine(context, line.line, colours, ratio)
}

/** Draws the start of the trail (LIV-05). */
export const paintTrailStart = ({ context, sprites, colours, ratio, view }: PaintTools, { steps }: Trail) => {
  const { x, y } = projector(view)
  const [first] = steps
  if (first) stamp(context, endSprite(sprites, colours, false), x(first.x), y(first.y), ratio)
}

/** The head, styled by the newest status (LIV-04) and hollow while it is not live (OPEN-40). */
export const trailHead = (
  { sprites, view }: { sprites: Sprites; view: Viewport },
  { last, live }: Trail,
  head: TrailHead,
): HeadSprite => {
  const { x, y } = projector(view)
  const pointed = !Number.isNaN(head.heading)
  return {
    sprite: vehicleSprite(sprites, statusIndex(last?.status ?? ''), pointed, !live),
    x: x(head.x),
    y: y(head.y),
    degrees: pointed ? head.heading : 0,
    scale: HEAD_SCALE,
  }
}

/** Distance in px between the dots of the remaining part. */
const PLOT_DOT_SPACING_PX = 8
const TRUCK_SCALE = 1.2

/** Draws a plotted route. Expensive geometry is cached by zoom. */
export const createPlotPainter = (path: PlotPath) => {
  const levelAt = createLineLevels(path)

  const paintAhead = ({ context, sprites, colours, ratio, view }: PaintTools) => {
    if (path.ahead === null) return
    const { x, y } = projector(view)
    const from = { x: x(path.last.x), y: y(path.last.y) }
    const to = { x: x(path.ahead.x), y: y(path.ahead.y) }
    const inView = clipToView(from.x, from.y, to.x, to.y, view, DOT_PX)
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (!inView || length === 0) return
    const { image, width, height } = dotSprite(sprites, colours)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const last = Math.floor((inView[1] * length) / PLOT_DOT_SPACING_PX)
    for (let dot = Math.ceil((inView[0] * length) / PLOT_DOT_SPACING_PX); dot <= last; dot++) {
      const share = (dot * PLOT_DOT_SPACING_PX) / length
      const left = from.x + (to.x - from.x) * share - width / 2
      context.drawImage(image, left, from.y + (to.y - from.y) * share - height / 2, width, height)
    }
  }

  return {
    path,
    paintLine: (tools: PaintTools) => {
      const { kept } = levelAt(tools.view.zoom)
      const line = createClippedLine(tools.view)
      addRoutePart(line, path, kept, 0, kept.length - 1, projector(tools.view))
      strokeLine(tools.context, line.line, tools.colours, tools.ratio)
      paintAhead(tools)
    },
    /** Draws both ends. */
    paintEnds: ({ context, sprites, colours, ratio, view }: PaintTools) => {
      const { x, y } = projector(view)
      const end = path.ahead ?? path.last
      stamp(context, endSprite(sprites, colours, false), x(path.start.x), y(path.start.y), ratio)
      stamp(context, endSprite(sprites, colours, true), x(end.x), y(end.y), ratio)
    },
  }
}

export type PlotPainter = ReturnType<typeof createPlotPainter>

/** Draws the truck, hollow while its position is not live (OPEN-40). */
export const paintTruck = (
  { context, sprites, ratio, view }: PaintTools,
  { at: [lng, lat], heading, status }: TrailPoint,
  live: boolean,
) => {
  const { x, y } = projector(view)
  const sprite = vehicleSprite(sprites, statusIndex(status), heading !== null, !live)
  stamp(context, sprite, x(mercatorX(lng)), y(mercatorY(lat)), ratio, heading ?? 0, TRUCK_SCALE)
}
