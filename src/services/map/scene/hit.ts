import type { CameraWish } from './camera.ts'
import type { FleetLayout, VehicleGroup } from './groups.ts'
import { COIN_PX, type Marks, ringRadius } from './marks.ts'
import { projector, toLngLat, type View } from './mercator.ts'
import type { Scene } from './scene.ts'
import { type Spot, spotsInView } from './spots.ts'

/** What lies under a press. */
export type Hit =
  | { readonly vehicleId: number }
  | { readonly group: VehicleGroup }
  | { readonly eventIndex: number }

/** px from its middle within which a vehicle is pressed, and px by which rings and coins are pressed beyond their edge. */
const REACH = 18
const EDGE = 3

/** What of the scene lies at a place in px: an event, else the nearest vehicle within reach, else a group. */
export const hitScene = (
  {
    scene,
    layout,
    marks,
    view,
  }: { scene: Scene; layout: FleetLayout | undefined; marks: Marks | undefined; view: View },
  at: { x: number; y: number },
): Hit | undefined => {
  const { x, y } = projector(view)
  const away = (place: { x: number; y: number }) => Math.hypot(x(place.x) - at.x, y(place.y) - at.y)
  if (scene.track && marks) {
    const { path } = scene.track
    const eventIndex = marks
      .coinsAt(view.zoom)
      .findLast((i) => away({ x: path.x[i] ?? 0, y: path.y[i] ?? 0 }) <= COIN_PX / 2 + EDGE)
    if (eventIndex !== undefined) return { eventIndex }
  }
  if (!layout) return undefined
  let nearest: Spot | undefined
  let reach = REACH
  for (const spot of spotsInView(scene.fleetStore, layout, view)) {
    const distance = Math.hypot(spot.x - at.x, spot.y - at.y)
    if (distance > reach) continue
    nearest = spot
    reach = distance
  }
  if (nearest) return { vehicleId: scene.fleetStore.columns.vehicleId[nearest.slot] ?? 0 }
  const group = layout.groups.find((each) => away(each) <= ringRadius(each.count) + EDGE)
  return group && { group }
}

/** Pressing a group goes no closer than `max`, and at least `more` levels closer. */
const GROUP_ZOOM = { max: 16, more: 1 } as const

/** The move that shows a pressed group's vehicles. */
export const intoGroup = ({ west, north, east, south }: VehicleGroup, zoom: number): CameraWish => ({
  kind: 'fit',
  points: [toLngLat({ x: west, y: north }), toLngLat({ x: east, y: south })],
  maxZoom: Math.max(GROUP_ZOOM.max, zoom),
  minZoom: zoom + GROUP_ZOOM.more,
})
