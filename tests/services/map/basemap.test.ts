// @vitest-environment jsdom
import type { Map as MapLibreMap, StyleSpecification, TransformStyleFunction } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { fadeOf } from '#src/services/map/basemap/zoom-expressions.ts'
import { createBasemap } from '#src/services/map/maplibre/basemap.ts'
import { createScene } from '#src/services/map/scene/scene.ts'

/** The basemap of a map whose width the test sets, and the styles it received after the first. */
const basemapOf = ({ width: first, styleUrl = '' }: { width: number; styleUrl?: string }) => {
  let width = first
  const appliedStyles: (StyleSpecification | string)[] = []
  const transforms: (TransformStyleFunction | undefined)[] = []
  const map = {
    setStyle: (style: StyleSpecification | string, options?: { transformStyle?: TransformStyleFunction }) => {
      appliedStyles.push(style)
      transforms.push(options?.transformStyle)
    },
  } as unknown as MapLibreMap
  const { scene, port } = createScene({ fleet: createFleetStore(), now: () => 0 })
  const look = createBasemap({
    scene,
    choice: { styleUrl, satelliteTilesUrl: '', roadDetail: 'overview' },
    widthPx: () => width,
  })
  const style = look.style()
  const failures: unknown[] = []
  port.onFailure((failure) => failures.push(failure))
  return {
    first: style,
    failures,
    fail: (message: string) => look.failed(map, new Error(message)),
    appliedStyles,
    transforms,
    applyStyle: () => look.applyStyle(map),
    resize: (to: number) => {
      width = to
      look.resized(map)
    },
  }
}

/** The zooms from which layers show; those of area names follow the fade. */
const zoomsOf = (style: StyleSpecification | string | undefined) =>
  typeof style === 'object' ? style.layers.map(({ minzoom }) => minzoom) : []

test('the basemap fades by the width of the map when it is drawn, not by its first width', () => {
  const { first, appliedStyles, applyStyle, resize } = basemapOf({ width: 390 })
  expect(zoomsOf(first)).toContain(fadeOf(390).minzoom)
  resize(844)
  expect(appliedStyles).toHaveLength(1)
  expect(zoomsOf(appliedStyles[0])).toContain(fadeOf(844).minzoom)
  applyStyle()
  expect(zoomsOf(appliedStyles[1])).toContain(fadeOf(844).minzoom)
})

test('a small change of width, or any change on a map with its own style, applies no new basemap', () => {
  const bundled = basemapOf({ width: 800 })
  bundled.resize(840)
  bundled.resize(0)
  expect(bundled.appliedStyles).toEqual([])
  const wide = basemapOf({ width: 1864 })
  wide.resize(2560)
  expect(wide.appliedStyles).toEqual([])
  const own = basemapOf({ width: 390, styleUrl: '/own-style.json' })
  own.resize(1440)
  expect(own.appliedStyles).toEqual([])
})

test('MAP-01 a new basemap keeps the drawing and the label mask', () => {
  const { transforms, applyStyle } = basemapOf({ width: 800 })
  applyStyle()
  const sources = { 'td-line': {}, 'label-mask': {}, basemap: {} }
  const layers = Object.keys(sources).map((id) => ({ id }))
  const next = { version: 8, sources: { basemap: {} }, layers: [{ id: 'basemap' }] }
  const kept = transforms[0]?.({ version: 8, sources, layers } as never, next as never)
  expect(Object.keys(kept?.sources ?? {})).toEqual(['basemap', 'td-line', 'label-mask'])
  expect(kept?.layers.map(({ id }) => id)).toEqual(['basemap', 'td-line', 'label-mask'])
})

test('missing tiles are reported once, and the words of the library stand in the console alone', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { fail, failures } = basemapOf({ width: 800 })
  fail('Server returned no content-length header')
  fail('Server returned no content-length header')
  expect(failures).toEqual([{ code: 'mapPartFailed', isDrawn: true, offersBundledMap: false }])
  expect(warn.mock.calls).toEqual([['Server returned no content-length header']])
})
