import type { LayerSpecification, RasterLayerSpecification, SourceSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'
import { between, type Fade, growing } from './zoom-expressions.ts'

const tiles = (layer: string) => ({ source: 'basemap', 'source-layer': layer }) as const

/** Sea, land, India and built-up areas: what satellite imagery covers at low zooms. */
export const areaLayers = (palette: Palette): LayerSpecification[] => [
  { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
  {
    id: 'land',
    type: 'fill',
    ...tiles('land'),
    paint: { 'fill-color': palette.land, 'fill-antialias': false },
  },
  {
    id: 'india',
    type: 'fill',
    ...tiles('india'),
    paint: { 'fill-color': palette.india, 'fill-antialias': false },
  },
  {
    id: 'built-up',
    type: 'fill',
    ...tiles('urban'),
    minzoom: 6,
    paint: { 'fill-color': palette.builtUp, 'fill-opacity': between(6, 0, 8, 1) },
  },
  { id: 'lake', type: 'fill', ...tiles('lake'), paint: { 'fill-color': palette.inlandWater } },
]

/** Rivers and the coast; they fade out at low zooms. */
export const shoreLayers = (palette: Palette, fade: Fade): LayerSpecification[] => [
  {
    id: 'river',
    type: 'line',
    ...tiles('river'),
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': palette.inlandWater,
      'line-width': growing(4, 0.7, 8, 1.8, 12, 5, 15, 14),
      'line-opacity': fade.opacity(1),
    },
  },
  {
    id: 'coast',
    type: 'line',
    ...tiles('coast'),
    paint: {
      'line-color': palette.coast,
      'line-width': growing(4, 0.5, 10, 1.2),
      'line-opacity': fade.opacity(1),
    },
  },
]

/** State lines, below the roads. */
export const stateLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'state',
    type: 'line',
    ...tiles('state'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': palette.state, 'line-width': growing(4, 0.7, 10, 1.6), 'line-dasharray': [3, 2] },
  },
]

/** International boundaries as published by India, above the roads; they fade out at low zooms. */
export const borderLayers = (palette: Palette, fade: Fade): LayerSpecification[] => [
  {
    id: 'border-halo',
    type: 'line',
    ...tiles('border'),
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.borderHalo,
      'line-width': growing(4, 2.2, 10, 5),
      'line-opacity': fade.opacity(0.7),
    },
  },
  {
    id: 'border',
    type: 'line',
    ...tiles('border'),
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.border,
      'line-width': growing(4, 0.9, 10, 1.8),
      'line-opacity': fade.opacity(1),
    },
  },
]

/**
 * Corners of the bundled Blue Marble image (NASA) in Web Mercator, clockwise from the north-west. Its edges fade into
 * the drawn map.
 */
const CORNERS: [[number, number], [number, number], [number, number], [number, number]] = [
  [58, 42],
  [104, 42],
  [104, -4],
  [58, -4],
]
/**
 * The image's pixels are about 5 km wide, so at higher zooms it is only a colour. It then fades to half: roads and
 * labels stand out, and the land keeps its colour at every zoom.
 */
const SOFTENS = { from: 7, to: 10, left: 0.5 } as const

/** Satellite tiles if the environment configures them, else the bundled image. */
export const imagerySource = (urls: { imagery: string; satelliteTiles: string }): SourceSpecification =>
  urls.satelliteTiles === ''
    ? { type: 'image', url: urls.imagery, coordinates: CORNERS }
    : { type: 'raster', tiles: [urls.satelliteTiles], tileSize: 256 }

/**
 * The layer that covers land and sea. The bundled image softens at high zooms, and gives way to the drawn map below
 * the zoom `whole`.
 */
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
