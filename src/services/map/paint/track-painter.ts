import { type EventCode, eventCodes } from '#domain/fix.ts'
import type { Marks } from '../scene/marks.ts'
import { projector, type View, worldSize, zoomStepOf } from '../scene/mercator.ts'
import type { TrackCursor, TrackPath } from '../scene/track-cursor.ts'
import { markerOf } from '../scene/track-cursor.ts'
import { clip } from './clip.ts'
import type { Head } from './head-element.ts'
import { createLineLevels, keptBefore } from './line-levels.ts'
import { createLinePen, strokeLine } from './line-pen.ts'
import type { PaintTools } from './paint-tools.ts'
import { coinSprite, DOT_PX, dotSprite, endSprite, stopSprite } from './small-sprites.ts'
import { stamp } from './sprites.ts'
import { vehicleSprite } from './vehicle-sprite.ts'

/** Least px from dot to dot of the part not driven yet. */
const DOT_EVERY = 7
/** From dot to dot in Web Mercator: the same for a step of zoom, so that zooming a little moves no dot, and near to the same in px at every zoom. */
export const dotEvery = (zoom: number): number => DOT_EVERY / worldSize(zoomStepOf(zoom))

const MARKER_SCALE = 1.2
/** A piece shorter than this many px waits: the marker lies over it, and each piece makes the whole canvas be shown anew. */
const LEAST_PIECE_PX = 3

/** Draws one route. What is costly is made once a zoom; a cursor that moves on adds to the line that is there. */
export const createTrackPainter = (path: TrackPath) => {
  const levelAt = createLineLevels(path)
  /** How far the line on the canvas is driven. */
  let drawn: { index: number; fraction: number; x: number; y: number } | undefined

  const drive = (tools: PaintTools, cursor: TrackCursor, from: typeof drawn) => {
    const { kept } = levelAt(tools.view.zoom)
    const { x, y } = projector(tools.view)
    const line = createLinePen(tools.view)
    const end = keptBefore(kept, cursor.index)
    let place = 0
    if (from) {
      line.moveTo(from.x, from.y)
      place = keptBefore(kept, from.index) + 1
    }
    for (; place <= end; place++) {
      const at = kept[place] ?? 0
      const draw = place > 0 && path.parted[kept[place - 1] ?? 0] === 0 ? line.lineTo : line.moveTo
      draw(x(path.x[at] ?? 0), y(path.y[at] ?? 0))
    }
    const marker = markerOf(cursor)
    drawn = { index: cursor.index, fraction: cursor.fraction, x: x(marker.x), y: y(marker.y) }
    if (path.parted[cursor.index] === 0) line.lineTo(drawn.x, drawn.y)
    strokeLine(tools.pen, line.line, tools.colours, tools.ratio)
  }

  return {
    path,
    /** Draws the driven line and the dots of the rest. */
    paintLine: (tools: PaintTools, cursor: TrackCursor) => {
      drive(tools, cursor, undefined)
      paintDots(tools, cursor)
    },
    /** Adds what was driven since to the line of the same view. Returns false for a cursor that went back: the line must be drawn anew. */
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
    paintMarks: ({ pen, sprites, colours, ratio, view }: PaintTools, { stopsAt, coinsAt, bitsAt }: Marks) => {
      const { x, y } = projector(view)
      const mark = (sprite: Parameters<typeof stamp>[1], index: number) =>
        stamp(pen, sprite, x(path.x[index] ?? 0), y(path.y[index] ?? 0), ratio)
      mark(endSprite(sprites, colours, false), 0)
      mark(endSprite(sprites, colours, true), path.length - 1)
      for (const index of stopsAt(view.zoom)) mark(stopSprite(sprites, colours), index)
      for (const index of coinsAt(view.zoom)) mark(coinSprite(sprites, colours, codeOf(bitsAt(index))), index)
    },
    head: ({ sprites, view }: { sprites: PaintTools['sprites']; view: View }, cursor: TrackCursor): Head => {
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

  /** The dots lie at fixed places of the route, so they hold still when the map or the marker moves. */
  function paintDots({ pen, sprites, colours, ratio, view }: PaintTools, cursor: TrackCursor) {
    const { kept, along } = levelAt(view.zoom)
    const { x, y } = projector(view)
    const every = dotEvery(view.zoom)
    const { image, width, height } = dotSprite(sprites, colours)
    const first = keptBefore(kept, cursor.index)
    const marker = markerOf(cursor)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    for (let place = first; place < kept.length - 1; place++) {
      const from = kept[place] ?? 0
      const to = kept[place + 1] ?? 0
      if (path.parted[from] === 1) continue
      const x0 = x(path.x[from] ?? 0)
      const y0 = y(path.y[from] ?? 0)
      const x1 = x(path.x[to] ?? 0)
      const y1 = y(path.y[to] ?? 0)
      const inView = clip(x0, y0, x1, y1, view, DOT_PX)
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
        pen.drawImage(image, left, y0 + (y1 - y0) * share - height / 2, width, height)
      }
    }
  }
}

export type TrackPainter = ReturnType<typeof createTrackPainter>

/** The gravest event of a point names its coin. */
const codeOf = (bits: number): EventCode => {
  const codes = eventCodes(bits)
  return codes.find((code) => GRAVEST_FIRST.includes(code)) ?? codes[0] ?? 'VS'
}
const GRAVEST_FIRST: readonly EventCode[] = ['OS', 'HB', 'HA', 'HC', 'FD', 'EO']
