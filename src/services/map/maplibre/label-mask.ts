import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { FleetLayout, VehicleCluster } from '../scene/clusters.ts'
import { ringRadius } from '../scene/markers.ts'
import { toLngLat, worldSize, zoomStepOf } from '../scene/mercator.ts'

/** Id of the source, the layer and the image that keep labels off the cluster rings. */
export const LABEL_MASK = 'label-mask'

/** Least time between two checks, in ms. */
const LOOK_EVERY_MS = 400
/**
 * Labels follow rings that move with their vehicles at most this often, in ms, so that a watched map stays calm. A
 * new zoom or fleet updates them at once.
 */
const FOLLOW_EVERY_MS = 60_000
/** px that a ring may move before labels are placed again. */
const OFF_BY_PX = 12
/** px between a ring and a label. */
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
 * Keeps the basemap's labels clear of the rings drawn over it: each ring gets an invisible symbol, which MapLibre's
 * label placement avoids. Call `look` after each paint; it does nothing while the rings barely move.
 */
export const createLabelMask = ({
  map,
  layout,
  now,
}: {
  map: LabelMaskMap
  layout: () => FleetLayout | undefined
  /** ms of a monotonic clock. */
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

/**
 * The topmost layer, because MapLibre places that first. At opacity 0 it draws nothing and links no shader, which
 * would block the page (`link-shaders.ts`).
 */
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

const positionsKey = (clusters: readonly VehicleCluster[], zoom: number): string => {
  const px = worldSize(zoom) / OFF_BY_PX
  return clusters.map(({ x, y, count }) => [Math.round(x * px), Math.round(y * px), ringRadius(count)]).join()
}

const maskFeatures = (clusters: readonly VehicleCluster[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: clusters.map(({ count, ...at }) => ({
    type: 'Feature',
    properties: { size: (2 * ringRadius(count)) / IMAGE_PX },
    geometry: { type: 'Point', coordinates: [...toLngLat(at)] },
  })),
})
