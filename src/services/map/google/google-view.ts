import type { LngLat } from '#domain/geo.ts'
import type { GoogleApi } from '../../google/google-api.ts'
import { attachDrawTools } from '../draw/attach-draw-tools.ts'
import type { EngineView } from '../engine-map.ts'
import { createOverlay } from '../overlay/overlay.ts'
import { type Hit, pressHit } from '../scene/hit-test.ts'
import { mercatorX, mercatorY, projector, type Viewport } from '../scene/mercator.ts'
import { acquireBasemap, type GoogleBasemap, mapTypeOf, releaseBasemap } from './basemap-pool.ts'
import { driveCamera, initialCamera } from './camera.ts'
import { createFleetMarkers } from './fleet-markers.ts'

/** An element under Google's markers that covers the map. */
export type CanvasPane = {
  /** Moves the element to the visible area: Google moves its panes with the map. */
  place(): void
  remove(): void
}

/** Adds an element to Google's overlay pane. `draw` is called when the pane is ready and whenever Google redraws it. */
export const createCanvasPane = ({
  api: { core, maps },
  map,
  element,
  draw,
}: {
  api: GoogleApi
  map: google.maps.Map
  element: HTMLElement
  draw: () => void
}): CanvasPane => {
  const overlay = new maps.OverlayView()
  const corner = new core.Point(0, 0)
  overlay.onAdd = () => {
    overlay.getPanes()?.overlayLayer.append(element)
  }
  overlay.draw = draw
  overlay.onRemove = () => element.remove()
  overlay.setMap(map)
  return {
    place: () => {
      const projection: google.maps.MapCanvasProjection | undefined = overlay.getProjection()
      const place = projection?.fromContainerPixelToLatLng(corner)
      const at = place && projection?.fromLatLngToDivPixel(place)
      if (at) element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
    },
    remove: () => overlay.setMap(null),
  }
}

/** Keys that move Google's map. */
const MOVING_KEYS = /^(Arrow|Page|Home$|End$)/

/** Draws the scene on a Google map in the current theme until it is removed. */
export const createGoogleView = ({
  api,
  mapId,
  prefersReducedMotion,
  afterPaint,
  scene,
  root,
  now,
}: Pick<EngineView, 'scene' | 'root' | 'now'> & {
  api: GoogleApi
  mapId: string
  prefersReducedMotion: () => boolean
  afterPaint: (view: Viewport) => void
}) => {
  const { theme } = scene
  const measure = () => ({ width: root.clientWidth, height: root.clientHeight })
  let size = measure()
  const basemap = acquireBasemap({
    api,
    root,
    theme,
    mapId,
    options: { ...initialCamera(scene, size), mapTypeId: mapTypeOf(scene.base) },
  })
  const { map, element } = basemap
  const camera = driveCamera({ scene, map, root, sizeOf: () => size, prefersReducedMotion })

  const overlayRoot = root.ownerDocument.createElement('div')
  overlayRoot.className = 'map-drawing map-on-pane'
  const cover = () => {
    overlayRoot.style.width = `${size.width}px`
    overlayRoot.style.height = `${size.height}px`
  }
  cover()
  const press = (hit: Hit | undefined, at: LngLat) => {
    if (!scene.drawSession) pressHit(scene, { hit, at, zoom: camera.view().zoom })
  }
  let fleet: ReturnType<typeof createFleetMarkers> | undefined
  const overlay = createOverlay({
    scene,
    root: overlayRoot,
    now,
    prefersReducedMotion,
    viewOf: camera.view,
    markerLayout: () => fleet?.layout(),
    afterPaint: (view) => {
      pane?.place()
      afterPaint(view)
    },
  })
  const pane = createCanvasPane({ api, map, element: overlayRoot, draw: overlay.paint })
  fleet = createFleetMarkers({
    api,
    scene,
    map,
    now,
    viewOf: camera.view,
    press,
  })

  const pointOf = ({ latLng }: google.maps.MapMouseEvent) => {
    const { x, y } = projector(camera.view())
    return { x: x(mercatorX(latLng?.lng() ?? 0)), y: y(mercatorY(latLng?.lat() ?? 0)) }
  }
  const listeners = [
    map.addListener('click', (event: google.maps.MapMouseEvent) => {
      if (!event.latLng) return
      press(overlay.hit(pointOf(event)), [event.latLng.lng(), event.latLng.lat()])
    }),
    map.addListener('mousemove', (event: google.maps.MapMouseEvent) => {
      if (scene.drawSession) return
      map.setOptions({ draggableCursor: overlay.hit(pointOf(event)) ? 'pointer' : null })
    }),
    map.addListener('dragstart', () => camera.yieldToUser('hand')),
    map.addListener('dblclick', () => camera.yieldToUser('hand')),
    map.addListener('bounds_changed', () => {
      camera.moved()
      overlay.paint()
    }),
  ]
  const gone = new AbortController()
  const { signal } = gone
  element.addEventListener('wheel', () => camera.yieldToUser('wheel'), {
    signal,
    passive: true,
    capture: true,
  })
  element.addEventListener(
    'keydown',
    ({ key }) => {
      if (MOVING_KEYS.test(key)) camera.yieldToUser('hand')
    },
    { signal, capture: true },
  )
  const sizes = new ResizeObserver(() => {
    const next = measure()
    if (next.width === size.width && next.height === size.height) return
    const before = scene.camera
    size = next
    cover()
    camera.resized(before)
    overlay.requestPaint()
  })
  sizes.observe(root)
  const stopDrawing = attachDrawTools({
    scene,
    root,
    loadAdapter: async () => {
      const [{ createDrawAdapter }] = await Promise.all([import('./draw-adapter.ts'), shown(basemap)])
      return createDrawAdapter(map)
    },
  })
  camera.start()
  camera.moved()

  return {
    theme,
    overlay,
    layout: () => fleet?.layout(),
    isReady: () => basemap.isReady,
    applyBase: () => map.setMapTypeId(mapTypeOf(scene.base)),
    remove: () => {
      gone.abort()
      stopDrawing()
      sizes.disconnect()
      camera.stop()
      fleet?.remove()
      pane.remove()
      overlay.remove()
      for (const listener of listeners) listener.remove()
      releaseBasemap(theme, basemap)
    },
  }
}

/** Resolves once the map has loaded completely. */
const shown = ({ map, isReady }: GoogleBasemap) =>
  isReady
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        const listener = map.addListener('tilesloaded', () => {
          listener.remove()
          resolve()
        })
      })
