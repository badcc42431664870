import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import { basemapStyle, type RoadDetail } from '../basemap/basemap-style.ts'
import { basemapUrls, FONT_URLS } from '../basemap/bundled-urls.ts'
import { fadeOf } from '../basemap/zoom-expressions.ts'
import type { Scene } from '../scene/scene.ts'
import { LABEL_MASK } from './label-mask.ts'

/** The configured basemap. Empty addresses select the bundled one. */
export type BasemapChoice = {
  /** Address of a MapLibre style that replaces the bundled street map. */
  readonly styleUrl: string
  /** Template of satellite tiles (`{z}/{x}/{y}`). */
  readonly satelliteTilesUrl: string
  /** 'all' if vehicles drive the drawn roads; 'overview' if they drive real ones. */
  readonly roadDetail: RoadDetail
}

/** Prefix of the draw tool's sources and layers. */
export const DRAWING_PREFIX = 'td'
const isKept = (id: string) => id === LABEL_MASK || id.startsWith(`${DRAWING_PREFIX}-`)

/** Zoom levels by which the fade may be off before the basemap is styled again. */
const FADE_OFF_BY = 0.25

/** The next style, with the draw tool's layers and the label mask of the one before. */
const keepOverlayLayers = (
  before: StyleSpecification | undefined,
  next: StyleSpecification,
): StyleSpecification => ({
  ...next,
  sources: {
    ...next.sources,
    ...Object.fromEntries(Object.entries(before?.sources ?? {}).filter(([id]) => isKept(id))),
  },
  layers: [...next.layers, ...(before?.layers ?? []).filter(({ id }) => isKept(id))],
})

/** The basemap's style for the scene's theme and base, and its fallback. */
export const createBasemap = ({
  scene,
  choice,
  widthPx,
}: {
  scene: Scene
  choice: BasemapChoice
  /** The map's current width. */
  widthPx: () => number
}) => {
  let configuredStyleFailed = false
  let isTileFailureReported = false
  /** The zoom from which the last bundled basemap shows details. */
  let detailFromZoom = 0

  const bundled = (): StyleSpecification => {
    detailFromZoom = fadeOf(widthPx()).whole
    return basemapStyle({
      theme: scene.theme,
      base: scene.base,
      roadDetail: choice.roadDetail,
      widthPx: widthPx(),
      urls: {
        ...basemapUrls(),
        satelliteTiles: choice.satelliteTilesUrl,
        fonts: FONT_URLS,
      },
    })
  }
  const isConfigured = () => choice.styleUrl !== '' && scene.base === 'street' && !configuredStyleFailed
  const style = () => (isConfigured() ? choice.styleUrl : bundled())

  const applyStyle = (map: MapLibreMap) => {
    map.setStyle(style(), { transformStyle: keepOverlayLayers })
  }

  return {
    style,
    /** Whether the basemap is the bundled one, whose layers are known. */
    isBundled: () => !isConfigured(),
    /** What the bundled map and its image say of themselves, beside the sources that the style names. */
    credits: (): string[] => {
      if (isConfigured()) return []
      const { roads, imagery } = scene.names
      return scene.base === 'satellite' && choice.satelliteTilesUrl === '' ? [roads, imagery] : [roads]
    },
    /** Applies the scene's theme and base. The label mask and an unfinished shape stay. */
    applyStyle,
    /** The map was resized: the bundled basemap fades by its width. */
    resized: (map: MapLibreMap) => {
      const isShown = widthPx() > 0 && !isConfigured()
      if (isShown && Math.abs(fadeOf(widthPx()).whole - detailFromZoom) > FADE_OFF_BY) applyStyle(map)
    },
    /** A configured style that fails to load is replaced by the bundled one. Missing tiles are reported once. */
    failed: (map: MapLibreMap, error: { name?: string; message: string }) => {
      if (error.name === 'AbortError') return
      if (isConfigured() && !map.isStyleLoaded()) {
        configuredStyleFailed = true
        // With a transform, MapLibre would wait for the failed style. Nothing was drawn on it that would have to be
        // kept.
        map.setStyle(bundled())
        console.warn(error.message)
        scene.failed({ code: 'mapStyleFailed' })
      } else if (!isTileFailureReported) {
        isTileFailureReported = true
        console.warn(error.message)
        scene.failed({ code: 'mapPartFailed' })
      }
    },
  }
}
