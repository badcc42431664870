import type { Map as MapLibreMap } from 'maplibre-gl'
import { createCameraDriver } from '../camera-driver.ts'
import type { Scene } from '../scene/scene.ts'

/** Drives MapLibre's camera and keeps the scene's true. */
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
    mover: {
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
  map.on('moveend', driver.ended)
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) driver.taken(originalEvent.type === 'wheel' ? 'wheel' : 'hand')
  })
  driver.begin()
  return driver
}
