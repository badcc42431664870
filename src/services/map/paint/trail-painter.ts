import { statusIndex } from '../../fleet-store/fleet-columns.ts'
import { projector } from '../scene/mercator.ts'
import type { Trail } from '../scene/trail.ts'
import { clip } from './clip.ts'
import { endSprite } from './small-sprites.ts'
import { stamp } from './sprites.ts'
import { type PaintTools, strokeLine } from './track-painter.ts'
import { vehicleSprite } from './vehicle-sprite.ts'

const HEAD_SCALE = 1.25
/** px beyond the view that lines are still drawn to. */
const MARGIN = 8

/** Draws the live trail with its head where it is at `now`. Returns whether the head is still on its way. */
export const paintTrail = (tools: PaintTools, trail: Trail, now: number, still: boolean): boolean => {
  const head = trail.headAt(now, still)
  const first = trail.steps[0]
  if (!head || !first) return false
  const { pen, sprites, colours, ratio, view } = tools
  const { x, y } = projector(view)
  const line = new Path2D()
  let fromX = x(first.x)
  let fromY = y(first.y)
  let penDown = false
  for (let place = 1; place < trail.steps.length; place++) {
    const step = trail.steps[place] ?? first
    const isLast = place === trail.steps.length - 1
    const toX = x(isLast ? head.x : step.x)
    const toY = y(isLast ? head.y : step.y)
    if (!step.jump && clip(fromX, fromY, toX, toY, view, MARGIN)) {
      if (!penDown) line.moveTo(fromX, fromY)
      line.lineTo(toX, toY)
      penDown = true
    } else penDown = false
    fromX = toX
    fromY = toY
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  strokeLine(pen, line, colours)
  stamp(pen, endSprite(sprites, colours, false), x(first.x), y(first.y), ratio)
  const pointed = !Number.isNaN(head.heading)
  const sprite = vehicleSprite(sprites, statusIndex(trail.last?.status ?? ''), pointed)
  stamp(pen, sprite, x(head.x), y(head.y), ratio, pointed ? head.heading : 0, HEAD_SCALE)
  return head.moving
}
