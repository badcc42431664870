import { statusIndex } from '../../fleet-store/fleet-columns.ts'
import type { TrailPoint } from '../map.port.ts'
import { mercatorX, mercatorY, projector } from '../scene/mercator.ts'
import type { PlotPath } from '../scene/plot-path.ts'
import { clip } from './clip.ts'
import { createLineLevels } from './line-levels.ts'
import { createLinePen, strokeLine } from './line-pen.ts'
import type { PaintTools } from './paint-tools.ts'
import { DOT_PX, dotSprite, endSprite } from './small-sprites.ts'
import { stamp } from './sprites.ts'
import { vehicleSprite } from './vehicle-sprite.ts'

/** px from dot to dot of the way that is left. */
const DOT_EVERY = 8
const TRUCK_SCALE = 1.2

/** Draws a plotted route. What is costly is made once a zoom. */
export const createPlotPainter = (path: PlotPath) => {
  const levelAt = createLineLevels(path)

  const paintAhead = ({ pen, sprites, colours, ratio, view }: PaintTools) => {
    if (path.ahead === null) return
    const { x, y } = projector(view)
    const from = { x: x(path.last.x), y: y(path.last.y) }
    const to = { x: x(path.ahead.x), y: y(path.ahead.y) }
    const inView = clip(from.x, from.y, to.x, to.y, view, DOT_PX)
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (!inView || length === 0) return
    const { image, width, height } = dotSprite(sprites, colours)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    const last = Math.floor((inView[1] * length) / DOT_EVERY)
    for (let dot = Math.ceil((inView[0] * length) / DOT_EVERY); dot <= last; dot++) {
      const share = (dot * DOT_EVERY) / length
      const left = from.x + (to.x - from.x) * share - width / 2
      pen.drawImage(image, left, from.y + (to.y - from.y) * share - height / 2, width, height)
    }
  }

  return {
    path,
    paintLine: (tools: PaintTools) => {
      const { kept } = levelAt(tools.view.zoom)
      const { x, y } = projector(tools.view)
      const line = createLinePen(tools.view)
      for (let place = 0; place < kept.length; place++) {
        const at = kept[place] ?? 0
        const draw = place > 0 && path.parted[kept[place - 1] ?? 0] === 0 ? line.lineTo : line.moveTo
        draw(x(path.x[at] ?? 0), y(path.y[at] ?? 0))
      }
      strokeLine(tools.pen, line.line, tools.colours, tools.ratio)
      paintAhead(tools)
    },
    /** Draws the two ends. */
    paintEnds: ({ pen, sprites, colours, ratio, view }: PaintTools) => {
      const { x, y } = projector(view)
      const end = path.ahead ?? path.last
      stamp(pen, endSprite(sprites, colours, false), x(path.start.x), y(path.start.y), ratio)
      stamp(pen, endSprite(sprites, colours, true), x(end.x), y(end.y), ratio)
    },
  }
}

export type PlotPainter = ReturnType<typeof createPlotPainter>

/** Draws the truck where it is, hollow while that is not live (OPEN-40). */
export const paintTruck = (
  { pen, sprites, ratio, view }: PaintTools,
  { at: [lng, lat], heading, status }: TrailPoint,
  live: boolean,
) => {
  const { x, y } = projector(view)
  const sprite = vehicleSprite(sprites, statusIndex(status), heading !== null, !live)
  stamp(pen, sprite, x(mercatorX(lng)), y(mercatorY(lat)), ratio, heading ?? 0, TRUCK_SCALE)
}
