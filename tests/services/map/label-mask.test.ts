import type { GeoJSONSource } from 'maplibre-gl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLabelMask, LABEL_MASK } from '#src/services/map/maplibre/label-mask.ts'
import type { FleetLayout, VehicleCluster } from '#src/services/map/scene/clusters.ts'
import { mercatorX, mercatorY } from '#src/services/map/scene/mercator.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ring = (lng: number, lat: number, count: number): VehicleCluster => {
  const [x, y] = [mercatorX(lng), mercatorY(lat)]
  return { x, y, count, slots: [], statuses: [count, 0, 0, 0, 0, 0], west: x, east: x, north: y, south: y }
}

/** A basemap that records each set of masks it was given, as positions and widths in px. */
const basemapWith = (first: readonly VehicleCluster[]) => {
  const given: unknown[] = []
  const images: string[] = []
  let resolve: ((id: string) => void) | null = null
  const state = {
    layout: { singles: [], clusters: first } as FleetLayout | undefined,
    zoom: 4.7,
    isMoving: false,
  }
  const note = (data: unknown) => {
    const { features } = data as GeoJSON.FeatureCollection<GeoJSON.Point, { size: number }>
    given.push(
      features.map(({ geometry, properties }) => [
        ...geometry.coordinates.map((each) => Math.round(each * 1e6) / 1e6),
        properties.size * 8,
      ]),
    )
  }
  let source: Pick<GeoJSONSource, 'setData'> | undefined
  const layers: unknown[] = []
  const map = {
    getSource: () => source,
    addSource: (_: string, { data }: { data: unknown }) => {
      note(data)
      source = { setData: async (next) => note(next) }
    },
    addLayer: (layer: unknown) => layers.push(layer),
    addImage: (id: string) => images.push(id),
    setMissingStyleImageResolver: (next: typeof resolve) => {
      resolve = next
    },
    getZoom: () => state.zoom,
    isMoving: () => state.isMoving,
    isStyleLoaded: () => true,
  } as unknown as Parameters<typeof createLabelMask>[0]['map']
  const labelMask = createLabelMask({ map, layout: () => state.layout, now: () => Date.now() })
  const drawn = (...clusters: VehicleCluster[]) => {
    state.layout = { singles: [], clusters }
    labelMask.look()
  }
  return { labelMask, given, layers, state, drawn, images, missing: (id: string) => resolve?.(id) }
}
/** Longer than the delay between two updates. */
const LOOKED_MS = 500

test('MAP-01 names avoid each ring, at the width it is drawn, above all other layers of the basemap', () => {
  const { labelMask, given, layers, images, missing } = basemapWith([ring(77, 28, 17), ring(73, 19, 3)])
  labelMask.look()
  expect(given).toEqual([])
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given).toEqual([
    [
      [77, 28, 36],
      [73, 19, 32],
    ],
  ])
  expect(layers).toMatchObject([{ type: 'symbol', source: LABEL_MASK, paint: { 'icon-opacity': 0 } }])
  missing('road-shield')
  missing(LABEL_MASK)
  expect(images).toEqual([LABEL_MASK])
})

test('MAP-01 rings that move with their vehicles update names seldom; another zoom or fleet at once', () => {
  const { given, drawn, state } = basemapWith([])
  drawn(ring(77, 28, 17))
  vi.advanceTimersByTime(LOOKED_MS)
  drawn(ring(79, 28, 17))
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given, 'too soon').toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  drawn(ring(77.1, 28, 17))
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given, 'not far enough').toHaveLength(1)
  drawn(ring(79, 28, 17))
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given.at(-1)).toEqual([[79, 28, 36]])
  drawn(ring(79, 28, 9))
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given.at(-1), 'a filter').toEqual([[79, 28, 32]])
  state.zoom = 6
  state.isMoving = true
  drawn(ring(79.2, 28, 9))
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given, 'while the camera moves').toHaveLength(3)
  state.isMoving = false
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given.at(-1), 'after it').toEqual([[79.2, 28, 32]])
  state.layout = undefined
  drawn()
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given.at(-1)).toEqual([])
})

test('MAP-40 names avoid rings at once when these appear a second after their vehicles', () => {
  const { labelMask, given, drawn, state } = basemapWith([ring(80, 13, 4)])
  labelMask.look()
  vi.advanceTimersByTime(LOOKED_MS)
  state.layout = { singles: [1, 2, 3], clusters: [] }
  labelMask.look()
  vi.advanceTimersByTime(LOOKED_MS)
  drawn(ring(77, 28, 3))
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given.slice(1)).toEqual([[], [[77, 28, 32]]])
})

test('a map without rings gets no masks, and none after it was removed', () => {
  const { labelMask, given, drawn } = basemapWith([])
  labelMask.look()
  vi.advanceTimersByTime(LOOKED_MS)
  drawn(ring(77, 28, 17))
  labelMask.stop()
  vi.advanceTimersByTime(LOOKED_MS)
  expect(given).toEqual([])
})
