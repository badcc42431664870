import type { EventCode } from '#domain/fix.ts'
import { EVENT_BADGE_PX, ringRadius, STOP_PX } from '../scene/markers.ts'
import { type Colours, FIGURES, PLATE, STATUS_FILL } from './colours.ts'

/** A picture painted once. Size in CSS px. */
export type Sprite = { readonly image: HTMLCanvasElement; readonly width: number; readonly height: number }

export type CanvasContext = CanvasRenderingContext2D

export type Sprites = {
  /** The sprite with this key. If it does not exist, `paint` draws it with the origin at its centre. */
  get(key: string, size: { width: number; height: number }, paint: (context: CanvasContext) => void): Sprite
  /** Removes all sprites: the theme, the fonts or the pixel ratio changed. */
  clear(ratio: number): void
}

/**
 * Most sprites cached. Cluster sprites have countless variants, so a full cache is cleared and the visible ones are
 * painted again.
 */
const MAX_SPRITES = 600

export const createSprites = (document: Document): Sprites => {
  const kept = new Map<string, Sprite>()
  let ratio = 1
  return {
    get: (key, { width, height }, paint) => {
      const found = kept.get(key)
      if (found) return found
      if (kept.size >= MAX_SPRITES) kept.clear()
      const image = document.createElement('canvas')
      image.width = Math.ceil(width * ratio)
      image.height = Math.ceil(height * ratio)
      const context = image.getContext('2d')
      if (context) {
        context.setTransform(ratio, 0, 0, ratio, image.width / 2, image.height / 2)
        paint(context)
      }
      const sprite = { image, width: image.width / ratio, height: image.height / ratio }
      kept.set(key, sprite)
      return sprite
    },
    clear: (next) => {
      ratio = next
      kept.clear()
    },
  }
}

/** Calls the listener once the font of figures has loaded, because sprites painted before show another one. Returns its undo. */
export const onFiguresLoaded = (document: Document, listener: () => void): (() => void) => {
  let isStopped = false
  void document.fonts?.load(`600 12px ${FIGURES}`).then(
    () => {
      if (!isStopped) listener()
    },
    () => undefined,
  )
  return () => {
    isStopped = true
  }
}

/** Draws a sprite centred at a position, rotated clockwise by degrees. `ratio` is device px per CSS px. */
export const stamp = (
  context: CanvasContext,
  sprite: Sprite,
  x: number,
  y: number,
  ratio: number,
  degrees = 0,
  scale = 1,
) => {
  if (degrees === 0) {
    context.setTransform(ratio * scale, 0, 0, ratio * scale, Math.round(x * ratio), Math.round(y * ratio))
  } else {
    const angle = (degrees * Math.PI) / 180
    const cos = Math.cos(angle) * ratio * scale
    const sin = Math.sin(angle) * ratio * scale
    context.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio)
  }
  context.drawImage(sprite.image, -sprite.width / 2, -sprite.height / 2, sprite.width, sprite.height)
}

const PLATE_HEIGHT = 17
/** Largest width of a character in px; longer texts are cut to MAX_CHARACTERS. */
const CHARACTER_PX = 8
const MAX_CHARACTERS = 16

/** The yellow number plate of a commercial vehicle. */
export const plateSprite = (sprites: Sprites, registration: string): Sprite => {
  const text = registration.slice(0, MAX_CHARACTERS)
  const size = { width: Math.max(1, text.length) * CHARACTER_PX + 14, height: PLATE_HEIGHT + 6 }
  return sprites.get(`plate ${text}`, size, (context) => {
    context.font = `600 12px ${FIGURES}`
    const width = Math.min(size.width - 2, context.measureText(text).width + 10)
    context.beginPath()
    context.roundRect(-width / 2, -PLATE_HEIGHT / 2, width, PLATE_HEIGHT, 4)
    context.fillStyle = PLATE.background
    context.fill()
    context.strokeStyle = PLATE.edge
    context.lineWidth = 1
    context.stroke()
    context.fillStyle = PLATE.ink
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(text, 0, 0.5)
  })
}

/** Rim colours of event badges. Status colours are reserved for statuses. */
const EVENT_BADGE_RIM: Readonly<Record<EventCode, string>> = {
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

/** An event: a small badge with its code. */
export const eventBadgeSprite = (sprites: Sprites, colours: Colours, code: EventCode): Sprite =>
  sprites.get(`badge ${code}`, { width: EVENT_BADGE_PX + 6, height: EVENT_BADGE_PX + 6 }, (context) => {
    context.shadowColor = colours.shadow
    context.shadowBlur = 4
    context.beginPath()
    context.arc(0, 0, EVENT_BADGE_PX / 2 - 1, 0, 2 * Math.PI)
    context.fillStyle = colours.surface
    context.fill()
    context.shadowColor = 'transparent'
    context.strokeStyle = EVENT_BADGE_RIM[code]
    context.lineWidth = 2
    context.stroke()
    context.fillStyle = colours.ink
    context.font = `600 10px ${FIGURES}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(code, 0, 0.5)
  })

/** A stop: a small square (PLB-33). */
export const stopSprite = (sprites: Sprites, colours: Colours): Sprite =>
  sprites.get('stop', { width: STOP_PX + 6, height: STOP_PX + 6 }, (context) => {
    context.beginPath()
    context.roundRect(-STOP_PX / 2 + 1, -STOP_PX / 2 + 1, STOP_PX - 2, STOP_PX - 2, 3)
    context.shadowColor = colours.shadow
    context.shadowBlur = 3
    context.fillStyle = colours.surface
    context.fill()
    context.shadowColor = 'transparent'
    context.strokeStyle = colours.ink
    context.lineWidth = 1.5
    context.stroke()
    context.fillStyle = colours.ink
    context.fillRect(-2, -2, 4, 4)
  })

/** The start of a trail or route (LIV-05); filled, the end of a route. */
export const endSprite = (sprites: Sprites, colours: Colours, filled: boolean): Sprite =>
  sprites.get(`end ${filled}`, { width: 22, height: 22 }, (context) => {
    context.beginPath()
    context.arc(0, 0, 6, 0, 2 * Math.PI)
    context.shadowColor = colours.shadow
    context.shadowBlur = 4
    context.fillStyle = filled ? colours.ink : colours.surface
    context.fill()
    context.shadowColor = 'transparent'
    context.strokeStyle = filled ? colours.surface : colours.ink
    context.lineWidth = 2.5
    context.stroke()
  })

/** px across a dot of the part not driven yet, with its halo. */
export const DOT_PX = 7

export const dotSprite = (sprites: Sprites, colours: Colours): Sprite =>
  sprites.get('dot', { width: DOT_PX + 1, height: DOT_PX + 1 }, (context) => {
    context.beginPath()
    context.arc(0, 0, DOT_PX / 2, 0, 2 * Math.PI)
    context.fillStyle = colours.halo
    context.fill()
    context.beginPath()
    context.arc(0, 0, 2.25, 0, 2 * Math.PI)
    context.fillStyle = colours.accent
    context.fill()
  })

/** Number of parts of a ring; clusters that round to the same parts share a sprite. */
export const RING_PARTS = 36

/**
 * Parts of the ring per status: in proportion, at least one for each status present, RING_PARTS in total. All zeros
 * stay zeros.
 */
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

/** A cluster: a ring whose arcs show the statuses, with the count in its centre. */
export const ringSprite = (
  sprites: Sprites,
  colours: Colours,
  { count, statuses }: { count: number; statuses: readonly number[] },
): Sprite => {
  const parts = ringParts(statuses)
  const radius = ringRadius(count)
  const side = 2 * radius + 12
  return sprites.get(`ring ${count} ${parts.join(' ')}`, { width: side, height: side }, (context) => {
    context.shadowColor = colours.shadow
    context.shadowBlur = 5
    context.shadowOffsetY = 1
    context.fillStyle = colours.surface
    context.beginPath()
    context.arc(0, 0, radius + 1.5, 0, 2 * Math.PI)
    context.fill()
    context.shadowColor = 'transparent'
    context.lineWidth = THICKNESS
    let from = -Math.PI / 2
    for (const [status, share] of parts.entries()) {
      if (share === 0) continue
      const to = from + (share / RING_PARTS) * 2 * Math.PI
      context.strokeStyle = STATUS_FILL[status] ?? STATUS_FILL[5]
      context.beginPath()
      context.arc(0, 0, radius - THICKNESS / 2, from, to)
      context.stroke()
      from = to
    }
    context.fillStyle = colours.ink
    context.font = `600 ${count < 1000 ? 13 : 14}px ${FIGURES}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(String(count), 0, 0.5)
  })
}

const sum = (parts: readonly number[]) => parts.reduce((whole, part) => whole + part, 0)
