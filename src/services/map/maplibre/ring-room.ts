import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { FleetLayout, VehicleGroup } from '../scene/groups.ts'
import { ringRadius } from '../scene/marks.ts'
import { toLngLat, worldSize, zoomStepOf } from '../scene/mercator.ts'

/** Source, layer and image that keep names off the rings. */
export const RING_ROOM = 'ring-room'

/** Each look is at least this long after the one before, in ms. */
const LOOK_EVERY_MS = 400
/** Rings that move with their vehicles make names move at most this often, in ms, so that a map that is watched stays calm; another zoom or another fleet does so at once. */
const FOLLOW_EVERY_MS = 60_000
/** px by which a ring may be off before names make room anew. */
const OFF_BY_PX = 12
/** px between a ring and a name. */
const GAP_PX = 3
/** Width of the empty image in px. */
const IMAGE_PX = 8
const NOTHING = { width: IMAGE_PX, height: IMAGE_PX, data: new Uint8Array(4 * IMAGE_PX * IMAGE_PX) }

type Ground = Pick<
  MapLibreMap,
  | 'addImage'
  | 'addLayer'
  | 'addSource'
  | 'getSource'
  | 'getZoom'
  | 'isMoving'
  | 'isStyleLoaded'
  | 'setMissingStyleImageResolver'
>

/**
 * Makes the names of the ground keep clear of the rings drawn over it: the ground gets an empty mark where each ring is, and
 * names make room for it as they do for each other. `look` is to be called after each drawing; it costs nothing while the
 * rings stay about where they are.
 */
export const createRingRoom = ({
  map,
  layout,
  now,
}: {
  map: Ground
  layout: () => FleetLayout | undefined
  /** A steady clock in ms. */
  now: () => number
}) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let made = { of: '', where: '', at: 0 }

  map.setMissingStyleImageResolver((id) => {
    if (id === RING_ROOM) map.addImage(id, NOTHING)
  })

  const make = () => {
    timer = undefined
    if (map.isMoving() || !map.isStyleLoaded()) {
      look()
      return
    }
    const { groups = [], singles = [] } = layout() ?? {}
    const source = map.getSource<GeoJSONSource>(RING_ROOM)
    if (source === undefined && groups.length === 0) return
    const step = zoomStepOf(map.getZoom())
    const of = [
      step,
      groups.length > 0,
      groups.reduce((sum, { count }) => sum + count, singles.length),
    ].join()
    if (source !== undefined && of === made.of && now() - made.at < FOLLOW_EVERY_MS) return
    const where = `${of} ${whereOf(groups, step)}`
    if (source !== undefined && where === made.where) return
    made = { of, where, at: now() }
    if (source !== undefined) void source.setData(marksOf(groups))
    else {
      map.addSource(RING_ROOM, { type: 'geojson', data: marksOf(groups) })
      map.addLayer(LAYER)
    }
  }

  const look = () => {
    timer ??= setTimeout(make, LOOK_EVERY_MS)
  }

  return { look, stop: () => clearTimeout(timer) }
}

/** On top of all: what is higher is placed first. Of what is not seen MapLibre draws nothing and links no shader, which would make the page wait (`link-shaders.ts`). */
const LAYER = {
  id: RING_ROOM,
  type: 'symbol',
  source: RING_ROOM,
  layout: {
    'icon-image': RING_ROOM,
    'icon-size': ['get', 'size'],
    'icon-allow-overlap': true,
    'icon-padding': GAP_PX,
  },
  paint: { 'icon-opacity': 0 },
} as const satisfies Parameters<MapLibreMap['addLayer']>[0]

const whereOf = (groups: readonly VehicleGroup[], zoom: number): string => {
  const px = worldSize(zoom) / OFF_BY_PX
  return groups.map(({ x, y, count }) => [Math.round(x * px), Math.round(y * px), ringRadius(count)]).join()
}

const marksOf = (groups: readonly VehicleGroup[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: groups.map(({ count, ...at }) => ({
    type: 'Feature',
    properties: { size: (2 * ringRadius(count)) / IMAGE_PX },
    geometry: { type: 'Point', coordinates: [...toLngLat(at)] },
  })),
})
