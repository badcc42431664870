import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import { basemapStyle, type RoadDetail } from '../basemap/basemap-style.ts'
import { basemapUrls, FONT_URLS } from '../basemap/bundled-urls.ts'
import { fadeOf } from '../basemap/zoom-expressions.ts'
import type { Scene } from '../scene/scene.ts'
import { LABEL_MASK } from './label-mask.ts'

/** Which ground the map has. Empty addresses mean the bundled one. */
export type BasemapChoice = {
  /** Address of a MapLibre style that takes the place of the bundled street map. */
  readonly styleUrl: string
  /** Template of satellite tiles (`{z}/{x}/{y}`). */
  readonly satelliteTilesUrl: string
  /** 'all' where vehicles drive the drawn roads; 'overview' where they drive real ones. */
  readonly roadDetail: RoadDetail
}

/** Sources and layers of the pen begin with this. */
export const DRAWING_PREFIX = 'td'
const isKept = (id: string) => id === LABEL_MASK || id.startsWith(`${DRAWING_PREFIX}-`)

/** Zoom levels by which the fade may be off before the ground is made anew. */
const FADE_OFF_BY = 0.25

/** The next style with what the pen drew on the one before, and the room for rings. */
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

/** The ground's style for the scene's theme and base, and what becomes of it when it fails. */
export const createBasemap = ({
  scene,
  choice,
  widthPx,
}: {
  scene: Scene
  choice: BasemapChoice
  /** How wide the map is now. */
  widthPx: () => number
}) => {
  let ownStyleFailed = false
  let isTileFailureReported = false
  /** The zoom from which the bundled ground that was made last shows in detail. */
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
  const isOwn = () => choice.styleUrl !== '' && scene.base === 'street' && !ownStyleFailed
  const style = () => (isOwn() ? choice.styleUrl : bundled())

  const applyStyle = (map: MapLibreMap) => {
    map.setStyle(style(), { transformStyle: keepOverlayLayers })
  }

  return {
    style,
    /** Whether the ground is our own, whose layers are known. */
    isBundled: () => !isOwn(),
    /** Puts the scene's look on the map. What lies over the ground is not the style's and stays, and so does what is drawn. */
    applyStyle,
    /** The map has another size: the bundled ground fades by its width. */
    resized: (map: MapLibreMap) => {
      const isShown = widthPx() > 0 && !isOwn()
      if (isShown && Math.abs(fadeOf(widthPx()).whole - detailFromZoom) > FADE_OFF_BY) applyStyle(map)
    },
    /** A configured style that does not load gives way to the bundled one; missing tiles are told once. */
    failed: (map: MapLibreMap, error: { name?: string; message: string }) => {
      if (error.name === 'AbortError') return
      if (isOwn() && !map.isStyleLoaded()) {
        ownStyleFailed = true
        // With a transform MapLibre would wait for the style before it, which never loads; nothing is drawn on that one.
        map.setStyle(bundled())
        scene.failed(
          `The configured map style could not be loaded (${error.message}). The bundled map is shown instead.`,
        )
      } else if (!isTileFailureReported) {
        isTileFailureReported = true
        scene.failed(`Part of the map could not be loaded (${error.message}).`)
      }
    },
  }
}
