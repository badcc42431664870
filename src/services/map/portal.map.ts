import type { Environment } from '#contract/records/environment.ts'
import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import { createEngineMap } from './engine-map.ts'
import { googleMaps } from './google.map.ts'
import type { MapPort } from './map.port.ts'
import { mapLibre } from './maplibre.map.ts'

/** The id that Google lends to maps which have none of their own: its markers need one. */
const LENT_MAP_ID = 'DEMO_MAP_ID'

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
    return { key, mapId: googleMapId || LENT_MAP_ID }
  })
  return createEngineMap({
    fleet,
    kinds: () => (environment().googleMapsKey === '' ? [bundled] : [google, bundled]),
  })
}
