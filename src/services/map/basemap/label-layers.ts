import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from 'maplibre-gl'
import { FONT } from './fonts.ts'
import type { Palette } from './palette.ts'
import { between, growing } from './zoom-expressions.ts'

/**
 * Places have `n` name, `p` population, `c` 1 for a state capital and 2 for a national one, `z` the zoom they appear
 * at.
 */
const population: ExpressionSpecification = ['get', 'p']
const isDue: FilterSpecification = ['<=', ['get', 'z'], ['zoom']]
const METRO = 700_000
const CITY = 20_000

const haloOf = (palette: Palette) => ({
  'text-halo-color': palette.halo,
  'text-halo-width': 1.4,
  'text-halo-blur': 0.4,
})

const ofKind = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind]

type Layout = NonNullable<SymbolLayerSpecification['layout']>

const placeLayout = (layout: Layout): Layout => ({
  'text-field': ['get', 'n'],
  'text-max-width': 7,
  'text-padding': 4,
  'symbol-sort-key': ['-', 0, population],
  'text-justify': 'auto',
  ...layout,
})

/** Distance in ems of a label from a place covered by a ring: beside the ring. */
const BEYOND_RING = 2.1

/** Anchors around the place's dot, at this distance in ems. */
const round = (by: number): VariableAnchorOffsetCollectionSpecification => [
  'left',
  [by, 0],
  'right',
  [-by, 0],
  'top',
  [0, by],
  'bottom',
  [0, -by],
]

const beside: Layout = { 'text-variable-anchor-offset': [...round(0.55), ...round(BEYOND_RING)] }

/** On the place itself, else above or below what covers it. */
const upon: Layout = {
  'text-variable-anchor-offset': [
    'center',
    [0, 0],
    'top',
    [0, 0],
    'bottom',
    [0, 0],
    'top',
    [0, BEYOND_RING],
    'bottom',
    [0, -BEYOND_RING],
  ],
}

/** Names of seas and neighbouring countries, from the zoom on at which other labels show too. */
export const areaLabelLayers = (palette: Palette, minzoom: number): LayerSpecification[] => [
  {
    id: 'label-sea',
    type: 'symbol',
    source: 'area-names',
    filter: ofKind('sea'),
    minzoom,
    maxzoom: 8,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [FONT.regular],
      'text-size': growing(4, 12, 7, 16),
      'text-letter-spacing': 0.2,
      'text-max-width': 6,
    },
    paint: { 'text-color': palette.waterText },
  },
  {
    id: 'label-country',
    type: 'symbol',
    source: 'area-names',
    filter: ofKind('country'),
    minzoom,
    maxzoom: 7.5,
    layout: {
      'text-field': ['upcase', ['get', 'name']],
      'text-font': [FONT.condensed],
      ...upon,
      'text-size': growing(4, 10.5, 7, 14),
      'text-letter-spacing': 0.16,
      'text-max-width': 6,
    },
    paint: { 'text-color': palette.areaText, ...haloOf(palette) },
  },
]

/** Names of states, below the metros, so that metros win a conflict. */
const stateLabel = (palette: Palette): LayerSpecification => ({
  id: 'label-state',
  type: 'symbol',
  source: 'area-names',
  filter: ofKind('state'),
  minzoom: 4.6,
  maxzoom: 7.6,
  layout: {
    'text-field': ['upcase', ['get', 'name']],
    'text-font': [FONT.condensed],
    ...upon,
    'text-size': growing(4.6, 9.5, 7, 13.5),
    'text-letter-spacing': 0.13,
    'text-max-width': 7,
    'text-padding': 6,
  },
  paint: { 'text-color': palette.areaText, ...haloOf(palette) },
})

/** Towns, cities and metros with their dots; MapLibre places later layers first. */
export const placeLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: 'place-town',
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'place',
    minzoom: 9,
    filter: ['all', ['<', population, CITY], isDue],
    layout: placeLayout({
      ...upon,
      'text-font': [FONT.regular],
      'text-size': growing(9, 11, 13, 14),
    }),
    paint: { 'text-color': palette.softText, ...haloOf(palette) },
  },
  {
    id: 'place-dot',
    type: 'circle',
    source: 'basemap',
    'source-layer': 'place',
    maxzoom: 8,
    filter: ['all', ['>=', population, 100_000], isDue],
    paint: {
      'circle-radius': between(4, ['case', ['>=', population, 1_500_000], 2, 1.4], 8, [
        'case',
        ['>=', population, 1_500_000],
        3,
        2,
      ]),
      'circle-color': palette.india,
      'circle-stroke-color': palette.dot,
      'circle-stroke-width': 1,
    },
  },
  {
    id: 'place-city',
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'place',
    filter: ['all', ['>=', population, CITY], ['<', population, METRO], ['!=', ['get', 'c'], 2], isDue],
    layout: placeLayout({
      ...beside,
      'text-font': [FONT.medium],
      'text-size': growing(5, 10.5, 8, ['case', ['>', population, 200_000], 13.5, 12], 12, [
        'case',
        ['>', population, 200_000],
        17,
        14,
      ]),
    }),
    paint: { 'text-color': palette.softText, ...haloOf(palette) },
  },
  stateLabel(palette),
  {
    id: 'place-metro',
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'place',
    filter: ['all', ['any', ['>=', population, METRO], ['==', ['get', 'c'], 2]], isDue],
    layout: placeLayout({
      ...beside,
      'text-font': [FONT.semiBold],
      'text-size': growing(
        4,
        ['case', ['>=', population, 4_000_000], 12.5, 11],
        8,
        ['case', ['>=', population, 4_000_000], 17, 14.5],
        12,
        19,
      ),
    }),
    paint: { 'text-color': palette.text, ...haloOf(palette) },
  },
]
