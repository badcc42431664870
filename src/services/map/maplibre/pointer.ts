import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import type { Overlay } from '../overlay.ts'
import type { CameraWish } from '../scene/camera.ts'
import type { VehicleGroup } from '../scene/groups.ts'
import { toLngLat } from '../scene/mercator.ts'
import type { Scene } from '../scene/scene.ts'

/** Zooming into a group goes no closer than this, and at least this many levels closer. */
const GROUP_ZOOM = { max: 16, atLeast: 1 } as const

/** Reports presses, zooms into pressed groups, and shows what can be pressed. Returns its end. */
export const followPointer = ({
  scene,
  map,
  overlay,
  camera,
}: {
  scene: Scene
  map: MapLibreMap
  overlay: Overlay
  camera: { grant(wish: CameraWish): void }
}) => {
  const press = ({ point, lngLat }: MapMouseEvent) => {
    const hit = overlay.hit(point)
    if (hit && 'group' in hit) zoomInto(hit.group)
    else scene.pressed({ at: [lngLat.lng, lngLat.lat], ...hit })
  }

  const zoomInto = (group: VehicleGroup) => {
    const corners = [toLngLat({ x: group.west, y: group.north }), toLngLat({ x: group.east, y: group.south })]
    camera.grant({
      kind: 'fit',
      points: corners,
      maxZoom: GROUP_ZOOM.max,
      minZoom: map.getZoom() + GROUP_ZOOM.atLeast,
    })
  }

  const point = ({ point: at }: MapMouseEvent) => {
    map.getCanvas().style.cursor = overlay.hit(at) ? 'pointer' : ''
  }

  map.on('click', press)
  map.on('mousemove', point)
  return () => {
    map.off('click', press)
    map.off('mousemove', point)
  }
}
