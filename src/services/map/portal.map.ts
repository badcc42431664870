import { isPageErrorCode } from '#contract/page-errors.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { FleetStore } from '../fleet/fleet-columns.ts'
import { reportGoogleFailure } from '../google/google-failure.ts'
import { createLazyModule } from '../kit/lazy-module.ts'
import { createEngineMap, type EngineKind } from './engine-map.ts'
import type { GoogleMapChoice } from './google/engine.ts'
import type { MapPort, MapProblem } from './map.port.ts'
import type { BasemapChoice } from './maplibre/basemap.ts'

/** The map id that Google offers to maps without their own; its markers require one. */
const DEMO_MAP_ID = 'DEMO_MAP_ID'

/** The settings that choose the map. */
export type MapChoice = Pick<
  Environment,
  'googleMapsKey' | 'googleMapId' | 'mapStyleUrl' | 'satelliteTilesUrl' | 'roadDetail'
>

/**
 * The configured map: Google's if there is a key, else MapLibre with the bundled basemap (OPEN-06, OPEN-72).
 * `environment` is read at each mount.
 */
export const createPortalMap = ({
  fleet,
  environment,
}: {
  fleet: FleetStore
  environment: () => MapChoice
}): MapPort => {
  const bundled = mapLibre(() => {
    const { mapStyleUrl, satelliteTilesUrl, roadDetail = 'all' } = environment()
    return { styleUrl: mapStyleUrl, satelliteTilesUrl, roadDetail }
  })
  const google = googleMaps(() => {
    const { googleMapsKey: key, googleMapId } = environment()
    return { key, mapId: googleMapId || DEMO_MAP_ID }
  })
  return createEngineMap({
    fleet,
    kinds: () => (environment().googleMapsKey === '' ? [bundled] : [google, bundled]),
  })
}

/** Google Maps (MAP-47). Google's script and our code for it are loaded at the first mount. */
export const googleMaps = (choice: () => GoogleMapChoice): EngineKind => ({
  load: async () => (await import('./google/engine.ts')).loadEngine(choice()),
  problemOf: reportGoogleFailure,
})

/** MapLibre. `basemap` is read at each mount, when the environment is known. */
export const mapLibre = (basemap: () => BasemapChoice): EngineKind => {
  const code = createLazyModule(async () => (await import('./maplibre/engine.ts')).loadEngine())
  return {
    load: async () => {
      const startEngine = await code.load()
      return (engineView) => startEngine({ ...engineView, basemap: basemap() })
    },
    problemOf: reportMapLibreFailure,
  }
}

/** Logs why MapLibre could not be started, for support: the words are a library's, in English. */
const reportMapLibreFailure = (error: unknown): MapProblem => {
  console.warn('The map could not be started:', error)
  if (!(error instanceof Error)) return { code: 'mapNotStarted' }
  if ('code' in error && isPageErrorCode(error.code)) return { code: error.code }
  return error.name === 'GPUInitializationError' || /webgl/i.test(error.message)
    ? { code: 'mapWithoutWebGl' }
    : { code: 'mapNotStarted' }
}
