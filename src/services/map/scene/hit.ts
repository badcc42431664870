import type { LngLat } from '../map.port.ts'
import { PIN_PX, PIN_RISE_PX } from './alert-pins.ts'
import { type CameraWish, ZOOM_RANGE } from './camera.ts'
import { fenceAt } from './fences.ts'
import { type FleetLayout, layOut, type VehicleGroup } from './groups.ts'
import { COIN_PX, type Marks, ringRadius, STOP_PX } from './marks.ts'
import { projector, toLngLat, type View } from './mercator.ts'
import type { Scene } from './scene.ts'
import { type Spot, spotsInView } from './spots.ts'

/** What lies under a press. */
export type Hit =
  | { readonly vehicleId: number }
  | { readonly group: VehicleGroup }
  | { readonly eventIndex: number }
  | { readonly stopIndex: number }
  | { readonly alertIndex: number }
  | { readonly geoFenceId: number }

/** px from its middle within which a vehicle is pressed, and px by which rings and coins are pressed beyond their edge. */
const REACH = 18
const EDGE = 3

/** What can be pressed: the scene as it is laid out and seen. */
export type Sight = {
  readonly scene: Scene
  readonly layout: FleetLayout | undefined
  readonly marks: Marks | undefined
  readonly view: View
}

/** What of the scene lies at a place in px: the head of an alert's pin, else an event, a stop, the pin's tip, else the nearest vehicle within reach, else a group, else a fence. */
export const hitScene = (
  { scene, layout, marks, view }: Sight,
  at: { x: number; y: number },
): Hit | undefined => {
  const { x, y, size } = projector(view)
  const away = (place: { x: number; y: number }) => Math.hypot(x(place.x) - at.x, y(place.y) - at.y)
  const topmost = (
    places: { readonly x: Float64Array; readonly y: Float64Array },
    indexes: readonly number[],
    px: number,
    rise = 0,
  ) =>
    indexes.findLast(
      (i) => away({ x: places.x[i] ?? 0, y: (places.y[i] ?? 0) - rise / size }) <= px / 2 + EDGE,
    )
  const { alerts, track } = scene
  const pinned = (rise: number) => alerts && topmost(alerts, alerts.pinsAt(view.zoom), PIN_PX, rise)
  const head = pinned(PIN_RISE_PX) ?? undefined
  if (head !== undefined) return { alertIndex: head }
  if (track && marks) {
    const eventIndex = topmost(track.path, marks.coinsAt(view.zoom), COIN_PX)
    if (eventIndex !== undefined) return { eventIndex }
    const stopIndex = topmost(track.path, marks.stopsAt(view.zoom), STOP_PX)
    if (stopIndex !== undefined) return { stopIndex }
  }
  const tip = pinned(0) ?? undefined
  if (tip !== undefined) return { alertIndex: tip }
  const fence = fenceAt(scene.fences, { x: (at.x - x(0)) / size, y: (at.y - y(0)) / size }, size)
  const onFence = fence && { geoFenceId: fence.geoFenceId }
  if (!layout) return onFence
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
  return group ? { group } : onFence
}

/** px from the middle within which a key presses: no farther is anything from where the arrow keys, which move the map by 100 px, bring it. */
const AIM = 71

/** What a key presses: what lies in the middle, else the vehicle or group nearest to it within reach, else the fence there. */
export const aimScene = (sight: Sight): Hit | undefined => {
  const { scene, layout, view } = sight
  const hit = hitScene(sight, view.middle)
  if (!layout || (hit && !('geoFenceId' in hit))) return hit
  const { x, y } = projector(view)
  const away = (at: { x: number; y: number }) => Math.hypot(at.x - view.middle.x, at.y - view.middle.y)
  const { vehicleId } = scene.fleetStore.columns
  const [nearest] = [
    ...spotsInView(scene.fleetStore, layout, view).map((spot) => ({
      px: away(spot),
      hit: { vehicleId: vehicleId[spot.slot] ?? 0 },
    })),
    ...layout.groups.map((group) => ({ px: away({ x: x(group.x), y: y(group.y) }), hit: { group } })),
  ]
    .filter(({ px }) => px <= AIM)
    .sort((a, b) => a.px - b.px)
  return nearest?.hit ?? hit
}

/** Pressing a group goes at least `more` levels closer, and further no closer than `max`. */
const GROUP_ZOOM = { max: 16, more: 1 } as const

/** The move that shows a pressed group's vehicles. */
export const intoGroup = ({ west, north, east, south }: VehicleGroup, zoom: number): CameraWish => ({
  kind: 'fit',
  points: [toLngLat({ x: west, y: north }), toLngLat({ x: east, y: south })],
  maxZoom: Math.min(ZOOM_RANGE.max, Math.max(GROUP_ZOOM.max, zoom + GROUP_ZOOM.more)),
  minZoom: zoom + GROUP_ZOOM.more,
})

/** Whether the closest look shows a group's vehicles apart; those of one yard may lie on each other there too. */
const isSplit = (scene: Scene, { slots, count }: VehicleGroup): boolean => {
  const { singles, groups } = layOut(scene.fleetStore.columns, slots, ZOOM_RANGE.max)
  return singles.length > 0 || groups.some((group) => group.count < count)
}

/** Does what a press asks for: goes into a group where that splits it, else tells what lies there. */
export const pressHit = (
  scene: Scene,
  { hit, at, zoom, byKey }: { hit: Hit | undefined; at: LngLat; zoom: number; byKey?: true },
) => {
  if (!hit || !('group' in hit)) scene.pressed({ at, ...hit, ...(byKey && { byKey }) })
  else if (zoom < ZOOM_RANGE.max && isSplit(scene, hit.group)) scene.wish(intoGroup(hit.group, zoom))
  else {
    const { vehicleId } = scene.fleetStore.columns
    scene.pressed({
      at: toLngLat(hit.group),
      vehicleIds: hit.group.slots.map((slot) => vehicleId[slot] ?? 0),
    })
  }
}
