import { lettersOf } from '#contract/records/alert-code.ts'
import { type AlertPins, PIN_PX, PIN_RISE_PX } from '../scene/alert-pins.ts'
import { projector } from '../scene/mercator.ts'
import { type Colours, FIGURES } from './colours.ts'
import type { PaintTools } from './paint-tools.ts'
import { type Sprite, type Sprites, stamp } from './sprites.ts'

const RADIUS = PIN_PX / 2 - 1
const SIZE = { width: PIN_PX + 8, height: 2 * (PIN_RISE_PX + PIN_PX / 2 + 4) }

/** The rim of a head, open towards the tip, from and to these angles. */
const RIM = [0.8 * Math.PI, 0.2 * Math.PI] as const

/** An alert: a dark pin, its tip in the sprite's middle, so that it leaves what lies under it to be seen. */
const pinSprite = (sprites: Sprites, colours: Colours): Sprite =>
  sprites.get('pin', SIZE, (pen) => {
    pen.beginPath()
    pen.arc(0, -PIN_RISE_PX, RADIUS, ...RIM)
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
  })

/** The head of a pin with its letters. */
const headSprite = (sprites: Sprites, colours: Colours, label: string): Sprite => {
  const letters = lettersOf(label)
  return sprites.get(`head ${letters}`, SIZE, (pen) => {
    pen.beginPath()
    pen.arc(0, -PIN_RISE_PX, RADIUS, 0, 2 * Math.PI)
    pen.fillStyle = colours.ink
    pen.fill()
    pen.beginPath()
    pen.arc(0, -PIN_RISE_PX, RADIUS, ...RIM)
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

const stampEach = ({ pen, ratio, view }: PaintTools, pins: AlertPins, spriteOf: (i: number) => Sprite) => {
  const { x, y } = projector(view)
  for (const i of pins.pinsAt(view.zoom)) stamp(pen, spriteOf(i), x(pins.x[i] ?? 0), y(pins.y[i] ?? 0), ratio)
}

/** Draws the alert markers that do not cover each other (PLT-07). */
export const paintAlerts = (tools: PaintTools, pins: AlertPins) =>
  stampEach(tools, pins, () => pinSprite(tools.sprites, tools.colours))

/** Draws their heads over the route's marks: a mark at a pin's tip shows whole, and so does the head above it. */
export const paintAlertHeads = (tools: PaintTools, pins: AlertPins) =>
  stampEach(tools, pins, (i) => headSprite(tools.sprites, tools.colours, pins.labels[i] ?? ''))
