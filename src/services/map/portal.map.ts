import type { Environment } from '#contract/records/environment.ts'
import type { FleetStore } from '../fleet/fleet-columns.ts'
import { reportGoogleFailure } from '../google/google-failure.ts'
import { createLazyModule } from '../kit/lazy-module.ts'
import { createEngineMap, type EngineKind } from './engine-map.ts'
import type { GoogleMapChoice } from './google/engine.ts'
import type { MapPort } from './map.port.ts'
import type { BasemapChoice } from './maplibre/basemap.ts'

/** The id that Google lends to maps which have none of their own: its markers need one. */
const DEMO_MAP_ID = 'DEMO_MAP_ID'

/** What of the environment says how the map is made. */
export type MapChoice = Pick<
  Environment,
  'googleMapsKey' | 'googleMapId' | 'mapStyleUrl' | 'satelliteTilesUrl' | 'roadDetail'
>

/** The map that the environment asks for: Google's with a key, else MapLibre with the bundled ground (OPEN-06, OPEN-72). `environment` is asked at each mount. */
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

/** Drawing with Google Maps (MAP-47). Its script and our code for it are loaded at the first mount. */
export const googleMaps = (choice: () => GoogleMapChoice): EngineKind => ({
  load: async () => (await import('./google/engine.ts')).loadEngine(choice()),
  failureMessage: reportGoogleFailure,
})

/** Drawing with MapLibre. `basemap` is asked at each mount, when the environment is known. */
export const mapLibre = (basemap: () => BasemapChoice): EngineKind => {
  const code = createLazyModule(async () => (await import('./maplibre/engine.ts')).loadEngine())
  return {
    load: async () => {
      const startEngine = await code.load()
      return (engineView) => startEngine({ ...engineView, basemap: basemap() })
    },
    failureMessage: (error) => `The map could not be shown: ${failureMessage(error)}`,
  }
}

const failureMessage = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'GPUInitializationError' || /webgl/i.test(error.message)
    ? 'this browser offers no WebGL 2. Turn on hardware acceleration, or use another browser.'
    : error.message
}
