// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { FENCE } from '#domain/fence-limits.ts'
import type { FenceShape } from '#domain/fences.ts'
import type { LngLat } from '#domain/geo.ts'
import { writeGeoJson } from '#src/services/geofences/files/fence-geojson.ts'
import { writeGpx, writeKml } from '#src/services/geofences/files/fence-xml.ts'
import { readFences } from '#src/services/geofences/files/read-fences.ts'

const read = (text: string, name = 'yards.kml') => readFences(new File([text], name), name)

const CIRCLE: FenceShape = { kind: 'circle', centre: [77.591234, 12.971234], radiusM: 850.5 }
const OUTLINE: FenceShape = {
  kind: 'polygon',
  corners: [
    [77.123456, 20.000001],
    [78, 20],
    [-78.5, 21.654321],
  ],
}
const WRITTEN = [
  { name: 'Depot <north> & "gate"', shape: CIRCLE },
  { name: 'Quarry', shape: OUTLINE },
]

test.each([
  ['GeoJSON', writeGeoJson],
  ['KML', writeKml],
  ['GPX', (fences: typeof WRITTEN) => writeGpx(fences, 'A & B')],
])('OWN-02 fences written as %s are read again, circle and corners exactly', async (_name, write) => {
  const { fences, left, problem } = await read(write(WRITTEN))
  expect([left, problem]).toEqual([[], null])
  expect(fences).toEqual(
    WRITTEN.map(({ name, shape }) => ({
      ...{ name, shape, hasHoles: false },
      hasRadius: shape.kind === 'circle',
    })),
  )
})

test('a circle is a GeoJSON point with its radius, an outline a closed polygon', () => {
  const { features } = JSON.parse(writeGeoJson(WRITTEN))
  expect(features[0]).toEqual({
    type: 'Feature',
    properties: { name: 'Depot <north> & "gate"', radius: 850.5 },
    geometry: { type: 'Point', coordinates: [77.591234, 12.971234] },
  })
  expect(features[1].geometry.coordinates[0]).toEqual([...OUTLINE.corners, OUTLINE.corners[0]])
})

const ring: readonly LngLat[] = [
  [77, 20],
  [78, 20],
  [78, 21],
  [77, 20],
]

describe('what files hold', () => {
  test('GeoJSON: several polygons of one feature, holes, closed lines; open lines and other things are left out', async () => {
    const feature = (type: string, coordinates: unknown, properties: object | null = null) => ({
      ...{ type: 'Feature', properties },
      geometry: { type, coordinates },
    })
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [
        feature('MultiPolygon', [[ring], [ring, ring]], { name: 'Mine' }),
        feature('LineString', ring),
        feature('LineString', ring.slice(0, 3), { name: 'Road' }),
        feature('Point', [77.5, 20.5], { Name: 12 }),
        { type: 'Feature', properties: null, geometry: null },
      ],
    })
    const { fences, left } = await read(text, 'south.geojson')
    expect(
      fences.map(({ name, shape, hasHoles, hasRadius }) => [name, shape.kind, hasHoles, hasRadius]),
    ).toEqual([
      ['Mine', 'polygon', false, false],
      ['Mine 2', 'polygon', true, false],
      ['south', 'polygon', false, false],
      ['12', 'circle', false, false],
    ])
    expect(left).toEqual([
      { why: 'open', count: 1 },
      { why: 'noPlace', count: 1 },
    ])
  })

  test('KML: folders, prefixes and placemarks with several shapes', async () => {
    const { fences, left } =
      await read(`<?xml version="1.0"?><k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Document><k:Folder>
      <k:Placemark><k:name>Plant</k:name><k:MultiGeometry>
        <k:Point><k:coordinates>77.5,20.5,3</k:coordinates></k:Point>
        <k:Polygon><k:outerBoundaryIs><k:LinearRing><k:coordinates>
          77,20,0 78,20,0
          78,21,0 77,20,0</k:coordinates></k:LinearRing></k:outerBoundaryIs></k:Polygon>
      </k:MultiGeometry></k:Placemark>
      <k:Placemark><k:name>Nothing</k:name></k:Placemark></k:Folder></k:Document></k:kml>`)
    expect(fences.map(({ name, shape }) => [name, shape])).toEqual([
      ['Plant', { kind: 'circle', centre: [77.5, 20.5], radiusM: FENCE.radiusM.least }],
      ['Plant 2', { kind: 'polygon', corners: ring.slice(0, 3) }],
    ])
    expect(left).toEqual([{ why: 'noPlace', count: 1 }])
  })

  test.each([
    ['another XML', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['other JSON', '{"type":"Topology"}'],
    ['words', 'a fence'],
  ])('%s is not read', async (_name, text) => {
    expect(await read(text)).toEqual({ fences: [], left: [], problem: { kind: 'unreadable' } })
  })

  test('a file without shapes, one that is too large, and one with too many', async () => {
    expect(await read('<kml/>')).toMatchObject({ problem: { kind: 'empty' } })
    const large = { size: 2 * 1024 * 1024 + 1, arrayBuffer: () => Promise.reject(new Error('It was read.')) }
    expect(await readFences(large as unknown as File, 'a.kml')).toMatchObject({
      problem: { kind: 'tooLarge', mostMb: 2 },
    })
    const many = writeGeoJson(Array.from({ length: 310 }, (_, i) => ({ name: `P${i}`, shape: CIRCLE })))
    const { fences, left } = await read(many)
    expect([fences.length, left]).toEqual([300, [{ why: 'tooMany', count: 10 }]])
  })
})
