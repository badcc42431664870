import { alertInitials } from '#domain/alerts.ts'
import { type AlertPins, PIN_PX, PIN_RISE_PX } from '../scene/markers.ts'
import { projector } from '../scene/mercator.ts'
import type { PaintTools } from './canvas.ts'
import { type Colours, FIGURES } from './colours.ts'
import { type Sprite, type Sprites, stamp } from './sprites.ts'

const RADIUS = PIN_PX / 2 - 1
const SIZE = { width: PIN_PX + 8, height: 2 * (PIN_RISE_PX + PIN_PX / 2 + 4) }

/** Start and end angle of the head's rim, open towards the tip. */
const RIM = [0.8 * Math.PI, 0.2 * Math.PI] as const

/** An alert's pin. Its tip is at the sprite's centre, so that the pin does not cover what lies under it. */
const pinSprite = (sprites: Sprites, colours: Colours): Sprite =>
  sprites.get('pin', SIZE, (context) => {
    context.beginPath()
    context.arc(0, -PIN_RISE_PX, RADIUS, ...RIM)
    context.lineTo(0, 0)
    context.closePath()
    context.lineJoin = 'round'
    context.shadowColor = colours.shadow
    context.shadowBlur = 4
    context.fillStyle = colours.ink
    context.fill()
    context.shadowColor = 'transparent'
    context.strokeStyle = colours.surface
    context.lineWidth = 1.5
    context.stroke()
  })

/** The head of a pin with its initials. */
const headSprite = (sprites: Sprites, colours: Colours, label: string): Sprite => {
  const initials = alertInitials(label)
  return sprites.get(`head ${initials}`, SIZE, (context) => {
    context.beginPath()
    context.arc(0, -PIN_RISE_PX, RADIUS, 0, 2 * Math.PI)
    context.fillStyle = colours.ink
    context.fill()
    context.beginPath()
    context.arc(0, -PIN_RISE_PX, RADIUS, ...RIM)
    context.strokeStyle = colours.surface
    context.lineWidth = 1.5
    context.stroke()
    context.fillStyle = colours.surface
    context.font = `600 11px ${FIGURES}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(initials, 0, -PIN_RISE_PX + 0.5)
  })
}

const stampEach = (
  { context, ratio, view }: PaintTools,
  pins: AlertPins,
  spriteOf: (i: number) => Sprite,
) => {
  const { x, y } = projector(view)
  for (const i of pins.pinsAt(view.zoom))
    stamp(context, spriteOf(i), x(pins.x[i] ?? 0), y(pins.y[i] ?? 0), ratio)
}

/** Draws the alert pins that do not cover each other (PLT-07). */
export const paintAlerts = (tools: PaintTools, pins: AlertPins) =>
  stampEach(tools, pins, () => pinSprite(tools.sprites, tools.colours))

/** Draws the heads over the route's markers: a marker at a pin's tip stays visible, and so does the head above it. */
export const paintAlertHeads = (tools: PaintTools, pins: AlertPins) =>
  stampEach(tools, pins, (i) => headSprite(tools.sprites, tools.colours, pins.labels[i] ?? ''))
