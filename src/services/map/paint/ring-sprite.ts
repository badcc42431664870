import { ringRadius } from '../scene/marks.ts'
import type { Colours } from './colours.ts'
import { FIGURES, STATUS_FILL } from './colours.ts'
import type { Sprite, Sprites } from './sprites.ts'

/** Parts a ring is cut into; compositions that round to the same parts share a sprite. */
export const RING_PARTS = 36

/** Parts of the ring each status takes: in proportion, at least one where there is any, RING_PARTS in all. All zero stays so. */
export const ringParts = (statuses: readonly number[]): number[] => {
  const total = statuses.reduce((sum, count) => sum + count, 0)
  if (total === 0) return statuses.map(() => 0)
  const exact = statuses.map((count) => (count / total) * RING_PARTS)
  const parts = exact.map((share, place) => (statuses[place] === 0 ? 0 : Math.max(1, Math.floor(share))))
  for (let left = RING_PARTS - sum(parts); left !== 0; left = RING_PARTS - sum(parts)) {
    const step = Math.sign(left)
    const lack = exact.map((share, place) => (share - (parts[place] ?? 0)) * step)
    const movable = lack.map((by, place) =>
      statuses[place] === 0 || (step < 0 && parts[place] === 1) ? Number.NEGATIVE_INFINITY : by,
    )
    const place = movable.indexOf(Math.max(...movable))
    parts[place] = (parts[place] ?? 0) + step
  }
  return parts
}

const THICKNESS = 4.5

/** A cluster: a ring whose arcs show the statuses inside, the count in its middle. */
export const ringSprite = (
  sprites: Sprites,
  colours: Colours,
  { count, statuses }: { count: number; statuses: readonly number[] },
): Sprite => {
  const parts = ringParts(statuses)
  const radius = ringRadius(count)
  const side = 2 * radius + 12
  return sprites.get(`ring ${count} ${parts.join(' ')}`, { width: side, height: side }, (pen) => {
    pen.shadowColor = colours.shadow
    pen.shadowBlur = 5
    pen.shadowOffsetY = 1
    pen.fillStyle = colours.surface
    pen.beginPath()
    pen.arc(0, 0, radius + 1.5, 0, 2 * Math.PI)
    pen.fill()
    pen.shadowColor = 'transparent'
    pen.lineWidth = THICKNESS
    let from = -Math.PI / 2
    for (const [status, share] of parts.entries()) {
      if (share === 0) continue
      const to = from + (share / RING_PARTS) * 2 * Math.PI
      pen.strokeStyle = STATUS_FILL[status] ?? STATUS_FILL[5]
      pen.beginPath()
      pen.arc(0, 0, radius - THICKNESS / 2, from, to)
      pen.stroke()
      from = to
    }
    pen.fillStyle = colours.ink
    pen.font = `600 ${count < 1000 ? 13 : 14}px ${FIGURES}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(String(count), 0, 0.5)
  })
}

const sum = (parts: readonly number[]) => parts.reduce((whole, part) => whole + part, 0)
