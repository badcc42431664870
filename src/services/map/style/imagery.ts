import type { RasterLayerSpecification, SourceSpecification } from 'maplibre-gl'
import { between } from './zoom-steps.ts'

/** The bundled crop of NASA's Blue Marble, whose rim fades into the drawn map: corners in Web Mercator, clockwise from the north-west. */
const CORNERS: [[number, number], [number, number], [number, number], [number, number]] = [
  [58, 42],
  [104, 42],
  [104, -4],
  [58, -4],
]
/**
 * Its pixels are about 5 km wide. Closer than this it is no more than the colour of the land: half of it goes, so that roads and
 * names come forward, and half stays, so that the ground is the same at every zoom.
 */
const SOFTENS = { from: 7, to: 10, left: 0.5 } as const

/** Imagery by address: satellite tiles where the environment names them, else the bundled overview. */
export const imagerySource = (urls: { imagery: string; satelliteTiles: string }): SourceSpecification =>
  urls.satelliteTiles === ''
    ? { type: 'image', url: urls.imagery, coordinates: CORNERS }
    : { type: 'raster', tiles: [urls.satelliteTiles], tileSize: 256 }

/** The layer that covers land and sea; the bundled overview softens when close, and gives way to the drawn map further out than `whole`. */
export const imageryLayer = (satelliteTiles: string, whole: number): RasterLayerSpecification =>
  satelliteTiles === ''
    ? {
        id: 'imagery',
        type: 'raster',
        source: 'imagery',
        paint: {
          'raster-opacity': between(whole - 1, 0, whole, 1, SOFTENS.from, 1, SOFTENS.to, SOFTENS.left),
          'raster-fade-duration': 0,
        },
      }
    : { id: 'imagery', type: 'raster', source: 'imagery' }
