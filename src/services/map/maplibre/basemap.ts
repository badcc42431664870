import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import type { Scene } from '../scene/scene.ts'
import { basemapStyle, type RoadDetail } from '../style/basemap-style.ts'
import { FONT_URLS } from '../style/fonts.ts'

/** Which ground the map has. Empty addresses mean the bundled one. */
export type BasemapChoice = {
  /** Address of a MapLibre style that takes the place of the bundled street map. */
  readonly styleUrl: string
  /** Template of satellite tiles (`{z}/{x}/{y}`). */
  readonly satelliteTilesUrl: string
  /** 'all' where vehicles drive the drawn roads; 'overview' where they drive real ones. */
  readonly roadDetail: RoadDetail
}

/** The ground's style for the scene's theme and base, and what becomes of it when it fails. */
export const createBasemap = ({ scene, choice }: { scene: Scene; choice: BasemapChoice }) => {
  const atPage = (path: string) => new URL(`${import.meta.env.BASE_URL}${path}`, document.baseURI).href
  let ownStyleFailed = false
  let toldOfTiles = false

  const bundled = (): StyleSpecification =>
    basemapStyle({
      theme: scene.theme,
      base: scene.base,
      roadDetail: choice.roadDetail,
      urls: {
        tiles: `pmtiles://${atPage('basemap/india.pmtiles')}`,
        imagery: atPage('basemap/blue-marble-india.jpg'),
        satelliteTiles: choice.satelliteTilesUrl,
        fonts: FONT_URLS,
      },
    })
  const isOwn = () => choice.styleUrl !== '' && scene.base === 'street' && !ownStyleFailed
  const style = () => (isOwn() ? choice.styleUrl : bundled())

  return {
    style,
    /** Puts the scene's look on the map. What lies over the ground is not the style's and stays. */
    wear: (map: MapLibreMap) => {
      map.setStyle(style())
    },
    /** A configured style that does not load gives way to the bundled one; missing tiles are told once. */
    failed: (map: MapLibreMap, error: { name?: string; message: string }) => {
      if (error.name === 'AbortError') return
      if (isOwn() && !map.isStyleLoaded()) {
        ownStyleFailed = true
        map.setStyle(bundled())
        scene.failed(
          `The configured map style could not be loaded (${error.message}). The bundled map is shown instead.`,
        )
      } else if (!toldOfTiles) {
        toldOfTiles = true
        scene.failed(`Part of the map could not be loaded (${error.message}).`)
      }
    },
  }
}
