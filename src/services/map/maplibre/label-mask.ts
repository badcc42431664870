import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { FleetLayout, VehicleCluster } from '../scene/clusters.ts'
import { ringRadius } from '../scene/markers.ts'
import { toLngLat, worldSize, zoomStepOf } from '../scene/mercator.ts'

/** Source, layer and image that keep names off the rings. */
export const LABEL_MASK = 'label-mask'

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

type LabelMaskMap = Pick<
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
export const createLabelMask = ({
  map,
  layout,
  now,
}: {
  map: LabelMaskMap
  layout: () => FleetLayout | undefined
  /** A steady clock in ms. */
  now: () => number
}) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let made = { of: '', where: '', at: 0 }

  map.setMissingStyleImageResolver((id) => {
    if (id === LABEL_MASK) map.addImage(id, NOTHING)
  })

  const make = () => {
    timer = undefined
    if (map.isMoving() || !map.isStyleLoaded()) {
      look()
      return
    }
    const { clusters = [], singles = [] } = layout() ?? {}
    const source = map.getSource<GeoJSONSource>(LABEL_MASK)
    if (source === undefined && clusters.length === 0) return
    const step = zoomStepOf(map.getZoom())
    const of = [
      step,
      clusters.length > 0,
      clusters.reduce((sum, { count }) => sum + count, singles.length),
    ].join()
    if (source !== undefined && of === made.of && now() - made.at < FOLLOW_EVERY_MS) return
    const where = `${of} ${positionsKey(clusters, step)}`
    if (source !== undefined && where === made.where) return
    made = { of, where, at: now() }
    if (source !== undefined) void source.setData(maskFeatures(clusters))
    else {
      map.addSource(LABEL_MASK, { type: 'geojson', data: maskFeatures(clusters) })
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
  id: LABEL_MASK,
  type: 'symbol',
  source: LABEL_MASK,
  layout: {
    'icon-image': LABEL_MASK,
    'icon-size': ['get', 'size'],
    'icon-allow-overlap': true,
    'icon-padding': GAP_PX,
  },
  paint: { 'icon-opacity': 0 },
} as const satisfies Parameters<MapLibreMap['addLayer']>[0]

const positionsKey = (groups: readonly VehicleCluster[], zoom: number): string => {
  const px = worldSize(zoom) / OFF_BY_PX
  return groups.map(({ x, y, count }) => [Math.round(x * px), Math.round(y * px), ringRadius(count)]).join()
}

const maskFeatures = (groups: readonly VehicleCluster[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: groups.map(({ count, ...at }) => ({
    type: 'Feature',
    properties: { size: (2 * ringRadius(count)) / IMAGE_PX },
    geometry: { type: 'Point', coordinates: [...toLngLat(at)] },
  })),
})
