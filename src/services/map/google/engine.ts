import '../overlay/map.css'
import { type GoogleApi, loadGoogleMaps, onGoogleRefused } from '../../google/google-api.ts'
import { reportGoogleFailure } from '../../google/google-failure.ts'
import type { Engine, EngineView } from '../engine-map.ts'
import { createPopups } from '../overlay/popups.ts'
import { createGoogleView } from './google-view.ts'

/** The API key of the page, and the map id that markers require. */
export type GoogleMapChoice = { readonly key: string; readonly mapId: string }

/** Draws a scene with Google Maps into an element until it is stopped. */
const startEngine = ({
  api,
  mapId,
  scene,
  root,
  now,
  lost,
}: EngineView & { api: GoogleApi; mapId: string }): Engine => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const prefersReducedMotion = () => reducedMotion.matches
  const layer = root.ownerDocument.createElement('div')
  layer.className = 'map-popups'
  root.append(layer)

  const draw = () => {
    root.dataset['theme'] = scene.theme
    return createGoogleView({
      scene,
      root,
      now,
      api,
      mapId,
      prefersReducedMotion,
      afterPaint: (view) => popups?.place(view),
    })
  }
  let popups: ReturnType<typeof createPopups> | undefined
  let googleView = draw()
  popups = createPopups({
    scene,
    layer,
    now,
    prefersReducedMotion,
    requestPaint: () => googleView.overlay.requestPaint(),
  })
  googleView.overlay.requestPaint()

  let isStopped = false
  /** Another map could not take over an unfinished shape. */
  const needsRedraw = () => googleView.theme !== scene.theme && !scene.drawSession?.begun
  const redraw = () => {
    if (isStopped || !needsRedraw()) return
    googleView.remove()
    googleView = draw()
    googleView.overlay.requestPaint()
  }
  const stopLook = scene.onChange((change) => {
    if (change === 'look') {
      root.dataset['theme'] = scene.theme
      googleView.applyBase()
    }
    // The draw tool must finish its event first: it reports that nothing is unfinished before it reports the finished
    // shape.
    if (needsRedraw()) queueMicrotask(redraw)
  })
  const stopRefusals = onGoogleRefused((reason) => lost(reportGoogleFailure(reason)))

  return {
    layout: () => googleView.layout(),
    isReady: () => googleView.isReady(),
    stop: () => {
      isStopped = true
      stopRefusals()
      stopLook()
      popups.remove()
      googleView.remove()
      root.replaceChildren()
    },
  }
}

/** Loads Google's script and resolves with the function that starts the map. */
export const loadEngine = async ({
  key,
  mapId,
}: GoogleMapChoice): Promise<(engineView: EngineView) => Engine> => {
  const api = await loadGoogleMaps(key)
  return (engineView) => startEngine({ ...engineView, api, mapId })
}
