import type { Sprite } from './sprites.ts'

/** A vehicle that moves every frame: an element of its own, so that moving it draws nothing. */
export type HeadElement = {
  /** Shows the sprite with its middle at a place in px, turned clockwise by degrees; undefined hides it. */
  show(head: Head | undefined): void
  remove(): void
}

export type Head = {
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
