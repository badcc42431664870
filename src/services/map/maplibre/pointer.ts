import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import type { Overlay } from '../overlay.ts'
import { pressHit } from '../scene/hit.ts'
import type { Scene } from '../scene/scene.ts'

/** Reports presses, zooms into groups, and shows what can be pressed. Returns its end. */
export const followPointer = ({
  scene,
  map,
  overlay,
}: {
  scene: Scene
  map: MapLibreMap
  overlay: Overlay
}) => {
  const press = ({ point, lngLat }: MapMouseEvent) => {
    if (scene.board) return
    const hit = overlay.hit(point)
    pressHit(scene, { hit, at: [lngLat.lng, lngLat.lat], zoom: map.getZoom() })
  }

  const point = ({ point: at }: MapMouseEvent) => {
    if (scene.board) return
    map.getCanvas().style.cursor = overlay.hit(at) ? 'pointer' : ''
  }

  map.on('click', press)
  map.on('mousemove', point)
  return () => {
    map.off('click', press)
    map.off('mousemove', point)
  }
}
