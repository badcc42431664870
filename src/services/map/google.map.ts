import { reportGoogleFailure } from '../google/google-failure.ts'
import type { EngineKind } from './engine-map.ts'
import type { GoogleMapChoice } from './google/engine.ts'

/** Drawing with Google Maps (MAP-47). Its script and our code for it are loaded at the first mount. */
export const googleMaps = (choice: () => GoogleMapChoice): EngineKind => ({
  load: async () => (await import('./google/engine.ts')).loadEngine(choice()),
  wordsOf: reportGoogleFailure,
})
