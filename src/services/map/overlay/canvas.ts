import type { Viewport } from '../scene/mercator.ts'
import type { Colours } from './colours.ts'
import { type CanvasContext, type Sprite, type Sprites, stamp } from './sprites.ts'

/** What painters draw with. `ratio` is device px per CSS px. */
export type PaintTools = {
  readonly context: CanvasContext
  readonly sprites: Sprites
  readonly colours: Colours
  readonly ratio: number
  readonly view: Viewport
}

/** Draws a sprite centred at a position in px of the view, rotated clockwise by degrees. */
export type Stamp = (sprite: Sprite, x: number, y: number, degrees?: number) => void

/** What painters of sprites alone draw with, on a canvas or in the frame of the map. */
export type StampTools = Pick<PaintTools, 'sprites' | 'colours' | 'view'> & { readonly stamp: Stamp }

/** Stamps on a canvas. */
export const stampsOn = ({ context, ratio, ...tools }: PaintTools): StampTools => ({
  ...tools,
  stamp: (sprite, x, y, degrees) => stamp(context, sprite, x, y, ratio, degrees),
})

/** A transparent canvas that covers the map. */
export type CanvasLayer = {
  readonly context: CanvasContext
  /** Shows the canvas or not. The browser pays for every frame of the map under a canvas, even an empty one. */
  show(isShown: boolean): void
  /** Resizes the canvas to the view in px. A new size clears it. */
  resize(view: { width: number; height: number }, ratio: number): void
  clear(): void
  remove(): void
}

/** Throws if the browser provides no 2D context. */
export const createCanvasLayer = (layer: HTMLElement, className: string): CanvasLayer => {
  const canvas = layer.ownerDocument.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser gives no canvas to draw on.')
  canvas.className = className
  canvas.hidden = true
  layer.append(canvas)
  return {
    context,
    show: (isShown) => {
      canvas.hidden = !isShown
    },
    resize: ({ width, height }, ratio) => {
      const across = Math.round(width * ratio)
      const down = Math.round(height * ratio)
      if (canvas.width === across && canvas.height === down) return
      canvas.width = across
      canvas.height = down
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    },
    clear: () => {
      context.setTransform(1, 0, 0, 1, 0, 0)
      // In two parts: after a frame that only clears a whole canvas, Chromium may keep showing the old content.
      context.clearRect(0, 0, canvas.width, 1)
      context.clearRect(0, 1, canvas.width, canvas.height - 1)
    },
    remove: () => {
      // Frees the pixels at once instead of at the next garbage collection.
      canvas.width = 0
      canvas.remove()
    },
  }
}

/** A vehicle that moves every frame: an element of its own, so that moving it repaints nothing. */
export type HeadElement = {
  /** Shows the sprite centred at a position in px, rotated clockwise by degrees; undefined hides it. */
  show(head: HeadSprite | undefined): void
  remove(): void
}

export type HeadSprite = {
  readonly sprite: Sprite
  readonly x: number
  readonly y: number
  readonly degrees: number
  readonly scale: number
}

export const createHeadElement = (layer: HTMLElement): HeadElement => {
  const canvas = layer.ownerDocument.createElement('canvas')
  canvas.className = 'map-head'
  canvas.hidden = true
  layer.append(canvas)
  let shown: Sprite | undefined
  return {
    show: (head) => {
      canvas.hidden = head === undefined
      if (!head) return
      const { sprite, x, y, degrees, scale } = head
      if (sprite !== shown) {
        shown = sprite
        canvas.width = sprite.image.width
        canvas.height = sprite.image.height
        canvas.style.width = `${sprite.width}px`
        canvas.style.height = `${sprite.height}px`
        canvas.getContext('2d')?.drawImage(sprite.image, 0, 0)
      }
      const left = (x - sprite.width / 2).toFixed(1)
      const top = (y - sprite.height / 2).toFixed(1)
      canvas.style.transform = `translate(${left}px, ${top}px) rotate(${degrees.toFixed(1)}deg) scale(${scale})`
    },
    remove: () => canvas.remove(),
  }
}
