import { createLatePart } from '../late-part.ts'
import type { EngineKind } from './engine-map.ts'
import type { BasemapChoice } from './maplibre/basemap.ts'

/** Drawing with MapLibre. `basemap` is asked at each mount, when the environment is known. */
export const mapLibre = (basemap: () => BasemapChoice): EngineKind => {
  const code = createLatePart(async () => (await import('./maplibre/engine.ts')).loadEngine())
  return {
    load: async () => {
      const startEngine = await code.load()
      return (easel) => startEngine({ ...easel, basemap: basemap() })
    },
    wordsOf: (error) => `The map could not be shown: ${wordsOf(error)}`,
  }
}

const wordsOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'GPUInitializationError' || /webgl/i.test(error.message)
    ? 'this browser offers no WebGL 2. Turn on hardware acceleration, or use another browser.'
    : error.message
}
