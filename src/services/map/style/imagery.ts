import type { RasterLayerSpecification, SourceSpecification } from 'maplibre-gl'
import { between } from './zoom-steps.ts'

/** The bundled crop of NASA's Blue Marble: corners in Web Mercator, clockwise from the north-west. */
const CORNERS: [[number, number], [number, number], [number, number], [number, number]] = [
  [58, 42],
  [104, 42],
  [104, -4],
  [58, -4],
]
/** Its pixels are about 5 km wide: beyond these zooms the drawn map takes over. */
const FADE = { from: 5.8, to: 7.2 } as const

/** Imagery by address: satellite tiles where the environment names them, else the bundled overview. */
export const imagerySource = (urls: { imagery: string; satelliteTiles: string }): SourceSpecification =>
  urls.satelliteTiles === ''
    ? { type: 'image', url: urls.imagery, coordinates: CORNERS }
    : { type: 'raster', tiles: [urls.satelliteTiles], tileSize: 256 }

/** The layer that covers land and sea; the bundled overview gives way to the drawn map when close, and further out than `whole`. */
export const imageryLayer = (satelliteTiles: string, whole: number): RasterLayerSpecification =>
  satelliteTiles === ''
    ? {
        id: 'imagery',
        type: 'raster',
        source: 'imagery',
        maxzoom: FADE.to,
        paint: {
          'raster-opacity': between(whole - 1, 0, whole, 1, FADE.from, 1, FADE.to, 0),
          'raster-fade-duration': 0,
        },
      }
    : { id: 'imagery', type: 'raster', source: 'imagery' }
