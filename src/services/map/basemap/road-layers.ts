import type { LineLayerSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'
import { between, growing } from './zoom-expressions.ts'

/**
 * How much of the drawn road network shows. Roads are approximate, kilometres off in places.
 * - `all`: for simulated fleets, whose trucks drive exactly these lines
 * - `overview`: for real fleets, hidden where the difference would show
 * - `none`: no roads
 */
export type RoadDetail = 'all' | 'overview' | 'none'

/** Above this zoom a real truck would visibly leave the drawn road. */
const OVERVIEW_ENDS_AT = 9

type RoadPart = Pick<LineLayerSpecification, 'id' | 'paint'> & { minzoom?: number; roadClass: 1 | 2 | 3 }

const parts = (palette: Palette): RoadPart[] => [
  {
    id: 'road-minor',
    roadClass: 3,
    minzoom: 8.2,
    paint: {
      'line-color': palette.minorRoad,
      'line-width': growing(8, 0.6, 11, 1.8, 15, 6),
      'line-opacity': between(8.2, 0, 9.2, 1),
    },
  },
  {
    id: 'road-main-casing',
    roadClass: 2,
    minzoom: 9,
    paint: {
      'line-color': palette.mainRoad.casing,
      'line-width': growing(9, 1.6, 11, 3.8, 15, 13),
      'line-opacity': between(9, 0, 10, 1),
    },
  },
  {
    id: 'road-highway-casing',
    roadClass: 1,
    minzoom: 7,
    paint: {
      'line-color': palette.highway.casing,
      'line-width': growing(7, 2, 9, 3.4, 11, 5.6, 15, 18),
      'line-opacity': between(7, 0, 8, 1),
    },
  },
  {
    id: 'road-main',
    roadClass: 2,
    minzoom: 5.6,
    paint: {
      'line-color': between(9, palette.mainRoad.far, 10, palette.mainRoad.near),
      'line-width': growing(6, 0.5, 9, 1.1, 11, 2.4, 15, 10),
      'line-opacity': between(5.6, 0, 6.4, 1),
    },
  },
  {
    id: 'road-highway',
    roadClass: 1,
    paint: {
      'line-color': between(7, palette.highway.far, 8, palette.highway.near),
      'line-width': growing(4, 0.6, 7, 1.3, 9, 2.2, 11, 3.6, 15, 14),
      'line-opacity': between(4, 0.8, 5.5, 1),
    },
  },
]

/** Roads: thin lines at low zooms, cased at high zooms, highways on top. */
export const roadLayers = (palette: Palette, detail: RoadDetail): LineLayerSpecification[] => {
  if (detail === 'none') return []
  const shown = parts(palette).filter(({ minzoom = 0 }) => detail === 'all' || minzoom < OVERVIEW_ENDS_AT)
  return shown.map(({ roadClass, ...part }) => ({
    ...part,
    type: 'line',
    source: 'basemap',
    'source-layer': 'road',
    filter: ['==', ['get', 'c'], roadClass],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    ...(detail === 'overview' && { maxzoom: OVERVIEW_ENDS_AT }),
  }))
}
