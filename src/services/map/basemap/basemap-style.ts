import type { StyleSpecification } from 'maplibre-gl'
import { areaNames } from './area-names.ts'
import { type FontUrls, fontFaces } from './fonts.ts'
import { graticule, graticuleLabels, graticuleLayers } from './graticule.ts'
import { areaLabelLayers, placeLayers } from './label-layers.ts'
import {
  areaLayers,
  borderLayers,
  imageryLayer,
  imagerySource,
  shoreLayers,
  stateLayers,
} from './land-layers.ts'
import { PALETTES } from './palette.ts'
import { type RoadDetail, roadLayers } from './road-layers.ts'
import { fadeOf } from './zoom-expressions.ts'

export type { RoadDetail } from './road-layers.ts'

/** Addresses the style reads, absolute or on the same origin. */
export type BasemapUrls = {
  /** The tile archive with its protocol: `pmtiles://…/india-….pmtiles`. */
  readonly tiles: string
  /** The bundled satellite image. */
  readonly imagery: string
  /** Template of satellite tiles (`{z}/{x}/{y}`); empty for the bundled image. */
  readonly satelliteTiles: string
  readonly fonts: FontUrls
}

export type BasemapOptions = {
  readonly theme: 'light' | 'dark'
  readonly base: 'street' | 'satellite'
  readonly roadDetail: RoadDetail
  readonly urls: BasemapUrls
  /** Width of the map in px: on a wide map the edge of the detailed area is visible at a closer zoom. */
  readonly widthPx: number
}

const ATTRIBUTION =
  '<a href="https://www.naturalearthdata.com">Natural Earth</a> · <a href="https://www.geonames.org">GeoNames</a> CC BY'

/**
 * The bundled basemap of India as a MapLibre style. It needs no key and no network beyond the given addresses.
 * Boundaries are as published by India. On satellite, both themes use the dark theme's text colours.
 */
export const basemapStyle = ({
  theme,
  base,
  roadDetail,
  urls,
  widthPx,
}: BasemapOptions): StyleSpecification => {
  const onImagery = base === 'satellite'
  const fade = fadeOf(widthPx)
  const palette = onImagery ? PALETTES.imagery : PALETTES[theme]
  return {
    version: 8,
    name: `india-${onImagery ? 'satellite' : theme}`,
    'font-faces': fontFaces(urls.fonts),
    sources: {
      basemap: { type: 'vector', url: urls.tiles, attribution: ATTRIBUTION },
      'area-names': { type: 'geojson', data: areaNames() },
      graticule: { type: 'geojson', data: graticule(), tolerance: 0, maxzoom: 11 },
      ...(onImagery && { imagery: imagerySource(urls) }),
    },
    layers: [
      ...areaLayers(palette),
      ...(onImagery ? [imageryLayer(urls.satelliteTiles, fade.whole)] : []),
      ...graticuleLayers(palette),
      ...shoreLayers(palette, fade),
      ...stateLayers(palette),
      ...roadLayers(palette, roadDetail),
      ...borderLayers(palette, fade),
      graticuleLabels(palette),
      ...areaLabelLayers(palette, fade.minzoom),
      ...placeLayers(palette),
    ],
  }
}
