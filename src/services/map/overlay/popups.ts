import { POPUP_WIDTH } from '#contract/constants.ts'
import { isOnGlobe } from '#domain/geo.ts'
import type { Popup } from '../scene/drawings.ts'
import { type MercatorPoint, mercatorX, mercatorY, projector, type Viewport } from '../scene/mercator.ts'
import { markerOf } from '../scene/route-paths.ts'
import type { Scene } from '../scene/scene.ts'

/** px between a popup and the edge of the free area, and between it and its anchor. */
const EDGE = 12
const TIP = 16
/** What ends a press, wherever the pointer is by then. */
const RELEASES = ['pointerup', 'pointercancel'] as const

/** Width in px of a popup on the narrowest map. */
const LEAST = 200

export type PopupFrame = {
  readonly popup: Popup
  setCloseName(name: string): void
  /**
   * Points at a position in px of the map, or hides if there is none. A vehicle heading up (degrees from north) has
   * the popup below it, so that the road ahead stays visible.
   */
  place(at: { x: number; y: number } | undefined, free: Free, heading?: number): void
  remove(): void
}

/** The area that floating panels leave free, in px. */
export type Free = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The frame of a popup with its close button. It stays inside the free area if it fits, and where it is while it is
 * pressed: a press on a button of a moving truck would be lost. `requestPlacement` calls `place` in the next frame.
 */
export const createPopupFrame = (
  layer: HTMLElement,
  popup: Popup,
  closeName: string,
  requestPlacement: () => void,
): PopupFrame => {
  const { ownerDocument } = layer
  const frame = ownerDocument.createElement('section')
  frame.className = popup.options.width === POPUP_WIDTH.chip ? 'map-popup map-chip' : 'map-popup'
  const close = ownerDocument.createElement('button')
  close.type = 'button'
  close.className = 'map-popup-close'
  const setCloseName = (name: string) => close.setAttribute('aria-label', name)
  setCloseName(closeName)
  close.innerHTML =
    '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/></svg>'
  const closeByHand = () => popup.options.onClose()
  close.addEventListener('click', closeByHand)
  frame.append(popup.element, close)
  layer.append(frame)
  let height = frame.offsetHeight
  let placed = ''
  let isBelow = false
  /** The pointer that presses it. */
  let pressedBy: number | undefined
  const hold = ({ button, isPrimary, pointerId }: PointerEvent) => {
    if (isPrimary && button === 0) pressedBy = pointerId
  }
  const letGo = () => {
    if (pressedBy === undefined) return
    pressedBy = undefined
    requestPlacement()
  }
  const release = ({ pointerId }: PointerEvent) => {
    if (pointerId === pressedBy) letGo()
  }
  frame.addEventListener('pointerdown', hold)
  // A menu of the browser takes the release; so does another window.
  frame.addEventListener('contextmenu', letGo)
  ownerDocument.defaultView?.addEventListener('blur', letGo)
  for (const type of RELEASES) ownerDocument.addEventListener(type, release, true)
  const resizes = new ResizeObserver(() => {
    height = frame.offsetHeight
    requestPlacement()
  })
  resizes.observe(frame)

  return {
    popup,
    setCloseName,
    place: (at, free, heading = Number.NaN) => {
      if (pressedBy !== undefined) return
      frame.hidden = at === undefined
      if (!at) return
      const width = Math.min(popup.options.width, Math.max(LEAST, free.right - free.left - 2 * EDGE))
      if (frame.style.width !== `${width}px`) frame.style.width = `${width}px`
      const above = at.y - TIP - height
      const below = at.y + TIP
      const fitsAbove = above >= free.top + EDGE
      const lowest = free.bottom - EDGE - height
      const up = Math.cos((heading * Math.PI) / 180)
      // In between it keeps its side, so that a winding road does not make it jump.
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
      ownerDocument.defaultView?.removeEventListener('blur', letGo)
      for (const type of RELEASES) ownerDocument.removeEventListener(type, release, true)
      frame.remove()
    },
  }
}

/** Elements outside the map that handle Escape themselves. */
const KEEPS_ESCAPE =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="listbox"], [role="menu"], [aria-expanded="true"]'

/** Shows the scene's popups in a layer over the map and keeps each at its anchor. */
export const createPopups = ({
  scene,
  layer,
  now,
  prefersReducedMotion,
  requestPaint,
}: {
  scene: Scene
  layer: HTMLElement
  now: () => number
  prefersReducedMotion: () => boolean
  /** Requests a call of `place` at the next frame. */
  requestPaint: () => void
}) => {
  let frames: PopupFrame[] = []

  const show = () => {
    for (const frame of frames) if (!scene.popups.includes(frame.popup)) frame.remove()
    frames = scene.popups.map(
      (popup) =>
        frames.find((frame) => frame.popup === popup) ??
        createPopupFrame(layer, popup, scene.names.closePopup, requestPaint),
    )
  }

  const closeByKey = (event: KeyboardEvent) => {
    const newest = scene.popups.at(-1)
    if (event.key !== 'Escape' || event.defaultPrevented || !newest) return
    const { target } = event
    const isElsewhere =
      target instanceof Element &&
      !layer.parentNode?.contains(target) &&
      target.closest(KEEPS_ESCAPE) !== null
    if (!isElsewhere) newest.options.onClose()
  }
  layer.ownerDocument.addEventListener('keydown', closeByKey)
  const stop = scene.onChange((change) => {
    if (change === 'popups') show()
    if (change === 'names') for (const frame of frames) frame.setCloseName(scene.names.closePopup)
  })
  show()

  const anchorOf = ({ anchor }: Popup): (MercatorPoint & { readonly heading?: number }) | undefined => {
    if (anchor === 'playback') return scene.track ? markerOf(scene.track) : undefined
    if (anchor === 'trail') return scene.trail?.headAt(now(), prefersReducedMotion())
    let lng: number
    let lat: number
    if ('vehicleId' in anchor) {
      const { columns } = scene.fleetStore
      const slot = scene.fleetStore.slotOf(anchor.vehicleId) ?? -1
      lng = columns.lng[slot] ?? Number.NaN
      lat = columns.lat[slot] ?? Number.NaN
    } else [lng, lat] = anchor
    return isOnGlobe(lng, lat) ? { x: mercatorX(lng), y: mercatorY(lat) } : undefined
  }

  return {
    place: (view: Viewport) => {
      if (frames.length === 0) return
      const { x, y } = projector(view)
      const { left, top, right, bottom } = scene.padding
      const free: Free = { left, top, right: view.width - right, bottom: view.height - bottom }
      for (const frame of frames) {
        const at = anchorOf(frame.popup)
        frame.place(
          at && { x: x(at.x), y: y(at.y) },
          free,
          frame.popup.anchor === 'playback' ? at?.heading : undefined,
        )
      }
    },
    remove: () => {
      layer.ownerDocument.removeEventListener('keydown', closeByKey)
      stop()
      for (const frame of frames) frame.remove()
    },
  }
}
