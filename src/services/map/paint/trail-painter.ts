import { statusIndex } from '../../fleet-store/fleet-columns.ts'
import { projector, type View } from '../scene/mercator.ts'
import type { Trail, TrailHead } from '../scene/trail.ts'
import type { Head } from './head-element.ts'
import { createLinePen, strokeLine } from './line-pen.ts'
import type { PaintTools } from './paint-tools.ts'
import { endSprite } from './small-sprites.ts'
import { type Sprites, stamp } from './sprites.ts'
import { vehicleSprite } from './vehicle-sprite.ts'

const HEAD_SCALE = 1.25
/** Steps nearer than this many px to the last one drawn are left out. */
const LEAST_PX = 1.5

/** Draws the line of the live trail up to its head. */
export const paintTrailLine = (
  { pen, colours, ratio, view }: PaintTools,
  { steps, partedFrom }: Trail,
  head: TrailHead,
) => {
  const { x, y } = projector(view)
  const line = createLinePen(view)
  const isPartedAt = (place: number) => (steps[place]?.silence ?? Number.POSITIVE_INFINITY) >= partedFrom
  let lastX = Number.NaN
  let lastY = Number.NaN
  for (let place = 0; place < steps.length - 1; place++) {
    const step = steps[place]
    if (!step) continue
    const isParted = isPartedAt(place)
    const toX = x(step.x)
    const toY = y(step.y)
    const isNear = Math.abs(toX - lastX) < LEAST_PX && Math.abs(toY - lastY) < LEAST_PX
    if (isNear && !isParted && !isPartedAt(place + 1)) continue
    const draw = isParted ? line.moveTo : line.lineTo
    draw(toX, toY)
    lastX = toX
    lastY = toY
  }
  if (!isPartedAt(steps.length - 1)) line.lineTo(x(head.x), y(head.y))
  strokeLine(pen, line.line, colours, ratio)
}

/** Adds to the line what the head went since, in the same view. */
export const extendTrailLine = (
  { pen, colours, ratio, view }: PaintTools,
  from: TrailHead,
  to: TrailHead,
) => {
  const { x, y } = projector(view)
  const line = createLinePen(view)
  line.moveTo(x(from.x), y(from.y))
  line.lineTo(x(to.x), y(to.y))
  strokeLine(pen, line.line, colours, ratio)
}

/** Draws where the trail began (LIV-05). */
export const paintTrailStart = ({ pen, sprites, colours, ratio, view }: PaintTools, { steps }: Trail) => {
  const { x, y } = projector(view)
  const [first] = steps
  if (first) stamp(pen, endSprite(sprites, colours, false), x(first.x), y(first.y), ratio)
}

/** The head, styled by the status of the newest point (LIV-04), hollow while it is not live (OPEN-40). */
export const trailHead = (
  { sprites, view }: { sprites: Sprites; view: View },
  { last, live }: Trail,
  head: TrailHead,
): Head => {
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
