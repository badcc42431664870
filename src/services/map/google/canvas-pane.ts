import type { GoogleApi } from '../../google/google-api.ts'

/** An element under Google's markers that covers the map. */
export type CanvasPane = {
  /** Lays the element over what is seen now: Google moves its panes with the ground. */
  place(): void
  remove(): void
}

/** Hangs an element into Google's pane for overlays. `draw` is called when the pane is there and whenever Google wants it drawn anew. */
export const createCanvasPane = ({
  api: { core, maps },
  map,
  element,
  draw,
}: {
  api: GoogleApi
  map: google.maps.Map
  element: HTMLElement
  draw: () => void
}): CanvasPane => {
  const overlay = new maps.OverlayView()
  const corner = new core.Point(0, 0)
  overlay.onAdd = () => {
    overlay.getPanes()?.overlayLayer.append(element)
  }
  overlay.draw = draw
  overlay.onRemove = () => element.remove()
  overlay.setMap(map)
  return {
    place: () => {
      const projection: google.maps.MapCanvasProjection | undefined = overlay.getProjection()
      const place = projection?.fromContainerPixelToLatLng(corner)
      const at = place && projection?.fromLatLngToDivPixel(place)
      if (at) element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
    },
    remove: () => overlay.setMap(null),
  }
}
