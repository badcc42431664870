import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import { reportGoogleFailure } from '../google/google-failure.ts'
import { createEngineMap, type EngineKind } from './engine-map.ts'
import type { GoogleMapChoice } from './google/engine.ts'
import type { MapPort } from './map.port.ts'

/** Drawing with Google Maps (MAP-47). Its script and our code for it are loaded at the first mount. */
export const googleMaps = (choice: () => GoogleMapChoice): EngineKind => ({
  load: async () => (await import('./google/engine.ts')).loadEngine(choice()),
  wordsOf: reportGoogleFailure,
})

/** The map on Google Maps; where that cannot be shown, `instead` is offered. */
export const createGoogleMap = ({
  fleet,
  choice,
  instead,
}: {
  fleet: FleetStore
  choice: () => GoogleMapChoice
  instead: EngineKind
}): MapPort => createEngineMap({ fleet, kinds: () => [googleMaps(choice), instead] })
