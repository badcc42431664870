import type { FleetStore } from '../fleet-store/fleet-store.types.ts'
import type { MapPort } from './map.port.ts'
import type { BasemapChoice } from './maplibre/basemap.ts'
import type { Engine } from './maplibre/engine.ts'
import { drawnOf } from './scene/drawn.ts'
import { createScene } from './scene/scene.ts'

export type { BasemapChoice } from './maplibre/basemap.ts'

/**
 * The map on MapLibre. Its code is loaded at the first mount; until then, and between mounts, what the map is told is kept.
 * `basemap` is asked at each mount, when the environment is known.
 */
export const createMapLibreMap = ({
  fleet,
  basemap,
}: {
  fleet: FleetStore
  basemap: () => BasemapChoice
}): MapPort => {
  const now = () => performance.now()
  const { scene, port } = createScene({ fleet, now })
  let engine: Engine | undefined
  let unmount: (() => void) | undefined

  const mount = (container: HTMLElement) => {
    unmount?.()
    const root = container.ownerDocument.createElement('div')
    root.className = 'map-root'
    container.append(root)
    let mine: Engine | undefined
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      mine?.stop()
      if (engine === mine) engine = undefined
      root.remove()
    }
    unmount = end
    import('./maplibre/engine.ts')
      .then(({ startEngine }) => {
        if (ended) return
        mine = startEngine({ scene, root, basemap: basemap(), now })
        engine = mine
      })
      .catch((error: unknown) => {
        if (!ended) scene.failed(`The map could not be shown: ${wordsOf(error)}`)
      })
    return end
  }

  return {
    ...port,
    mount,
    drawn: () => drawnOf(scene, engine?.layout(), engine?.isReady() ?? false),
  }
}

const wordsOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'GPUInitializationError' || /webgl/i.test(error.message)
    ? 'this browser offers no WebGL 2. Turn on hardware acceleration, or use another browser.'
    : error.message
}
