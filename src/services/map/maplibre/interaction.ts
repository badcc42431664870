import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import type { Overlay } from '../overlay/overlay.ts'
import { createCameraDriver } from '../scene/camera.ts'
import { pressHit } from '../scene/hit-test.ts'
import type { Scene } from '../scene/scene.ts'

/** Drives MapLibre's camera and keeps `scene.camera` up to date. */
export const driveCamera = ({
  scene,
  map,
  root,
  sizeOf,
}: {
  scene: Scene
  map: MapLibreMap
  root: HTMLElement
  sizeOf: () => { width: number; height: number }
}) => {
  const driver = createCameraDriver({
    scene,
    root,
    sizeOf,
    engineCamera: {
      go: ({ centre: [lng, lat], zoom }, padding, duration) => {
        map.easeTo({ center: [lng, lat], zoom, padding: { ...padding }, duration })
      },
      isMoving: () => map.isMoving(),
    },
  })
  map.on('move', () => {
    const { lng, lat } = map.getCenter()
    scene.camera = { centre: [lng, lat], zoom: map.getZoom() }
  })
  map.on('moveend', driver.moveEnded)
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) driver.movedByUser(originalEvent.type === 'wheel' ? 'wheel' : 'hand')
  })
  driver.start()
  return driver
}

/**
 * Reports presses by pointer and Enter, zooms into clusters and shows a pointer cursor over what can be pressed.
 * Enter presses what the arrow keys brought to the centre. Returns its undo.
 */
export const followPresses = ({
  scene,
  map,
  overlay,
}: {
  scene: Scene
  map: MapLibreMap
  overlay: Pick<Overlay, 'hit' | 'hitAtCentre'>
}) => {
  const canvas = map.getCanvas()

  const press = ({ point, lngLat }: MapMouseEvent) => {
    if (scene.drawSession) return
    const hit = overlay.hit(point)
    pressHit(scene, { hit, at: [lngLat.lng, lngLat.lat], zoom: map.getZoom() })
  }

  const point = ({ point: at }: MapMouseEvent) => {
    if (scene.drawSession) return
    canvas.style.cursor = overlay.hit(at) ? 'pointer' : ''
  }

  const pressMiddle = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || scene.drawSession) return
    // A list that opens takes the focus; this key press must not activate its first button.
    event.preventDefault()
    if (event.repeat) return
    const { lng, lat } = map.getCenter()
    pressHit(scene, { hit: overlay.hitAtCentre(), at: [lng, lat], zoom: map.getZoom(), byKey: true })
  }

  map.on('click', press)
  map.on('mousemove', point)
  canvas.addEventListener('keydown', pressMiddle)
  return () => {
    canvas.removeEventListener('keydown', pressMiddle)
    map.off('click', press)
    map.off('mousemove', point)
  }
}
