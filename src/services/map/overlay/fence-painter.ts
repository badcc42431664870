import { type DrawnFence, FENCE_DOT_PX, fenceCentre, isDot } from '../scene/fences.ts'
import { projector } from '../scene/mercator.ts'
import type { PaintTools } from './canvas.ts'
import { FIGURES } from './colours.ts'

const WIDTH = { edge: 2, chosen: 3, halo: 3 } as const
const FILL = { plain: 0.1, chosen: 0.22, dot: 0.55 } as const
/** A fence narrower than this many px shows no name, unless it is chosen. */
const NAMED_FROM_PX = 64
const LONGEST_NAME = 28
const NAME_PX = { height: 20, inset: 8 } as const

const isSeen = ({ west, east, north, south }: DrawnFence, { view }: PaintTools) => {
  const { x, y } = projector(view)
  return x(east) >= 0 && x(west) <= view.width && y(south) >= 0 && y(north) <= view.height
}

/** Draws the areas of fences, with an edge that contrasts with any basemap. */
export const paintFences = (tools: PaintTools, fences: readonly DrawnFence[]) => {
  const { context, colours, ratio, view } = tools
  const { x, y, size } = projector(view)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.lineJoin = 'round'
  for (const fence of fences) {
    if (!isSeen(fence, tools)) continue
    const isSmall = isDot(fence, size)
    const edge = new Path2D()
    if (isSmall) {
      const middle = fenceCentre(fence)
      edge.arc(x(middle.x), y(middle.y), FENCE_DOT_PX / 2, 0, 2 * Math.PI)
    } else
      for (const [place, corner] of fence.outline.entries())
        if (place === 0) edge.moveTo(x(corner.x), y(corner.y))
        else edge.lineTo(x(corner.x), y(corner.y))
    edge.closePath()
    const width = fence.chosen ? WIDTH.chosen : WIDTH.edge
    context.fillStyle = colours.accent
    context.globalAlpha = isSmall ? FILL.dot : fence.chosen ? FILL.chosen : FILL.plain
    context.fill(edge)
    context.globalAlpha = 1
    context.strokeStyle = colours.halo
    context.lineWidth = width + WIDTH.halo
    context.stroke(edge)
    context.strokeStyle = colours.accent
    context.lineWidth = width
    context.stroke(edge)
  }
}

/** Writes the names of fences into their centres, if they fit. */
export const paintFenceNames = (tools: PaintTools, fences: readonly DrawnFence[]) => {
  const { context, colours, ratio, view } = tools
  const { x, y, size } = projector(view)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.font = `600 12px ${FIGURES}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const fence of fences) {
    const isNamed = fence.chosen || (fence.east - fence.west) * size >= NAMED_FROM_PX
    if (!isNamed || !isSeen(fence, tools)) continue
    const name = fence.name.length > LONGEST_NAME ? `${fence.name.slice(0, LONGEST_NAME - 1)}…` : fence.name
    const middle = fenceCentre(fence)
    const middleX = x(middle.x)
    // A name must not cover the dot.
    const middleY = y(middle.y) + (isDot(fence, size) ? NAME_PX.height : 0)
    const width = context.measureText(name).width + 2 * NAME_PX.inset
    context.beginPath()
    context.roundRect(middleX - width / 2, middleY - NAME_PX.height / 2, width, NAME_PX.height, 6)
    context.fillStyle = colours.surface
    context.fill()
    context.strokeStyle = colours.line
    context.lineWidth = 1
    context.stroke()
    context.fillStyle = colours.ink
    context.fillText(name, middleX, middleY + 0.5)
  }
}
