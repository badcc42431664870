import { lettersOf } from '#contract/records/alert-code.ts'
import { type AlertPins, PIN_PX, PIN_RISE_PX } from '../scene/alert-pins.ts'
import { projector } from '../scene/mercator.ts'
import { type Colours, FIGURES } from './colours.ts'
import type { PaintTools } from './paint-tools.ts'
import { type Sprite, type Sprites, stamp } from './sprites.ts'

const RADIUS = PIN_PX / 2 - 1

/** An alert: a dark pin with letters, its tip in the sprite's middle, so that it leaves what lies under it to be seen. */
const pinSprite = (sprites: Sprites, colours: Colours, label: string): Sprite => {
  const letters = lettersOf(label)
  const size = { width: PIN_PX + 8, height: 2 * (PIN_RISE_PX + PIN_PX / 2 + 4) }
  return sprites.get(`pin ${letters}`, size, (pen) => {
    pen.beginPath()
    pen.arc(0, -PIN_RISE_PX, RADIUS, 0.8 * Math.PI, 0.2 * Math.PI)
    pen.lineTo(0, 0)
    pen.closePath()
    pen.lineJoin = 'round'
    pen.shadowColor = colours.shadow
    pen.shadowBlur = 4
    pen.fillStyle = colours.ink
    pen.fill()
    pen.shadowColor = 'transparent'
    pen.strokeStyle = colours.surface
    pen.lineWidth = 1.5
    pen.stroke()
    pen.fillStyle = colours.surface
    pen.font = `600 11px ${FIGURES}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(letters, 0, -PIN_RISE_PX + 0.5)
  })
}

/** Draws the alert markers that do not cover each other (PLT-07). */
export const paintAlerts = ({ pen, sprites, colours, ratio, view }: PaintTools, pins: AlertPins) => {
  const { x, y } = projector(view)
  for (const i of pins.pinsAt(view.zoom))
    stamp(pen, pinSprite(sprites, colours, pins.labels[i] ?? ''), x(pins.x[i] ?? 0), y(pins.y[i] ?? 0), ratio)
}
