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

/** Addresses the style reads, absolute or same origin. */
export type BasemapUrls = {
  /** The archive, with its protocol: `pmtiles://…/india-….pmtiles`. */
  readonly tiles: string
  /** The bundled imagery crop. */
  readonly imagery: string
  /** Template of satellite tiles (`{z}/{x}/{y}`), or empty for the bundled imagery. */
  readonly satelliteTiles: string
  readonly fonts: FontUrls
}

export type BasemapOptions = {
  readonly theme: 'light' | 'dark'
  readonly base: 'street' | 'satellite'
  readonly roadDetail: RoadDetail
  readonly urls: BasemapUrls
  /** Width of the map in px: on a wide one the edge of what is shown in detail is seen from closer by. */
  readonly widthPx: number
}

const ATTRIBUTION =
  '<a href="https://www.naturalearthdata.com">Natural Earth</a> · <a href="https://www.geonames.org">GeoNames</a> CC BY · road network indicative'

/** Of the bundled imagery: whose it is, and why no streets are seen on it. */
const OVERVIEW = 'NASA Blue Marble, an overview without detail'

/**
 * The bundled basemap of India as a MapLibre style. It needs no network beyond the addresses given and no key.
 * Its boundary is the one India publishes. On satellite the texts are the dark theme's in either theme.
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
  const attribution = onImagery && urls.satelliteTiles === '' ? `${ATTRIBUTION} · ${OVERVIEW}` : ATTRIBUTION
  return {
    version: 8,
    name: `india-${onImagery ? 'satellite' : theme}`,
    'font-faces': fontFaces(urls.fonts),
    sources: {
      basemap: { type: 'vector', url: urls.tiles, attribution },
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
