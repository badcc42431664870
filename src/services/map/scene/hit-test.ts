import type { LngLat } from '#domain/geo.ts'
import { type CameraRequest, ZOOM_RANGE } from './camera.ts'
import { type FleetLayout, layOut, type VehicleCluster } from './clusters.ts'
import { fenceAt } from './fences.ts'
import { type ScreenPosition, vehiclesInView } from './fleet-layout.ts'
import { EVENT_BADGE_PX, PIN_PX, PIN_RISE_PX, type RouteMarkers, ringRadius, STOP_PX } from './markers.ts'
import { projector, toLngLat, type Viewport } from './mercator.ts'
import type { Scene } from './scene.ts'

/** What lies under a press. */
export type Hit =
  | { readonly vehicleId: number }
  | { readonly cluster: VehicleCluster }
  | { readonly eventIndex: number }
  | { readonly stopIndex: number }
  | { readonly alertIndex: number }
  | { readonly geoFenceId: number }

/**
 * px from a vehicle's centre that count as a press on it, and px that rings and badges can be pressed beyond their
 * edge.
 */
const REACH = 18
const EDGE = 3

/** The scene as laid out and seen. */
export type HitTestScene = {
  readonly scene: Scene
  readonly layout: FleetLayout | undefined
  readonly markers: RouteMarkers | undefined
  readonly view: Viewport
}

/**
 * What lies at a position in px, in this order: the head of an alert pin, an event, a stop, the pin's tip, the
 * nearest vehicle within reach, a cluster, a fence.
 */
export const hitTest = (
  { scene, layout, markers, view }: HitTestScene,
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
  if (track && markers) {
    const eventIndex = topmost(track.path, markers.eventsAt(view.zoom), EVENT_BADGE_PX)
    if (eventIndex !== undefined) return { eventIndex }
    const stopIndex = topmost(track.path, markers.stopsAt(view.zoom), STOP_PX)
    if (stopIndex !== undefined) return { stopIndex }
  }
  const tip = pinned(0) ?? undefined
  if (tip !== undefined) return { alertIndex: tip }
  const fence = fenceAt(scene.fences, { x: (at.x - x(0)) / size, y: (at.y - y(0)) / size }, size)
  const onFence = fence && { geoFenceId: fence.geoFenceId }
  if (!layout) return onFence
  let nearest: ScreenPosition | undefined
  let reach = REACH
  for (const position of vehiclesInView(scene.fleetStore, layout, view)) {
    const distance = Math.hypot(position.x - at.x, position.y - at.y)
    if (distance > reach) continue
    nearest = position
    reach = distance
  }
  if (nearest) return { vehicleId: scene.fleetStore.columns.vehicleId[nearest.slot] ?? 0 }
  const cluster = layout.clusters.find((each) => away(each) <= ringRadius(each.count) + EDGE)
  return cluster ? { cluster } : onFence
}

/**
 * px from the centre that Enter reaches. Arrow keys move the map by 100 px, so everything can be brought this close.
 */
const KEY_REACH_PX = 71

/**
 * What Enter presses: what lies in the centre, else the nearest vehicle or cluster within reach, else the fence
 * there.
 */
export const hitTestCentre = (hitTestScene: HitTestScene): Hit | undefined => {
  const { scene, layout, view } = hitTestScene
  const hit = hitTest(hitTestScene, view.middle)
  if (!layout || (hit && !('geoFenceId' in hit))) return hit
  const { x, y } = projector(view)
  const away = (at: { x: number; y: number }) => Math.hypot(at.x - view.middle.x, at.y - view.middle.y)
  const { vehicleId } = scene.fleetStore.columns
  const [nearest] = [
    ...vehiclesInView(scene.fleetStore, layout, view).map((position) => ({
      px: away(position),
      hit: { vehicleId: vehicleId[position.slot] ?? 0 },
    })),
    ...layout.clusters.map((cluster) => ({
      px: away({ x: x(cluster.x), y: y(cluster.y) }),
      hit: { cluster },
    })),
  ]
    .filter(({ px }) => px <= KEY_REACH_PX)
    .sort((a, b) => a.px - b.px)
  return nearest?.hit ?? hit
}

/** Pressing a cluster zooms in by at least `more` levels, and no closer than `max` to fit it. */
const CLUSTER_ZOOM = { max: 16, more: 1 } as const

/** The camera request that shows a cluster's vehicles. */
export const zoomToCluster = ({ west, north, east, south }: VehicleCluster, zoom: number): CameraRequest => ({
  kind: 'fit',
  points: [toLngLat({ x: west, y: north }), toLngLat({ x: east, y: south })],
  maxZoom: Math.min(ZOOM_RANGE.max, Math.max(CLUSTER_ZOOM.max, zoom + CLUSTER_ZOOM.more)),
  minZoom: zoom + CLUSTER_ZOOM.more,
})

/** Whether the closest zoom splits a cluster. Trucks in one yard may still cover each other there. */
const isSplit = (scene: Scene, { slots, count }: VehicleCluster): boolean => {
  const { singles, clusters } = layOut(scene.fleetStore.columns, slots, ZOOM_RANGE.max)
  return singles.length > 0 || clusters.some((cluster) => cluster.count < count)
}

/** Handles a press: zooms into a cluster that can be split, else reports what lies there. */
export const pressHit = (
  scene: Scene,
  { hit, at, zoom, byKey }: { hit: Hit | undefined; at: LngLat; zoom: number; byKey?: true },
) => {
  if (!hit || !('cluster' in hit)) scene.pressed({ at, ...hit, ...(byKey && { byKey }) })
  else if (zoom < ZOOM_RANGE.max && isSplit(scene, hit.cluster))
    scene.requestCamera(zoomToCluster(hit.cluster, zoom))
  else {
    const { vehicleId } = scene.fleetStore.columns
    scene.pressed({
      at: toLngLat(hit.cluster),
      vehicleIds: hit.cluster.slots.map((slot) => vehicleId[slot] ?? 0),
    })
  }
}
