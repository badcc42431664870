import { type EVENT_BIT, eventCodes } from '#contract/records/fix.ts'
import type { Marks } from '../scene/marks.ts'
import { projector, type View } from '../scene/mercator.ts'
import type { TrackCursor, TrackPath } from '../scene/track-cursor.ts'
import { markerOf } from '../scene/track-cursor.ts'
import { clip } from './clip.ts'
import type { Colours } from './colours.ts'
import { createLineLevels, keptBefore, type LineLevel } from './line-levels.ts'
import { coinSprite, endSprite, stopSprite } from './small-sprites.ts'
import type { Pen, Sprites } from './sprites.ts'
import { stamp } from './sprites.ts'
import { vehicleSprite } from './vehicle-sprite.ts'

/** px from dot to dot of the part not driven yet, and a dot's radius. */
const DOT = { every: 8, radius: 1.7 } as const
const LINE = { width: 4, halo: 7 } as const
const MARKER_SCALE = 1.2

export type PaintTools = {
  readonly pen: Pen
  readonly sprites: Sprites
  readonly colours: Colours
  readonly ratio: number
  readonly view: View
}

/** Draws one route. What is costly is made once a zoom; a moved cursor draws only what is in view. */
export const createTrackPainter = (path: TrackPath, { stopsAt, coinsAt }: Marks) => {
  const levelAt = createLineLevels(path)

  return {
    path,
    paint: (tools: PaintTools, cursor: TrackCursor) => {
      const { pen, sprites, colours, ratio, view } = tools
      const level = levelAt(view.zoom)
      const { x, y } = projector(view)
      const marker = markerOf(cursor)
      const head = { x: x(marker.x), y: y(marker.y) }

      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      strokeDriven(tools, path, level, cursor.index, head)
      paintDots(tools, path, level, cursor, head)

      const last = path.length - 1
      stamp(pen, endSprite(sprites, colours, false), x(path.x[0] ?? 0), y(path.y[0] ?? 0), ratio)
      stamp(pen, endSprite(sprites, colours, true), x(path.x[last] ?? 0), y(path.y[last] ?? 0), ratio)
      for (const index of stopsAt(view.zoom))
        stamp(pen, stopSprite(sprites, colours), x(path.x[index] ?? 0), y(path.y[index] ?? 0), ratio)
      for (const index of coinsAt(view.zoom))
        stamp(
          pen,
          coinSprite(sprites, colours, codeOf(path, index)),
          x(path.x[index] ?? 0),
          y(path.y[index] ?? 0),
          ratio,
        )
      const pointed = !Number.isNaN(marker.heading)
      stamp(
        pen,
        vehicleSprite(sprites, path.statusAt(cursor.index), pointed),
        head.x,
        head.y,
        ratio,
        pointed ? marker.heading : 0,
        MARKER_SCALE,
      )
    },
  }
}

export type TrackPainter = ReturnType<typeof createTrackPainter>

/** The gravest event of a point names its coin. */
const codeOf = (path: TrackPath, index: number) => {
  const codes = eventCodes(path.eventBits[index] ?? 0)
  return codes.find((code) => GRAVEST_FIRST.includes(code)) ?? codes[0] ?? 'VS'
}
const GRAVEST_FIRST: readonly (keyof typeof EVENT_BIT)[] = ['OS', 'HB', 'HA', 'HC', 'FD', 'EO']

const strokeDriven = (
  { pen, colours, view }: PaintTools,
  path: TrackPath,
  { kept }: LineLevel,
  index: number,
  head: { x: number; y: number },
) => {
  const { x, y } = projector(view)
  const line = new Path2D()
  const end = keptBefore(kept, index)
  let penDown = false
  let fromX = 0
  let fromY = 0
  const to = (px: number, py: number, joined: boolean) => {
    if (joined && clip(fromX, fromY, px, py, view, LINE.halo)) {
      if (!penDown) line.moveTo(fromX, fromY)
      line.lineTo(px, py)
      penDown = true
    } else penDown = false
    fromX = px
    fromY = py
  }
  for (let place = 0; place <= end; place++) {
    const at = kept[place] ?? 0
    to(x(path.x[at] ?? 0), y(path.y[at] ?? 0), place > 0 && path.parted[kept[place - 1] ?? 0] === 0)
  }
  to(head.x, head.y, path.parted[kept[end] ?? 0] === 0)
  strokeLine(pen, line, colours)
}

/** A line with its halo. */
export const strokeLine = (pen: Pen, line: Path2D, colours: Colours) => {
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.globalAlpha = 0.9
  pen.strokeStyle = colours.halo
  pen.lineWidth = LINE.halo
  pen.stroke(line)
  pen.globalAlpha = 1
  pen.strokeStyle = colours.accent
  pen.lineWidth = LINE.width
  pen.stroke(line)
}

/** The dots lie at fixed places of the route, so they hold still when the map or the marker moves. */
const paintDots = (
  { pen, colours, view }: PaintTools,
  path: TrackPath,
  { kept, along, zoom }: LineLevel,
  { index }: TrackCursor,
  head: { x: number; y: number },
) => {
  const { x, y, size } = projector(view)
  const every = DOT.every / (size / 2 ** (view.zoom - zoom))
  const dots = new Path2D()
  const first = keptBefore(kept, index)
  for (let place = first; place < kept.length - 1; place++) {
    const from = kept[place] ?? 0
    const to = kept[place + 1] ?? 0
    if (path.parted[from] === 1) continue
    const x0 = x(path.x[from] ?? 0)
    const y0 = y(path.y[from] ?? 0)
    const x1 = x(path.x[to] ?? 0)
    const y1 = y(path.y[to] ?? 0)
    const inView = clip(x0, y0, x1, y1, view, DOT.radius)
    if (!inView) continue
    const start = along[place] ?? 0
    const length = (along[place + 1] ?? 0) - start
    if (length === 0) continue
    const driven = place === first ? Math.hypot(head.x - x0, head.y - y0) / Math.hypot(x1 - x0, y1 - y0) : 0
    const firstDot = Math.ceil((start + Math.max(inView[0], Math.min(1, driven)) * length) / every)
    const lastDot = Math.floor((start + inView[1] * length) / every)
    for (let dot = firstDot; dot <= lastDot; dot++) {
      const share = (dot * every - start) / length
      const px = x0 + (x1 - x0) * share
      const py = y0 + (y1 - y0) * share
      dots.moveTo(px + DOT.radius, py)
      dots.arc(px, py, DOT.radius, 0, 2 * Math.PI)
    }
  }
  pen.strokeStyle = colours.halo
  pen.lineWidth = 1.5
  pen.stroke(dots)
  pen.fillStyle = colours.muted
  pen.fill(dots)
}
