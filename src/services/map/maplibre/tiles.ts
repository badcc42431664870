import { addProtocol, prewarm, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { Protocol } from 'pmtiles'

let registered = false

/**
 * Registers MapLibre's worker and the tile archive protocol; once a page, because all maps share them. The worker
 * starts at once instead of with the first map, and outlives the maps.
 */
export const registerTiles = () => {
  if (registered) return
  registered = true
  setWorkerUrl(workerUrl)
  addProtocol('pmtiles', new Protocol().tile)
  prewarm()
}
