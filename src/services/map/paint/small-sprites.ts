import type { EventCode } from '#domain/fix.ts'
import { COIN_PX, STOP_PX } from '../scene/marks.ts'
import type { Colours } from './colours.ts'
import { FIGURES, PLATE } from './colours.ts'
import type { Sprite, Sprites } from './sprites.ts'

const PLATE_HEIGHT = 17
/** px a letter of a plate takes at most; texts longer than this many letters are cut. */
const LETTER_PX = 8
const MAX_LETTERS = 16

/** A registration on the yellow plate of a commercial vehicle. */
export const plateSprite = (sprites: Sprites, registration: string): Sprite => {
  const text = registration.slice(0, MAX_LETTERS)
  const size = { width: Math.max(1, text.length) * LETTER_PX + 14, height: PLATE_HEIGHT + 6 }
  return sprites.get(`plate ${text}`, size, (pen) => {
    pen.font = `600 12px ${FIGURES}`
    const width = Math.min(size.width - 2, pen.measureText(text).width + 10)
    pen.beginPath()
    pen.roundRect(-width / 2, -PLATE_HEIGHT / 2, width, PLATE_HEIGHT, 4)
    pen.fillStyle = PLATE.ground
    pen.fill()
    pen.strokeStyle = PLATE.edge
    pen.lineWidth = 1
    pen.stroke()
    pen.fillStyle = PLATE.ink
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(text, 0, 0.5)
  })
}

/** Rims of event coins. Not the status colours, which are kept for status. */
const COIN_RIM: Readonly<Record<EventCode, string>> = {
  HA: '#8b5cf6',
  HB: '#8b5cf6',
  HC: '#8b5cf6',
  ID: '#7d8894',
  VI: '#7d8894',
  VS: '#7d8894',
  FD: '#0e93a8',
  OS: '#e0561f',
  EO: '#e0561f',
}

/** An event: a small lettered coin. */
export const coinSprite = (sprites: Sprites, colours: Colours, code: EventCode): Sprite =>
  sprites.get(`coin ${code}`, { width: COIN_PX + 6, height: COIN_PX + 6 }, (pen) => {
    pen.shadowColor = colours.shadow
    pen.shadowBlur = 4
    pen.beginPath()
    pen.arc(0, 0, COIN_PX / 2 - 1, 0, 2 * Math.PI)
    pen.fillStyle = colours.surface
    pen.fill()
    pen.shadowColor = 'transparent'
    pen.strokeStyle = COIN_RIM[code]
    pen.lineWidth = 2
    pen.stroke()
    pen.fillStyle = colours.ink
    pen.font = `600 10px ${FIGURES}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(code, 0, 0.5)
  })

/** A place where the vehicle stood: a small square (PLB-33). */
export const stopSprite = (sprites: Sprites, colours: Colours): Sprite =>
  sprites.get('stop', { width: STOP_PX + 6, height: STOP_PX + 6 }, (pen) => {
    pen.beginPath()
    pen.roundRect(-STOP_PX / 2 + 1, -STOP_PX / 2 + 1, STOP_PX - 2, STOP_PX - 2, 3)
    pen.shadowColor = colours.shadow
    pen.shadowBlur = 3
    pen.fillStyle = colours.surface
    pen.fill()
    pen.shadowColor = 'transparent'
    pen.strokeStyle = colours.ink
    pen.lineWidth = 1.5
    pen.stroke()
    pen.fillStyle = colours.ink
    pen.fillRect(-2, -2, 4, 4)
  })

/** Where a trail or route begins (LIV-05), and, filled, where a route ends. */
export const endSprite = (sprites: Sprites, colours: Colours, filled: boolean): Sprite =>
  sprites.get(`end ${filled}`, { width: 22, height: 22 }, (pen) => {
    pen.beginPath()
    pen.arc(0, 0, 6, 0, 2 * Math.PI)
    pen.shadowColor = colours.shadow
    pen.shadowBlur = 4
    pen.fillStyle = filled ? colours.ink : colours.surface
    pen.fill()
    pen.shadowColor = 'transparent'
    pen.strokeStyle = filled ? colours.surface : colours.ink
    pen.lineWidth = 2.5
    pen.stroke()
  })

/** px across a dot of the part of a route not driven yet, with its halo. */
export const DOT_PX = 7

export const dotSprite = (sprites: Sprites, colours: Colours): Sprite =>
  sprites.get('dot', { width: DOT_PX + 1, height: DOT_PX + 1 }, (pen) => {
    pen.beginPath()
    pen.arc(0, 0, DOT_PX / 2, 0, 2 * Math.PI)
    pen.fillStyle = colours.halo
    pen.fill()
    pen.beginPath()
    pen.arc(0, 0, 2.25, 0, 2 * Math.PI)
    pen.fillStyle = colours.accent
    pen.fill()
  })
