import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { FONT } from './fonts.ts'
import type { Palette } from './palette.ts'
import { between } from './zoom-expressions.ts'

const WEST = 66
const EAST = 98
const SOUTH = 5
const NORTH = 38

type Step = 'degree' | 'tenth' | 'hundredth'
type Position = [lng: number, lat: number]

const stepOf = (hundredths: number): Step =>
  hundredths % 100 === 0 ? 'degree' : hundredths % 10 === 0 ? 'tenth' : 'hundredth'

const gridLine = (hundredths: number, hemisphere: string, ends: Position[]) => ({
  type: 'Feature' as const,
  properties: { step: stepOf(hundredths), label: `${hundredths / 100}°${hemisphere}` },
  geometry: { type: 'LineString' as const, coordinates: ends },
})

const meridian = (i: number) =>
  gridLine(i, 'E', [
    [i / 100, SOUTH],
    [i / 100, NORTH],
  ])

const parallel = (i: number) =>
  gridLine(i, 'N', [
    [WEST, i / 100],
    [EAST, i / 100],
  ])

const hundredths = (from: number, to: number) =>
  Array.from({ length: (to - from) * 100 + 1 }, (_, i) => from * 100 + i)

/**
 * Meridians and parallels over India every degree, tenth and hundredth: they show the scale where towns are far
 * apart.
 */
export const graticule = () => ({
  type: 'FeatureCollection' as const,
  features: [...hundredths(WEST, EAST).map(meridian), ...hundredths(SOUTH, NORTH).map(parallel)],
})

const isStep = (step: Step): FilterSpecification => ['==', ['get', 'step'], step]
const isCoarse: FilterSpecification = ['!=', ['get', 'step'], 'hundredth']

/** The lines of the graticule; finer ones appear with the zoom. */
export const graticuleLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'graticule-degree',
    type: 'line',
    source: 'graticule',
    minzoom: 6,
    maxzoom: 9.5,
    filter: isStep('degree'),
    paint: { 'line-color': palette.graticule, 'line-width': 0.6, 'line-opacity': between(6, 0, 7, 0.8) },
  },
  {
    id: 'graticule-hundredth',
    type: 'line',
    source: 'graticule',
    minzoom: 12,
    filter: isStep('hundredth'),
    paint: { 'line-color': palette.graticule, 'line-width': 0.6, 'line-opacity': between(12, 0, 12.8, 0.75) },
  },
  {
    id: 'graticule-tenth',
    type: 'line',
    source: 'graticule',
    minzoom: 9.5,
    filter: isCoarse,
    paint: {
      'line-color': palette.graticule,
      'line-width': ['case', ['==', ['get', 'step'], 'degree'], 1, 0.6],
      'line-opacity': between(9.5, 0, 10.5, 0.9),
    },
  },
]

/** Coordinates along the lines. */
export const graticuleLabels = (palette: Palette): LayerSpecification => ({
  id: 'graticule-label',
  type: 'symbol',
  source: 'graticule',
  minzoom: 10.5,
  filter: ['any', isCoarse, ['>=', ['zoom'], 13]],
  layout: {
    'symbol-placement': 'line',
    'symbol-spacing': 480,
    'text-field': ['get', 'label'],
    'text-font': [FONT.condensed],
    'text-size': 10,
    'text-offset': [0, -0.6],
    'text-padding': 20,
  },
  paint: { 'text-color': palette.areaText, 'text-opacity': 0.8 },
})
