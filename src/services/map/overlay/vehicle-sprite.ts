import { VEHICLE_STATUSES } from '#domain/status.ts'
import { COLOURS, STATUS_FILL } from './colours.ts'
import type { CanvasContext, Sprite, Sprites } from './sprites.ts'

/** px of a vehicle's sprite; the shape fills two thirds of it. */
const BOX = { width: 34, height: 34 }

const GLYPH_INK = '#ffffff'
const DARK_GLYPH_INK = '#14181c'
const HOLLOW = '#f4f6f7'

/**
 * A vehicle pointing up. Statuses differ in shape as well as colour: running is an arrow; the others are drops with a
 * symbol: two bars for idle, a square for stopped, a ring for key-on, a stroke in a hollow drop for offline, a dot
 * for any other. Without a heading the shape has no tip. A late vehicle is hollow but keeps its shape (OPEN-40).
 */
export const vehicleSprite = (sprites: Sprites, status: number, pointed: boolean, late = false): Sprite => {
  const index = Math.min(status, STATUS_FILL.length - 1)
  return sprites.get(`vehicle ${index} ${pointed} ${late}`, BOX, (context) => {
    const name = VEHICLE_STATUSES[index]
    const fill = STATUS_FILL[index] ?? STATUS_FILL[5]
    const shape = outlineOf(name === 'RUNNING' && pointed, pointed)
    context.lineJoin = 'round'
    context.shadowColor = COLOURS.light.shadow
    context.shadowBlur = 4
    context.strokeStyle = '#ffffff'
    context.lineWidth = 4
    context.stroke(shape)
    context.shadowColor = 'transparent'
    const edge = name === 'OFFLINE' ? '#7d8894' : fill
    const hollow = late || name === 'OFFLINE'
    context.fillStyle = hollow ? HOLLOW : fill
    context.fill(shape)
    if (hollow) {
      context.strokeStyle = edge
      context.lineWidth = 1.75
      context.stroke(shape)
    }
    if (name === 'RUNNING' && pointed) return
    context.fillStyle = hollow ? edge : name === 'IDLE' ? DARK_GLYPH_INK : GLYPH_INK
    context.strokeStyle = context.fillStyle
    paintSign(context, name)
  })
}

/** The highlight behind the selected vehicle. */
export const selectionSprite = (sprites: Sprites, accent: string): Sprite =>
  sprites.get(`selection ${accent}`, { width: 52, height: 52 }, (context) => {
    context.beginPath()
    context.arc(0, 0, 20, 0, 2 * Math.PI)
    context.globalAlpha = 0.18
    context.fillStyle = accent
    context.fill()
    context.globalAlpha = 1
    context.strokeStyle = accent
    context.lineWidth = 2
    context.stroke()
  })

const outlineOf = (arrow: boolean, pointed: boolean) => {
  const shape = new Path2D()
  if (arrow) {
    shape.moveTo(0, -11)
    shape.lineTo(7.5, 8.5)
    shape.lineTo(0, 4.5)
    shape.lineTo(-7.5, 8.5)
  } else if (pointed) {
    shape.moveTo(0, -12)
    shape.lineTo(6, -4.8)
    shape.arc(0, 0, 7.7, -0.68, Math.PI + 0.68)
    shape.lineTo(0, -12)
  } else shape.arc(0, 0, 7.7, 0, 2 * Math.PI)
  shape.closePath()
  return shape
}

const paintSign = (context: CanvasContext, status: string | undefined) => {
  context.lineCap = 'round'
  switch (status) {
    case 'IDLE':
      context.fillRect(-3, -3.2, 2, 6.4)
      context.fillRect(1, -3.2, 2, 6.4)
      return
    case 'STOPPED':
      context.fillRect(-2.8, -2.8, 5.6, 5.6)
      return
    case 'KEYON':
      context.lineWidth = 1.8
      context.beginPath()
      context.arc(0, 0, 3, 0, 2 * Math.PI)
      context.stroke()
      return
    case 'OFFLINE':
      context.lineWidth = 1.8
      context.beginPath()
      context.moveTo(-3, 3)
      context.lineTo(3, -3)
      context.stroke()
      return
    default:
      context.beginPath()
      context.arc(0, 0, 2.2, 0, 2 * Math.PI)
      context.fill()
  }
}
