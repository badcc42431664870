import { type ListenerHandle, MVCObject } from './events.ts'
import type { FakeGoogleMap } from './fake-map.ts'
import type { PlaceLike, Point } from './geometry.ts'

/** Overlays on a map now. */
export const overlaysOn = new Map<OverlayView, FakeGoogleMap>()

/**
 * `google.maps.OverlayView`: `onAdd` is called on a frame of the map once that has a projection, `draw` after it and whenever
 * the zoom changed, `onRemove` when it is taken off. Its methods are enumerable, because the clusterer copies them (P13).
 */
export class OverlayView extends MVCObject {
  onAdd() {}
  draw() {}
  onRemove() {}
}

type Attachment = { map: FakeGoogleMap; frames: ListenerHandle; isAdded: boolean }
const lives = new WeakMap<object, Attachment>()

type Overlaid = { onAdd(): void; draw?(): void; onRemove(): void }

const methods = {
  setMap(this: Overlaid, map: FakeGoogleMap | null) {
    const before = lives.get(this)
    if (before) {
      before.frames.remove()
      lives.delete(this)
      overlaysOn.delete(this as OverlayView)
      if (before.isAdded) this.onRemove()
    }
    if (!map) return
    const begin = (zoomed: boolean) => {
      if (!attachment.isAdded) {
        attachment.isAdded = true
        this.onAdd()
        this.draw?.()
      } else if (zoomed) this.draw?.()
    }
    const attachment: Attachment = { map, isAdded: false, frames: map.addListener('fake_frame', begin) }
    lives.set(this, attachment)
    overlaysOn.set(this as OverlayView, map)
    if (map.getProjection()) requestAnimationFrame(() => lives.get(this) === attachment && begin(false))
  },
  getMap(this: Overlaid) {
    return lives.get(this)?.map ?? null
  },
  getPanes(this: Overlaid) {
    const attachment = lives.get(this)
    return attachment?.isAdded ? attachment.map.panes : null
  },
  getProjection(this: Overlaid) {
    const attachment = lives.get(this)
    if (!attachment?.isAdded) return undefined
    const { map } = attachment
    return {
      fromLatLngToDivPixel: (place: PlaceLike) => map.divPx(place),
      fromLatLngToContainerPixel: (place: PlaceLike) => map.containerPx(place),
      fromDivPixelToLatLng: (at: Point) => map.placeAtDiv(at),
      fromContainerPixelToLatLng: (at: Point) => map.placeAtContainer(at),
      getWorldWidth: () => 256 * 2 ** map.getZoom(),
      getVisibleRegion: () => null,
    }
  },
  addListener: MVCObject.prototype.addListener,
}
Object.assign(OverlayView.prototype, methods)
