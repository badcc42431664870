import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import type { Overlay } from '../overlay.ts'
import { pressHit } from '../scene/hit.ts'
import type { Scene } from '../scene/scene.ts'

/** Reports presses by pointer and key, zooms into groups, and shows what can be pressed; Enter presses what the arrow keys brought to the middle. Returns its end. */
export const followPresses = ({
  scene,
  map,
  overlay,
}: {
  scene: Scene
  map: MapLibreMap
  overlay: Pick<Overlay, 'hit' | 'aim'>
}) => {
  const canvas = map.getCanvas()

  const press = ({ point, lngLat }: MapMouseEvent) => {
    if (scene.board) return
    const hit = overlay.hit(point)
    pressHit(scene, { hit, at: [lngLat.lng, lngLat.lat], zoom: map.getZoom() })
  }

  const point = ({ point: at }: MapMouseEvent) => {
    if (scene.board) return
    canvas.style.cursor = overlay.hit(at) ? 'pointer' : ''
  }

  const pressMiddle = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || scene.board) return
    // A list that opens takes the focus; this very key must not press its first button.
    event.preventDefault()
    if (event.repeat) return
    const { lng, lat } = map.getCenter()
    pressHit(scene, { hit: overlay.aim(), at: [lng, lat], zoom: map.getZoom(), byKey: true })
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
