import '../map.css'
import { type GoogleApi, loadGoogleMaps, onGoogleRefused } from '../../google/google-api.ts'
import { reportGoogleFailure } from '../../google/google-failure.ts'
import type { Easel, Engine } from '../engine-map.ts'
import { createPopups } from '../popups.ts'
import { createFace } from './face.ts'

/** How the map is made at Google: the page's key, and the map's id there, which markers need. */
export type GoogleMapChoice = { readonly key: string; readonly mapId: string }

/** Draws a scene with Google Maps into an element until it is stopped. */
const startEngine = ({
  api,
  mapId,
  scene,
  root,
  now,
  lost,
}: Easel & { api: GoogleApi; mapId: string }): Engine => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  const isStill = () => calm.matches
  const layer = root.ownerDocument.createElement('div')
  layer.className = 'map-popups'
  root.append(layer)

  const draw = () => {
    root.dataset['theme'] = scene.theme
    return createFace({ scene, root, now, api, mapId, isStill, afterPaint: (view) => popups?.place(view) })
  }
  let popups: ReturnType<typeof createPopups> | undefined
  let face = draw()
  popups = createPopups({ scene, layer, now, isStill, ask: () => face.overlay.ask() })
  face.overlay.ask()

  let isStopped = false
  /** Another map cannot take over what is begun on this one. */
  const isDue = () => face.theme !== scene.theme && !scene.board?.begun
  const drawAnew = () => {
    if (isStopped || !isDue()) return
    face.remove()
    face = draw()
    face.overlay.ask()
  }
  const stopLook = scene.onChange((change) => {
    if (change === 'look') {
      root.dataset['theme'] = scene.theme
      face.wearBase()
    }
    // The pen must have done with an event: it says that nothing is begun any more before it says what was finished.
    if (isDue()) queueMicrotask(drawAnew)
  })
  const stopRefusals = onGoogleRefused((reason) => lost(reportGoogleFailure(reason)))

  return {
    layout: () => face.layout(),
    isReady: () => face.isReady(),
    stop: () => {
      isStopped = true
      stopRefusals()
      stopLook()
      popups.remove()
      face.remove()
      root.replaceChildren()
    },
  }
}

/** Loads Google's script; what it resolves with starts the map. */
export const loadEngine = async ({ key, mapId }: GoogleMapChoice): Promise<(easel: Easel) => Engine> => {
  const api = await loadGoogleMaps(key)
  return (easel) => startEngine({ ...easel, api, mapId })
}
