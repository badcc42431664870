import { POPUP_WIDTH } from '#contract/constants.ts'
import type { Popup } from './scene/drawings.ts'

/** px a popup stays away from the edges of what panels leave free, and from what it points at. */
const EDGE = 12
const TIP = 16
/** px of a popup on the narrowest map. */
const LEAST = 200

export type PopupFrame = {
  readonly popup: Popup
  /** Points at a place in px of the map, or hides while there is none. What heads up, in degrees from north, has it below, so that the way ahead is seen. */
  place(at: { x: number; y: number } | undefined, free: Free, heading?: number): void
  remove(): void
}

/** What floating panels leave free of the map, in px. */
export type Free = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The frame round a popup's element, with a close button. It stays inside the free part of the map where it fits. `resized` asks to be placed anew. */
export const createPopupFrame = (layer: HTMLElement, popup: Popup, resized: () => void): PopupFrame => {
  const { ownerDocument } = layer
  const frame = ownerDocument.createElement('section')
  frame.className = popup.options.width === POPUP_WIDTH.chip ? 'map-popup map-chip' : 'map-popup'
  const close = ownerDocument.createElement('button')
  close.type = 'button'
  close.className = 'map-popup-close'
  close.setAttribute('aria-label', 'Dismiss popup')
  close.innerHTML =
    '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/></svg>'
  const closeByHand = () => popup.options.onClose()
  close.addEventListener('click', closeByHand)
  frame.append(popup.element, close)
  layer.append(frame)
  let height = frame.offsetHeight
  let placed = ''
  let isBelow = false
  const resizes = new ResizeObserver(() => {
    height = frame.offsetHeight
    resized()
  })
  resizes.observe(frame)

  return {
    popup,
    place: (at, free, heading = Number.NaN) => {
      frame.hidden = at === undefined
      if (!at) return
      const width = Math.min(popup.options.width, Math.max(LEAST, free.right - free.left - 2 * EDGE))
      if (frame.style.width !== `${width}px`) frame.style.width = `${width}px`
      const above = at.y - TIP - height
      const below = at.y + TIP
      const fitsAbove = above >= free.top + EDGE
      const lowest = free.bottom - EDGE - height
      const up = Math.cos((heading * Math.PI) / 180)
      // Between the two it stays where it is: a winding road must not make it jump.
      if (!(up > 0)) isBelow = false
      else if (up > 0.5) isBelow = true
      const top =
        fitsAbove && !(isBelow && below <= lowest)
          ? above
          : Math.min(below, Math.max(free.top + EDGE, lowest))
      const left = Math.min(Math.max(at.x - width / 2, free.left + EDGE), free.right - EDGE - width)
      const transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
      if (transform === placed) return
      placed = transform
      frame.style.transform = transform
    },
    remove: () => {
      resizes.disconnect()
      close.removeEventListener('click', closeByHand)
      frame.remove()
    },
  }
}
