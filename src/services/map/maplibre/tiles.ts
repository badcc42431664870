import { addProtocol, prewarm, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

let registered = false

/**
 * Tells MapLibre where its worker is and how to read tile archives; once a page, as MapLibre keeps both for all maps. The
 * worker starts at once, not when a map waits for it, and outlives the maps.
 */
export const registerTiles = () => {
  if (registered) return
  registered = true
  setWorkerUrl(workerUrl)
  addProtocol('pmtiles', new Protocol().tile)
  prewarm()
}
