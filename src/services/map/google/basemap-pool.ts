import type { GoogleApi } from '../../google/google-api.ts'
import type { MapBase, MapTheme } from '../map.port.ts'
import { GOOGLE_ZOOMS } from './camera.ts'

/** A Google map in an element of its own. */
export type GoogleBasemap = { readonly element: HTMLElement; readonly map: google.maps.Map; isReady: boolean }

/** Google never frees its maps and counts each new one, so unused maps are kept for the next mount. */
const idle: Record<MapTheme, GoogleBasemap[]> = { light: [], dark: [] }

/** A map's colour scheme can only be set when it is created. */
const SCHEMES = { light: 'LIGHT', dark: 'DARK' } as const

const WORLD = { north: 85, south: -85, west: -180, east: 180 }

export const mapTypeOf = (base: MapBase): string => (base === 'satellite' ? 'hybrid' : 'roadmap')

/** A map in a theme, placed in `root` until it is released; a released one is reused if there is any. */
export const acquireBasemap = ({
  api: { maps },
  root,
  theme,
  mapId,
  options,
}: {
  api: GoogleApi
  root: HTMLElement
  theme: MapTheme
  mapId: string
  options: Pick<google.maps.MapOptions, 'center' | 'zoom' | 'mapTypeId'>
}): GoogleBasemap => {
  const kept = idle[theme].pop()
  if (kept) {
    root.prepend(kept.element)
    kept.map.setOptions(options)
    return kept
  }
  const element = root.ownerDocument.createElement('div')
  element.className = 'map-basemap map-google'
  root.prepend(element)
  const map = new maps.Map(element, {
    ...options,
    ...GOOGLE_ZOOMS,
    mapId,
    colorScheme: SCHEMES[theme],
    restriction: { latLngBounds: WORLD, strictBounds: false },
    isFractionalZoomEnabled: true,
    gestureHandling: 'greedy',
    tilt: 0,
    heading: 0,
    rotateControl: false,
    disableDefaultUI: true,
    scaleControl: true,
    clickableIcons: false,
  })
  const basemap = { element, map, isReady: false }
  // Never removed: a reused map does not load its tiles again, so it fires no second event.
  map.addListener('tilesloaded', () => {
    basemap.isReady = true
  })
  return basemap
}

/** Removes a map from the page and keeps it. Listeners of its last user must be removed first. */
export const releaseBasemap = (theme: MapTheme, basemap: GoogleBasemap) => {
  basemap.element.remove()
  idle[theme].push(basemap)
}
