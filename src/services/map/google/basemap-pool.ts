import type { GoogleApi } from '../../google/google-api.ts'
import type { MapBase, MapTheme } from '../map.port.ts'
import { GOOGLE_ZOOMS } from './camera.ts'

/** A map of Google's in an element of its own. */
export type GoogleBasemap = { readonly element: HTMLElement; readonly map: google.maps.Map; isReady: boolean }

/** Google keeps its maps in memory for ever and counts each that is made, so those not in use are kept for the next mount. */
const idle: Record<MapTheme, GoogleBasemap[]> = { light: [], dark: [] }

/** The colours of a map are chosen when it is made. */
const SCHEMES = { light: 'LIGHT', dark: 'DARK' } as const

const WORLD = { north: 85, south: -85, west: -180, east: 180 }

export const mapTypeOf = (base: MapBase): string => (base === 'satellite' ? 'hybrid' : 'roadmap')

/** A map in a theme, in `root` until it is put away; one that was put away before, where there is one. */
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
  // Heard even while it is put away: a map that is used again does not load its tiles again.
  map.addListener('tilesloaded', () => {
    basemap.isReady = true
  })
  return basemap
}

/** Takes a ground off the page and keeps it; whoever used it must have let go of it. */
export const releaseBasemap = (theme: MapTheme, basemap: GoogleBasemap) => {
  basemap.element.remove()
  idle[theme].push(basemap)
}
