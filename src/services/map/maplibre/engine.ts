import './maplibre.css'
import '../map.css'
import { AttributionControl, Map as MapLibreMap, type MapOptions, ScaleControl } from 'maplibre-gl'
import { followDrawing } from '../draw/follow-drawing.ts'
import type { Easel, Engine } from '../engine-map.ts'
import { createOverlay } from '../overlay.ts'
import { createPopups } from '../popups.ts'
import { ZOOM_RANGE } from '../scene/camera.ts'
import { mercatorX, mercatorY, middleOf, type View } from '../scene/mercator.ts'
import { type BasemapChoice, createBasemap } from './basemap.ts'
import { driveCamera } from './camera.ts'
import { foldCredit } from './fold-credit.ts'
import { linkShaders } from './link-shaders.ts'
import { followPresses } from './presses.ts'
import { createRingRoom } from './ring-room.ts'
import { registerTiles } from './tiles.ts'

/** What draws with MapLibre, whose worker begins now. */
export const loadEngine = () => {
  registerTiles()
  return startEngine
}

/** Draws a scene with MapLibre into an element until it is stopped. Throws where there is no WebGL 2. */
const startEngine = ({ scene, root, basemap, now }: Easel & { basemap: BasemapChoice }): Engine => {
  const window = root.ownerDocument.defaultView ?? globalThis.window
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
  const isStill = () => calm.matches
  const part = (name: string) => {
    const element = root.ownerDocument.createElement('div')
    element.className = name
    root.append(element)
    return element
  }
  const ground = part('map-ground')
  const look = createBasemap({ scene, choice: basemap, widthPx: () => root.clientWidth })
  const [lng, lat] = scene.camera.centre
  const map = new MapLibreMap({
    ...OPTIONS,
    locale: { 'Map.Title': nameOf(root) },
    container: ground,
    style: look.style(),
    center: [lng, lat],
    zoom: scene.camera.zoom,
  })
  map.keyboard.disableRotation()
  map.touchZoomRotate.disableRotation()
  map.addControl(new AttributionControl({ compact: root.clientWidth < NARROW_PX }), 'bottom-right')
  foldCredit(ground)
  map.addControl(new ScaleControl({ maxWidth: 96 }), 'bottom-left')

  let size = { width: root.clientWidth, height: root.clientHeight }
  const viewOf = (): View => {
    const centre = map.getCenter()
    const { left = 0, top = 0, right = 0, bottom = 0 } = map.getPadding()
    return {
      centre: { x: mercatorX(centre.lng), y: mercatorY(centre.lat) },
      zoom: map.getZoom(),
      ...size,
      middle: middleOf(size, { left, top, right, bottom }),
    }
  }

  const drawing = part('map-drawing')
  const layer = part('map-popups')
  const camera = driveCamera({ scene, map, root, sizeOf: () => size })
  const overlay = createOverlay({
    scene,
    root: drawing,
    viewOf,
    now,
    isStill,
    afterPaint: (view) => {
      popups.place(view)
      rings.look()
    },
  })
  const rings = createRingRoom({ map, layout: overlay.layout, now })
  const popups = createPopups({ scene, layer, now, isStill, ask: overlay.ask })
  const stopPresses = followPresses({ scene, map, overlay })

  const wearTheme = () => {
    root.dataset['theme'] = scene.theme
  }
  wearTheme()
  const stopLook = scene.onChange((change) => {
    if (change !== 'look') return
    wearTheme()
    look.wear(map)
    overlay.repaint()
  })

  map.once('style.load', () =>
    map.once('render', () => {
      if (look.isBundled()) linkShaders(map)
    }),
  )
  let ready = false
  map.once('load', () => {
    ready = true
    overlay.ask()
  })
  map.on('render', overlay.paint)
  map.on('resize', () => {
    size = { width: root.clientWidth, height: root.clientHeight }
    look.resized(map)
    overlay.ask()
  })
  const stopDrawing = followDrawing({
    scene,
    root,
    loadAdapter: async () => {
      const [{ createDrawAdapter }] = await Promise.all([import('./draw-adapter.ts'), styled(map)])
      return createDrawAdapter(map)
    },
  })
  map.on('error', ({ error }) => look.failed(map, error))

  return {
    layout: overlay.layout,
    isReady: () => ready,
    stop: () => {
      stopDrawing()
      stopLook()
      stopPresses()
      camera.stop()
      rings.stop()
      popups.remove()
      overlay.remove()
      map.remove()
      root.replaceChildren()
    },
  }
}

/** Resolves once layers can be put on the map. */
const styled = async (map: MapLibreMap) => {
  if (map.getStyle() === undefined) await map.once('style.load')
}

/** What the map is called aloud: what an element round it says by `data-map-name`, which sets several maps of a page apart. */
const nameOf = (root: HTMLElement): string =>
  root.closest<HTMLElement>('[data-map-name]')?.dataset['mapName'] ?? 'Map'

/** On a map narrower than this many px the attribution is folded away. */
const NARROW_PX = 640

/** North is up and the map lies flat: what is drawn over it counts on that. */
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
