import type { Sprite } from '../paint/sprites.ts'

const paint = (canvas: HTMLCanvasElement, { image, width, height }: Sprite) => {
  canvas.width = image.width
  canvas.height = image.height
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
  canvas.getContext('2d')?.drawImage(image, 0, 0)
}

/** What lies under what. */
const LAYERS = ['selection', 'vehicle', 'ring', 'plate'] as const
type Layer = (typeof LAYERS)[number]

/** What a marker shows: sprites about its place. */
export type MarkContent = {
  readonly element: HTMLElement
  /** Shows a sprite with its middle `below` px under the place, turned clockwise by degrees; undefined takes it away. */
  show(layer: Layer, sprite: Sprite | undefined, place?: { below?: number; degrees?: number }): void
}

export const createMarkContent = (document: Document): MarkContent => {
  const element = document.createElement('div')
  element.className = 'map-mark'
  const parts = new Map<Layer, { canvas: HTMLCanvasElement; sprite: Sprite }>()
  return {
    element,
    show: (layer, sprite, { below = 0, degrees = 0 } = {}) => {
      let part = parts.get(layer)
      if (sprite === undefined) {
        part?.canvas.remove()
        parts.delete(layer)
        return
      }
      if (part === undefined) {
        part = { canvas: document.createElement('canvas'), sprite }
        parts.set(layer, part)
        part.canvas.style.zIndex = String(LAYERS.indexOf(layer))
        element.append(part.canvas)
        paint(part.canvas, sprite)
      } else if (part.sprite !== sprite) {
        part.sprite = sprite
        paint(part.canvas, sprite)
      }
      const turned = degrees === 0 ? '' : ` rotate(${degrees.toFixed(1)}deg)`
      part.canvas.style.transform = `translate(${-sprite.width / 2}px, ${below - sprite.height / 2}px)${turned}`
    },
  }
}
