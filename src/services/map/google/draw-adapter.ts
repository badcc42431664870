import { TerraDrawGoogleMapsAdapter } from 'terra-draw-google-maps-adapter'
import type { DrawAdapter } from '../draw/terra-draw-tool.ts'

class CursorByProperty extends TerraDrawGoogleMapsAdapter {
  readonly #map: google.maps.Map

  constructor(map: google.maps.Map) {
    super({ lib: google.maps, map, forwardMapElementEvents: true })
    this.#map = map
  }

  // The package's own adds a style element, which the page's policy refuses.
  override setCursor(cursor: Parameters<TerraDrawGoogleMapsAdapter['setCursor']>[0]): void {
    const pane = this.#map.getDiv().querySelector<HTMLElement>('.gm-style > div')
    if (cursor === 'unset') pane?.style.removeProperty('cursor')
    else pane?.style.setProperty('cursor', cursor, 'important')
  }
}

/** terra-draw's adapter for a Google map. Presses on markers draw too. */
export const createDrawAdapter = (map: google.maps.Map): DrawAdapter => new CursorByProperty(map)
