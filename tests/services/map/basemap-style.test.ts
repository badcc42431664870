import { readFile } from 'node:fs/promises'
import { VectorTile } from '@mapbox/vector-tile'
import type {
  LayerSpecification,
  RasterLayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { expect, test } from 'vitest'
import { type BasemapOptions, basemapStyle } from '#src/services/map/basemap/basemap-style.ts'
import { PALETTES } from '#src/services/map/basemap/palette.ts'

const face = (name: string) => ({ latin: `/fonts/${name}.woff2`, extended: `/fonts/${name}-ext.woff2` })

const urls: BasemapOptions['urls'] = {
  tiles: 'pmtiles://http://localhost/india.pmtiles',
  imagery: '/blue-marble-india.webp',
  satelliteTiles: '',
  fonts: {
    regular: face('regular'),
    medium: face('medium'),
    semiBold: face('semi-bold'),
    condensed: face('condensed'),
  },
}

const styleOf = (options: Partial<BasemapOptions> = {}): StyleSpecification =>
  basemapStyle({ theme: 'light', base: 'street', roadDetail: 'all', urls, widthPx: 1440, ...options })

const all = [
  styleOf(),
  styleOf({ theme: 'dark' }),
  styleOf({ base: 'satellite' }),
  styleOf({ roadDetail: 'overview' }),
  styleOf({ roadDetail: 'none' }),
]

const roads = ({ layers }: StyleSpecification): LayerSpecification[] =>
  layers.filter(({ id }) => id.startsWith('road'))

const openArchive = async (): Promise<PMTiles> => {
  const file = await readFile(new URL('../../../src/services/map/basemap/india.pmtiles', import.meta.url))
  return new PMTiles({
    getKey: () => 'india',
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(file.subarray(offset, offset + length)).buffer,
    }),
  })
}

const layersInArchive = async (): Promise<string[]> => {
  const { vector_layers: layers } = (await (await openArchive()).getMetadata()) as {
    vector_layers: Array<{ id: string }>
  }
  return layers.map(({ id }) => id)
}

test('every layer reads a source of the style and, from the archive, an existing layer', async () => {
  const inArchive = await layersInArchive()
  for (const { layers, sources } of all) {
    for (const layer of layers) {
      if (!('source' in layer) || typeof layer.source !== 'string') continue
      expect(Object.keys(sources)).toContain(layer.source)
      if (layer.source === 'basemap') expect(inArchive).toContain(layer['source-layer'])
    }
    expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length)
  }
})

test('every label uses a bundled font and no glyph server is named', () => {
  for (const style of all) {
    expect(style.glyphs).toBeUndefined()
    const faces = Object.keys(style['font-faces'] ?? {})
    const fonts = style.layers.flatMap((layer) =>
      layer.type === 'symbol' ? (layer.layout?.['text-font'] as string[]) : [],
    )
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) expect(faces).toContain(font)
  }
})

test('the attribution names the sources', () => {
  for (const { sources } of all) {
    expect(sources['basemap']).toMatchObject({
      attribution: expect.stringMatching(/Natural Earth.*GeoNames.*CC BY$/),
    })
  }
})

test('the roads under real fleets end before their error would show', () => {
  expect(roads(styleOf()).some(({ minzoom = 0 }) => minzoom >= 9)).toBe(true)
  expect(roads(styleOf({ roadDetail: 'none' }))).toEqual([])
  const overview = roads(styleOf({ roadDetail: 'overview' }))
  expect(overview.length).toBeGreaterThan(0)
  for (const { maxzoom } of overview) expect(maxzoom).toBe(9)
})

test('MAP-01 place names lie beside their dots, or beside a ring that covers the dot', () => {
  const { layers } = styleOf()
  for (const id of ['place-metro', 'place-city', 'place-town', 'label-state', 'label-country']) {
    const layout = (layers.find((layer) => layer.id === id) as SymbolLayerSpecification).layout
    const offsets = layout?.['text-variable-anchor-offset'] as (string | [number, number])[]
    const away = offsets.flatMap((each) => (typeof each === 'string' ? [] : [Math.hypot(...each)]))
    expect(away[0], id).toBeLessThan(0.6)
    // A ring has a radius of 18 px, and the smallest names are set in 9.5 px.
    expect(Math.max(...away) * 9.5, id).toBeGreaterThan(18)
  }
})

test('MAP-10 imagery is bundled unless the environment names tiles, and shows at every zoom', () => {
  expect(styleOf().sources['imagery']).toBeUndefined()
  const bundled = styleOf({ base: 'satellite' })
  expect(bundled.sources['imagery']).toMatchObject({ type: 'image', url: '/blue-marble-india.webp' })
  const overview = bundled.layers.find(({ id }) => id === 'imagery')
  expect(overview?.maxzoom).toBeUndefined()
  const opacity = (overview as RasterLayerSpecification | undefined)?.paint?.['raster-opacity'] as number[]
  expect(opacity.at(-1)).toBeGreaterThan(0.3)
  const tiled = styleOf({
    base: 'satellite',
    urls: { ...urls, satelliteTiles: 'https://tiles.example/{z}/{x}/{y}.jpg' },
  })
  expect(tiled.sources['imagery']).toMatchObject({
    type: 'raster',
    tiles: ['https://tiles.example/{z}/{x}/{y}.jpg'],
  })
  expect(tiled.layers.find(({ id }) => id === 'imagery')?.maxzoom).toBeUndefined()
  for (const { sources } of [styleOf(), tiled])
    expect(JSON.stringify(sources['basemap'])).not.toContain('overview')
})

test.each([
  // Width in px, and the zoom that fits a fleet across India.
  [390, 2.7],
  [1440, 4.7],
])(
  'MAP-37 lines and names that end at the edge of the detail fade before it shows, and are complete over a fleet: %i px',
  (widthPx, zoom) => {
    const { layers } = styleOf({ widthPx })
    const byId = (id: string) => layers.find((layer) => layer.id === id)
    for (const id of ['river', 'coast', 'border-halo', 'border']) {
      const [gone, none, whole, most] = (byId(id) as { paint: { 'line-opacity': number[] } }).paint[
        'line-opacity'
      ].slice(3)
      expect([none, most]).toEqual([0, id === 'border-halo' ? 0.7 : 1])
      expect(whole).toBeLessThan(zoom)
      // Half of it shows where the 46 degrees of detail are half as wide as the map.
      expect(gone).toBeGreaterThan(Math.log2((widthPx * 360) / (512 * 46)) - 1.5)
    }
    for (const id of ['label-sea', 'label-country']) expect(byId(id)?.minzoom).toBeGreaterThan(1)
  },
)

const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: string, b: string): number => {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (bright + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)('labels have enough contrast on the %s basemap (WCAG AA)', (theme) => {
  const palette = PALETTES[theme]
  for (const text of [palette.text, palette.softText, palette.areaText])
    for (const background of [palette.land, palette.india])
      expect(contrast(text, background)).toBeGreaterThan(4.5)
  expect(contrast(palette.waterText, palette.water)).toBeGreaterThan(4.5)
})

test('no outline of land spans the whole world, which would draw stripes across it', async () => {
  const world = await (await openArchive()).getZxy(0, 0, 0)
  const land = new VectorTile(new PbfReader(world?.data ?? new ArrayBuffer(0))).layers['land']
  if (land === undefined) throw new Error('The tile of the whole world has no land.')
  const rings = Array.from({ length: land.length }, (_, i) => land.feature(i).loadGeometry()).flat()
  expect(rings.length).toBeGreaterThan(100)
  const leaps = rings.flatMap((ring) =>
    ring.filter(({ x, y }, i) => y < land.extent && Math.abs(x - (ring[i - 1]?.x ?? x)) > land.extent / 2),
  )
  expect(leaps).toEqual([])
})
