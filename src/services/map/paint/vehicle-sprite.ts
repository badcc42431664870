import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import { COLOURS, STATUS_FILL } from './colours.ts'
import type { Pen, Sprite, Sprites } from './sprites.ts'

/** px a vehicle's sprite measures; its shape takes two thirds. */
const BOX = { width: 34, height: 34 }

const GLYPH_INK = '#ffffff'
const DARK_GLYPH_INK = '#14181c'
const HOLLOW = '#f4f6f7'

/**
 * A vehicle that points up, told apart by shape as well as by colour: running is an arrow; the others are drops with a
 * sign in them: idle bars, stopped a square, key-on a ring, offline hollow with a stroke, any other a dot.
 * Without a heading there is no point. One whose fix is late is hollow: it keeps its shape and is not drawn as live (OPEN-40).
 */
export const vehicleSprite = (sprites: Sprites, status: number, pointed: boolean, late = false): Sprite => {
  const index = Math.min(status, STATUS_FILL.length - 1)
  return sprites.get(`vehicle ${index} ${pointed} ${late}`, BOX, (pen) => {
    const name = VEHICLE_STATUSES[index]
    const fill = STATUS_FILL[index] ?? STATUS_FILL[5]
    const shape = outlineOf(name === 'RUNNING' && pointed, pointed)
    pen.lineJoin = 'round'
    pen.shadowColor = COLOURS.light.shadow
    pen.shadowBlur = 4
    pen.strokeStyle = '#ffffff'
    pen.lineWidth = 4
    pen.stroke(shape)
    pen.shadowColor = 'transparent'
    const edge = name === 'OFFLINE' ? '#7d8894' : fill
    const hollow = late || name === 'OFFLINE'
    pen.fillStyle = hollow ? HOLLOW : fill
    pen.fill(shape)
    if (hollow) {
      pen.strokeStyle = edge
      pen.lineWidth = 1.75
      pen.stroke(shape)
    }
    if (name === 'RUNNING' && pointed) return
    pen.fillStyle = hollow ? edge : name === 'IDLE' ? DARK_GLYPH_INK : GLYPH_INK
    pen.strokeStyle = pen.fillStyle
    paintSign(pen, name)
  })
}

/** The mark behind the selected vehicle. */
export const selectionSprite = (sprites: Sprites, accent: string): Sprite =>
  sprites.get(`selection ${accent}`, { width: 52, height: 52 }, (pen) => {
    pen.beginPath()
    pen.arc(0, 0, 20, 0, 2 * Math.PI)
    pen.globalAlpha = 0.18
    pen.fillStyle = accent
    pen.fill()
    pen.globalAlpha = 1
    pen.strokeStyle = accent
    pen.lineWidth = 2
    pen.stroke()
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

const paintSign = (pen: Pen, status: string | undefined) => {
  pen.lineCap = 'round'
  switch (status) {
    case 'IDLE':
      pen.fillRect(-3, -3.2, 2, 6.4)
      pen.fillRect(1, -3.2, 2, 6.4)
      return
    case 'STOPPED':
      pen.fillRect(-2.8, -2.8, 5.6, 5.6)
      return
    case 'KEYON':
      pen.lineWidth = 1.8
      pen.beginPath()
      pen.arc(0, 0, 3, 0, 2 * Math.PI)
      pen.stroke()
      return
    case 'OFFLINE':
      pen.lineWidth = 1.8
      pen.beginPath()
      pen.moveTo(-3, 3)
      pen.lineTo(3, -3)
      pen.stroke()
      return
    default:
      pen.beginPath()
      pen.arc(0, 0, 2.2, 0, 2 * Math.PI)
      pen.fill()
  }
}
