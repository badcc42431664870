import { createPopupFrame, type Free, type PopupFrame } from './popup-frame.ts'
import type { Popup } from './scene/drawings.ts'
import { isPlace, mercatorX, mercatorY, type Place, projector, type View } from './scene/mercator.ts'
import type { Scene } from './scene/scene.ts'
import { markerOf } from './scene/track-cursor.ts'

/** Beside the map: where Escape has a meaning of its own. */
const KEEPS_ESCAPE =
  'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="listbox"], [role="menu"], [aria-expanded="true"]'

/** Shows the scene's popups in a layer over the map and keeps each at its anchor. */
export const createPopups = ({
  scene,
  layer,
  now,
  isStill,
  ask,
}: {
  scene: Scene
  layer: HTMLElement
  now: () => number
  isStill: () => boolean
  /** Asks for `place` at the next frame. */
  ask: () => void
}) => {
  let frames: PopupFrame[] = []

  const show = () => {
    for (const frame of frames) if (!scene.popups.includes(frame.popup)) frame.remove()
    frames = scene.popups.map(
      (popup) => frames.find((frame) => frame.popup === popup) ?? createPopupFrame(layer, popup, ask),
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
  })
  show()

  const anchorOf = ({ anchor }: Popup): (Place & { readonly heading?: number }) | undefined => {
    if (anchor === 'playback') return scene.track ? markerOf(scene.track) : undefined
    if (anchor === 'trail') return scene.trail?.headAt(now(), isStill())
    let lng: number
    let lat: number
    if ('vehicleId' in anchor) {
      const { columns } = scene.fleetStore
      const slot = scene.fleetStore.slotOf(anchor.vehicleId) ?? -1
      lng = columns.lng[slot] ?? Number.NaN
      lat = columns.lat[slot] ?? Number.NaN
    } else [lng, lat] = anchor
    return isPlace(lng, lat) ? { x: mercatorX(lng), y: mercatorY(lat) } : undefined
  }

  return {
    place: (view: View) => {
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
