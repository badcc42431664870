import './maplibre.css'
import '../overlay/map.css'
import { AttributionControl, Map as MapLibreMap, type MapOptions, ScaleControl } from 'maplibre-gl'
import { attachDrawTools } from '../draw/attach-draw-tools.ts'
import type { Engine, EngineView } from '../engine-map.ts'
import { createOverlay } from '../overlay/overlay.ts'
import { createPopups } from '../overlay/popups.ts'
import { ZOOM_RANGE } from '../scene/camera.ts'
import { mercatorX, mercatorY, type Viewport, visibleCentre } from '../scene/mercator.ts'
import { type BasemapChoice, createBasemap } from './basemap.ts'
import { moveCoarsely } from './coarse-motion.ts'
import { driveCamera, followPresses } from './interaction.ts'
import { createLabelMask } from './label-mask.ts'
import { linkShaders } from './link-shaders.ts'
import { createMapFrame } from './map-frame.ts'
import { registerTiles } from './tiles.ts'

/** Starts MapLibre's worker and returns the engine. */
export const loadEngine = () => {
  registerTiles()
  return startEngine
}

/** Draws a scene with MapLibre into an element until it is stopped. Throws without WebGL 2. */
const startEngine = ({ scene, root, basemap, now }: EngineView & { basemap: BasemapChoice }): Engine => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)')
  const prefersReducedMotion = () => reducedMotion.matches
  const part = (name: string) => {
    const element = root.ownerDocument.createElement('div')
    element.className = name
    root.append(element)
    return element
  }
  const basemapElement = part('map-basemap')
  const basemapLook = createBasemap({ scene, choice: basemap, widthPx: () => root.clientWidth })
  const [lng, lat] = scene.camera.centre
  const map = new MapLibreMap({
    ...OPTIONS,
    locale: { 'Map.Title': scene.names.map },
    container: basemapElement,
    style: basemapLook.style(),
    center: [lng, lat],
    zoom: scene.camera.zoom,
  })
  map.keyboard.disableRotation()
  map.touchZoomRotate.disableRotation()
  let credits: { readonly texts: readonly string[]; readonly control: AttributionControl } | undefined
  const showCredits = () => {
    const texts = basemapLook.credits()
    if (credits?.texts.join() === texts.join()) return
    if (credits) map.removeControl(credits.control)
    const compact = root.clientWidth < NARROW_PX
    credits = { texts, control: new AttributionControl({ compact, customAttribution: texts }) }
    map.addControl(credits.control, 'bottom-right')
    foldAttribution(basemapElement)
  }
  showCredits()
  const scale = new ScaleControl({ maxWidth: 96, unit: scene.names.scale })
  map.addControl(scale, 'bottom-left')

  let size = { width: root.clientWidth, height: root.clientHeight }
  const viewOf = (): Viewport => {
    const centre = map.getCenter()
    const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding()
    return {
      centre: { x: mercatorX(centre.lng), y: mercatorY(centre.lat) },
      zoom: map.getZoom(),
      ...size,
      middle: visibleCentre(size, { left, top, right, bottom }),
    }
  }

  const drawing = part('map-drawing')
  const layer = part('map-popups')
  const camera = driveCamera({ scene, map, root, sizeOf: () => size })
  const mapFrame = createMapFrame(map)
  const overlay = createOverlay({
    scene,
    root: drawing,
    viewOf,
    now,
    prefersReducedMotion,
    mapFrame,
    afterPaint: (view) => {
      popups.place(view)
      labelMask.look()
    },
  })
  const labelMask = createLabelMask({ map, layout: overlay.layout, now })
  const popups = createPopups({ scene, layer, now, prefersReducedMotion, requestPaint: overlay.requestPaint })
  const stopCoarse = moveCoarsely(map, { window, now })
  const stopPresses = followPresses({ scene, map, overlay })

  const applyTheme = () => {
    root.dataset['theme'] = scene.theme
  }
  applyTheme()
  const stopLook = scene.onChange((change) => {
    if (change === 'names') {
      map.getCanvas().setAttribute('aria-label', scene.names.map)
      scale.setUnit(scene.names.scale)
      showCredits()
    }
    if (change !== 'look') return
    applyTheme()
    showCredits()
    basemapLook.applyStyle(map)
    overlay.repaint()
  })

  map.once('style.load', () =>
    map.once('render', () => {
      if (basemapLook.isBundled()) linkShaders(map)
    }),
  )
  let ready = false
  map.once('load', () => {
    ready = true
    overlay.requestPaint()
  })
  map.on('render', overlay.paint)
  map.on('resize', () => {
    size = { width: root.clientWidth, height: root.clientHeight }
    basemapLook.resized(map)
    overlay.requestPaint()
  })
  const stopDrawing = attachDrawTools({
    scene,
    root,
    loadAdapter: async () => {
      const [{ createDrawAdapter }] = await Promise.all([import('./draw-adapter.ts'), styled(map)])
      return createDrawAdapter(map)
    },
  })
  map.on('error', ({ error }) => {
    basemapLook.failed(map, error)
    showCredits()
  })

  return {
    layout: overlay.layout,
    isReady: () => ready,
    stop: () => {
      stopDrawing()
      stopLook()
      stopPresses()
      stopCoarse()
      camera.stop()
      labelMask.stop()
      popups.remove()
      overlay.remove()
      map.remove()
      root.replaceChildren()
    },
  }
}

/** Resolves once layers can be added to the map. */
const styled = async (map: MapLibreMap) => {
  if (map.getStyle() === undefined) await map.once('style.load')
}

/** A map narrower than this many px collapses its attribution. */
const NARROW_PX = 640

/** North is up and the map is flat: the overlay relies on it. */
const OPTIONS = {
  attributionControl: false,
  minZoom: ZOOM_RANGE.min,
  maxZoom: ZOOM_RANGE.max,
  maxPitch: 0,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  boxZoom: false,
  renderWorldCopies: false,
  fadeDuration: 150,
} satisfies Partial<MapOptions>

const NARROW = 'maplibregl-compact'
const OPEN = 'maplibregl-compact-show'

/**
 * On a narrow map MapLibre expands its attribution, which covers a third of a phone's map. This collapses it each
 * time the map becomes narrow, before it is seen; its button still expands it. The observer ends with the element.
 */
export const foldAttribution = (container: HTMLElement): void => {
  const attribution = container.querySelector('.maplibregl-ctrl-attrib')
  if (attribution === null) return
  const fold = () => attribution.classList.remove(OPEN)
  if (attribution.classList.contains(NARROW)) fold()
  new MutationObserver((changes) => {
    const wasWide = changes.some(({ oldValue }) => !(oldValue ?? '').split(' ').includes(NARROW))
    if (wasWide && attribution.classList.contains(NARROW)) fold()
  }).observe(attribution, { attributeFilter: ['class'], attributeOldValue: true })
}
