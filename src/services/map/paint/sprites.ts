/** A picture painted once: measures in css px. */
export type Sprite = { readonly image: HTMLCanvasElement; readonly width: number; readonly height: number }

export type Pen = CanvasRenderingContext2D

export type Sprites = {
  /** The sprite of that key, painted by `paint` with the origin in its middle when it is not there yet. */
  get(key: string, size: { width: number; height: number }, paint: (pen: Pen) => void): Sprite
  /** Forgets all: the theme, the fonts or the pixel ratio changed. */
  clear(ratio: number): void
}

/** Most sprites kept. Compositions of clusters are without number, so when full all are forgotten and those in view painted anew. */
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
      const pen = image.getContext('2d')
      if (pen) {
        pen.setTransform(ratio, 0, 0, ratio, image.width / 2, image.height / 2)
        paint(pen)
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

/** Draws a sprite with its middle at a place, turned clockwise by degrees. `ratio` is device px a css px. */
export const stamp = (
  pen: Pen,
  sprite: Sprite,
  x: number,
  y: number,
  ratio: number,
  degrees = 0,
  scale = 1,
) => {
  if (degrees === 0) {
    pen.setTransform(ratio * scale, 0, 0, ratio * scale, Math.round(x * ratio), Math.round(y * ratio))
  } else {
    const angle = (degrees * Math.PI) / 180
    const cos = Math.cos(angle) * ratio * scale
    const sin = Math.sin(angle) * ratio * scale
    pen.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio)
  }
  pen.drawImage(sprite.image, -sprite.width / 2, -sprite.height / 2, sprite.width, sprite.height)
}
