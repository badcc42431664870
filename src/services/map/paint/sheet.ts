import type { Pen } from './sprites.ts'

/** A transparent canvas that covers the map. */
export type Sheet = {
  readonly pen: Pen
  /** Makes it as large as the view in px; that wipes it when the size changed. */
  measure(view: { width: number; height: number }, ratio: number): void
  wipe(): void
  remove(): void
}

/** Throws where the browser gives no canvas to draw on. */
export const createSheet = (layer: HTMLElement, className: string): Sheet => {
  const canvas = layer.ownerDocument.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser gives no canvas to draw on.')
  canvas.className = className
  layer.append(canvas)
  return {
    pen,
    measure: ({ width, height }, ratio) => {
      const across = Math.round(width * ratio)
      const down = Math.round(height * ratio)
      if (canvas.width === across && canvas.height === down) return
      canvas.width = across
      canvas.height = down
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    },
    wipe: () => {
      pen.setTransform(1, 0, 0, 1, 0, 0)
      // In two parts: where a frame does nothing but clear a whole canvas, Chromium may go on showing what was there.
      pen.clearRect(0, 0, canvas.width, 1)
      pen.clearRect(0, 1, canvas.width, canvas.height - 1)
    },
    remove: () => {
      // Gives the pixels back at once instead of at the next collection.
      canvas.width = 0
      canvas.remove()
    },
  }
}
