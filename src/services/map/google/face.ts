import type { GoogleApi } from '../../google/google-api.ts'
import { followDrawing } from '../draw/follow-drawing.ts'
import type { Easel } from '../engine-map.ts'
import type { LngLat } from '../map.port.ts'
import { createOverlay } from '../overlay.ts'
import { type Hit, pressHit } from '../scene/hit.ts'
import { mercatorX, mercatorY, projector, type View } from '../scene/mercator.ts'
import { driveCamera, firstView } from './camera.ts'
import { createCanvasPane } from './canvas-pane.ts'
import { createFleetMarkers } from './fleet-markers.ts'
import { type Ground, mapTypeOf, putAway, takeGround } from './ground.ts'

/** Keys by which Google's map is moved. */
const MOVING_KEYS = /^(Arrow|Page|Home$|End$)/

/** The scene on one of Google's maps, in the theme that it has now, until it is removed. */
export const createFace = ({
  api,
  mapId,
  isStill,
  afterPaint,
  scene,
  root,
  now,
}: Pick<Easel, 'scene' | 'root' | 'now'> & {
  api: GoogleApi
  mapId: string
  isStill: () => boolean
  afterPaint: (view: View) => void
}) => {
  const { theme } = scene
  const measure = () => ({ width: root.clientWidth, height: root.clientHeight })
  let size = measure()
  const ground = takeGround({
    ...{ api, root, theme, mapId },
    options: { ...firstView(scene, size), mapTypeId: mapTypeOf(scene.base) },
  })
  const { map, element } = ground
  const camera = driveCamera({ scene, map, root, sizeOf: () => size, isStill })

  const drawing = root.ownerDocument.createElement('div')
  drawing.className = 'map-drawing map-on-pane'
  const cover = () => {
    drawing.style.width = `${size.width}px`
    drawing.style.height = `${size.height}px`
  }
  cover()
  const press = (hit: Hit | undefined, at: LngLat) => {
    if (!scene.board) pressHit(scene, { hit, at, zoom: camera.view().zoom })
  }
  let fleet: ReturnType<typeof createFleetMarkers> | undefined
  const overlay = createOverlay({
    ...{ scene, root: drawing, now, isStill },
    viewOf: camera.view,
    markers: () => fleet?.layout(),
    afterPaint: (view) => {
      pane?.place()
      afterPaint(view)
    },
  })
  const pane = createCanvasPane({ api, map, element: drawing, draw: overlay.paint })
  fleet = createFleetMarkers({
    ...{ api, scene, map, now },
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
      if (scene.board) return
      map.setOptions({ draggableCursor: overlay.hit(pointOf(event)) ? 'pointer' : null })
    }),
    map.addListener('dragstart', () => camera.take('hand')),
    map.addListener('dblclick', () => camera.take('hand')),
    map.addListener('bounds_changed', () => {
      camera.moved()
      overlay.paint()
    }),
  ]
  const gone = new AbortController()
  const { signal } = gone
  element.addEventListener('wheel', () => camera.take('wheel'), { signal, passive: true, capture: true })
  element.addEventListener(
    'keydown',
    ({ key }) => {
      if (MOVING_KEYS.test(key)) camera.take('hand')
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
    overlay.ask()
  })
  sizes.observe(root)
  const stopDrawing = followDrawing({
    scene,
    root,
    loadAdapter: async () => {
      const [{ createDrawAdapter }] = await Promise.all([import('./draw-adapter.ts'), shown(ground)])
      return createDrawAdapter(map)
    },
  })
  camera.begin()
  camera.moved()

  return {
    theme,
    overlay,
    layout: () => fleet?.layout(),
    isReady: () => ground.isReady,
    wearBase: () => map.setMapTypeId(mapTypeOf(scene.base)),
    remove: () => {
      gone.abort()
      stopDrawing()
      sizes.disconnect()
      camera.stop()
      fleet?.remove()
      pane.remove()
      overlay.remove()
      for (const listener of listeners) listener.remove()
      putAway(theme, ground)
    },
  }
}

/** Resolves once the map stands in the page with all its parts. */
const shown = ({ map, isReady }: Ground) =>
  isReady
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        const listener = map.addListener('tilesloaded', () => {
          listener.remove()
          resolve()
        })
      })
