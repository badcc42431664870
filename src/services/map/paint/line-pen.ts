import type { View } from '../scene/mercator.ts'
import { clip } from './clip.ts'
import type { Colours } from './colours.ts'
import type { Pen } from './sprites.ts'

const WIDTH = { line: 4, halo: 7 } as const

/** Collects a line in px, leaving out what is not in view. */
export const createLinePen = (view: View) => {
  const line = new Path2D()
  let x = 0
  let y = 0
  let isDown = false
  return {
    line,
    moveTo: (toX: number, toY: number) => {
      isDown = false
      x = toX
      y = toY
    },
    lineTo: (toX: number, toY: number) => {
      const shows = clip(x, y, toX, toY, view, WIDTH.halo) !== undefined
      if (shows) {
        if (!isDown) line.moveTo(x, y)
        line.lineTo(toX, toY)
      }
      isDown = shows
      x = toX
      y = toY
    },
  }
}

/** Draws a driven line. Its halo goes under what is there, so that a piece added to a line leaves no seam. */
export const strokeLine = (pen: Pen, line: Path2D, colours: Colours, ratio: number) => {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.strokeStyle = colours.accent
  pen.lineWidth = WIDTH.line
  pen.stroke(line)
  pen.globalCompositeOperation = 'destination-over'
  pen.strokeStyle = colours.halo
  pen.lineWidth = WIDTH.halo
  pen.stroke(line)
  pen.globalCompositeOperation = 'source-over'
}
