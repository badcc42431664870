// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { readFences } from '#src/services/geofences/files/read-fences.ts'

const read = (content: string | Uint8Array<ArrayBuffer>, name = 'yards.kml') =>
  readFences(new File([content], name), name)

const YARD = [
  [77.6, 12.9],
  [77.62, 12.9],
  [77.62, 12.92],
  [77.6, 12.92],
]
const RING = [...YARD, ...YARD.slice(0, 1)]
const COORDINATES = RING.map((corner) => corner.join()).join(' ')
const polygon = (coordinates: string) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
const placemark = (inside: string, name = 'Yard') => `<Placemark><name>${name}</name>${inside}</Placemark>`
const kml = (inside: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${inside}\n</Document></kml>`

const cornersIn = async (content: string, name?: string) =>
  (await read(content, name)).fences.map(({ shape }) =>
    shape.kind === 'polygon' ? shape.corners : shape.centre,
  )

describe('KML coordinates', () => {
  test.each([
    ['as they should be', COORDINATES],
    ['blanks behind commas', RING.map((corner) => `${corner.join(', ')}, 0`).join(' ')],
    ['blanks around commas, without altitudes', RING.map((corner) => corner.join(' , ')).join('\n')],
    ['commas alone, with altitudes', RING.map((corner) => `${corner.join()},0`).join()],
    ['commas alone, without altitudes', RING.map((corner) => corner.join()).join()],
    ['leading commas', RING.map((corner) => `,${corner.join()}`).join(' ')],
    ['trailing commas', RING.map((corner) => `${corner.join()},`).join(' ')],
    ['blanks alone', RING.map((corner) => corner.join(' ')).join(' ')],
    ['exponents', RING.map(([lng = 0, lat = 0]) => `${lng * 1e5}E-05,${lat}`).join(' ')],
  ])('%s are read', async (_name, coordinates) => {
    expect(await cornersIn(kml(placemark(polygon(coordinates))))).toEqual([YARD])
  })

  test.each([
    ['words', 'here,there 77.6,12.9 77.6,12.8 here,there', 'unreadable'],
    ['a row of numbers that may be pairs or triples', '77,12,78,12,78,13', 'unreadable'],
    ['nothing', ' ', 'noPlace'],
    ['decimal commas', '77,6,12,9 77,62,12,9 77,62,12,92 77,6,12,9', 'unreadable'],
  ])('%s are left out as what they are', async (_name, coordinates, why) => {
    expect(await read(kml(placemark(polygon(coordinates))))).toEqual({
      ...{ fences: [], left: [{ why, count: 1 }] },
      problem: { kind: 'empty' },
    })
  })

  test('a point of decimal commas is left out', async () => {
    const text = kml(placemark('<Point><coordinates>77,5 12,9</coordinates></Point>'))
    expect(await read(text)).toMatchObject({ fences: [], left: [{ why: 'unreadable', count: 1 }] })
  })

  test('a ring without a polygon and a track that ends where it begins are outlines', async () => {
    const track = RING.map((corner) => `<gx:coord>${corner.join(' ')} 0</gx:coord>`).join('')
    const text = kml(
      placemark(`<LinearRing><coordinates>${COORDINATES}</coordinates></LinearRing>`) +
        placemark(`<gx:Track xmlns:gx="http://www.google.com/kml/ext/2.2">${track}</gx:Track>`),
    )
    expect(await cornersIn(text)).toEqual([YARD, YARD])
  })
})

describe('KML that is no XML', () => {
  test.each([
    ['an undeclared prefix', placemark(`<gx:drawOrder>1</gx:drawOrder>${polygon(COORDINATES)}`)],
    ['an undeclared prefix of an attribute', placemark(`<Snippet x:lines="2"/>${polygon(COORDINATES)}`)],
    ['a bare ampersand', placemark(`<description>A & B</description>${polygon(COORDINATES)}`)],
    ['an entity of HTML', placemark(`<description>Gate&nbsp;2</description>${polygon(COORDINATES)}`)],
    ['an unknown entity', placemark(`<description>&wat;</description>${polygon(COORDINATES)}`)],
    [
      'a character that XML has not',
      placemark(`<description>\u0001&#2;</description>${polygon(COORDINATES)}`),
    ],
  ])('%s costs no shape, neither before nor behind it', async (_name, broken) => {
    const whole = placemark(polygon(COORDINATES))
    expect(await cornersIn(kml(`${whole}${broken}${whole}`))).toEqual([YARD, YARD, YARD])
  })

  test('names keep what was meant', async () => {
    const { fences } = await read(
      kml(
        placemark(polygon(COORDINATES), 'Patel & Sons') +
          placemark(polygon(COORDINATES), '<![CDATA[A & B]]>') +
          placemark(polygon(COORDINATES), 'Caf&eacute; &amp; Co'),
      ),
    )
    expect(fences.map(({ name }) => name)).toEqual(['Patel & Sons', 'A & B', 'Café & Co'])
  })

  test('what cannot be mended breaks off at its line, and nothing of it is taken', async () => {
    const text = kml(`${placemark(polygon(COORDINATES))}\n${placemark('<Polygon>')}`)
    expect(await read(text)).toEqual({ fences: [], left: [], problem: { kind: 'broken', line: 4 } })
    expect(await read(kml(placemark(polygon(COORDINATES))).slice(0, -20))).toMatchObject({
      ...{ fences: [], problem: { kind: 'broken' } },
    })
    expect(await read('{"type":')).toMatchObject({ fences: [], problem: { kind: 'broken', line: null } })
  })

  test('a document type, which may define entities, is refused as what it is', async () => {
    const text = `<!DOCTYPE kml [<!ENTITY a "b">]><kml>${placemark(polygon(COORDINATES))}</kml>`
    expect(await read(text)).toMatchObject({ fences: [], problem: { kind: 'docType' } })
  })
})

const bytesOf = (text: string, width: 1 | 2, isBig = false) => {
  const bytes = new Uint8Array(text.length * width)
  for (const [i, unit] of Array.from(text, (sign) => sign.charCodeAt(0)).entries()) {
    bytes[i * width + (width === 2 && isBig ? 1 : 0)] = unit & 0xff
    if (width === 2) bytes[i * 2 + (isBig ? 0 : 1)] = unit >> 8
  }
  return bytes
}

test.each([
  ['Latin-1 as declared', 'ISO-8859-1', (text: string) => bytesOf(text, 1)],
  ['windows-1252 as declared', 'windows-1252', (text: string) => bytesOf(text, 1)],
  ['Latin-1 that declares UTF-8', 'UTF-8', (text: string) => bytesOf(text, 1)],
  ['UTF-8 with its mark', 'UTF-8', (text: string) => new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-8 that declares UTF-16', 'UTF-16', (text: string) => new TextEncoder().encode(text)],
  ['UTF-16 with its mark', 'UTF-16', (text: string) => bytesOf(`\ufeff${text}`, 2)],
  [
    'UTF-16 with its mark, the other way round',
    'UTF-16',
    (text: string) => bytesOf(`\ufeff${text}`, 2, true),
  ],
  ['UTF-16 without a mark', 'UTF-16', (text: string) => bytesOf(text, 2)],
])('the name of a KML in %s is read', async (_name, encoding, encoded) => {
  const { fences } = await read(encoded(kml(placemark(polygon(COORDINATES), 'Peña Depot'), encoding)))
  expect(fences.map(({ name }) => name)).toEqual(['Peña Depot'])
})

test('blank lines may stand before the XML declaration', async () => {
  expect(await cornersIn(`\n\n${kml(placemark(polygon(COORDINATES)))}`)).toEqual([YARD])
})

describe('GeoJSON', () => {
  const area = { type: 'Polygon', coordinates: [RING] }
  const feature = (geometry: object | null) => ({ type: 'Feature', properties: { name: 'Yard' }, geometry })
  const collection = (features: readonly object[], more: object = {}) =>
    JSON.stringify({ type: 'FeatureCollection', ...more, features })

  test.each([
    ['a ring alone', feature({ type: 'LinearRing', coordinates: RING })],
    ['a collection of geometries', feature({ type: 'GeometryCollection', geometries: [area] })],
    [
      'a collection within a collection of geometries',
      feature({
        type: 'GeometryCollection',
        geometries: [{ type: 'GeometryCollection', geometries: [area] }],
      }),
    ],
    ['a collection of features within another', { type: 'FeatureCollection', features: [feature(area)] }],
    ['altitudes that are null', feature({ ...area, coordinates: [RING.map((at) => [...at, null])] })],
    ['numbers as texts', feature({ ...area, coordinates: [RING.map((at) => at.map(String))] })],
    ['closed lines', feature({ type: 'MultiLineString', coordinates: [RING] })],
    [
      'longitudes beyond 180',
      feature({ ...area, coordinates: [RING.map(([lng = 0, lat]) => [lng + 360, lat])] }),
    ],
  ])('%s: read', async (name, content) => {
    const expected = name.includes('beyond') ? [] : [YARD]
    expect(await cornersIn(collection([content]), 'a.geojson')).toEqual(expected)
  })

  test.each([
    ['no geometry', null, 'noPlace'],
    ['an empty geometry', { type: 'Polygon', coordinates: [] }, 'noPlace'],
    ['an open line', { type: 'LineString', coordinates: YARD }, 'open'],
    ['words as numbers', { type: 'Polygon', coordinates: [RING.map(() => ['a', 'b'])] }, 'unreadable'],
    ['a type that there is not', { type: 'Curve', coordinates: RING }, 'unknownType'],
    ['metres', { ...area, coordinates: [RING.map((at) => at.map((value) => value * 1e5))] }, 'outside'],
    ['swapped places', { ...area, coordinates: [RING.map(([lng, lat]) => [lat, lng])] }, 'swapped'],
    [
      'an outline across the 180th meridian',
      { ...area, coordinates: [RING.map(([lng = 0, lat]) => [lng > 77.61 ? -179.9 : 179.9, lat])] },
      'antimeridian',
    ],
  ])('%s is left out, and what is right beside it is read', async (_name, geometry, why) => {
    const { fences, left, problem } = await read(collection([feature(geometry), feature(area)]), 'a.geojson')
    expect([fences.length, left, problem]).toEqual([1, [{ why, count: 1 }], null])
  })

  test('collections nested without end are refused, not followed', async () => {
    const deep = `${'{"type":"FeatureCollection","features":['.repeat(30)}${']}'.repeat(30)}`
    expect(await read(deep, 'a.geojson')).toMatchObject({
      fences: [],
      left: [{ why: 'unreadable', count: 1 }],
    })
  })

  test.each([
    ['urn:ogc:def:crs:EPSG::3857', 'urn:ogc:def:crs:EPSG::3857'],
    ['EPSG:32643', 'EPSG:32643'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', null],
    ['EPSG:4326', null],
  ])('the coordinate system %s', async (name, system) => {
    const text = collection([feature(area)], { crs: { type: 'name', properties: { name } } })
    const { fences, problem } = await read(text, 'a.geojson')
    expect([fences.length, problem]).toEqual(system === null ? [1, null] : [0, { kind: 'projected', system }])
  })

  test('ArcGIS JSON: rings with their holes and names, points, and its coordinate system', async () => {
    const hole = [
      [77.605, 12.905],
      [77.61, 12.905],
      [77.61, 12.91],
      [77.605, 12.905],
    ]
    const apart = RING.map(([lng = 0, lat]) => [lng + 1, lat])
    const arcGis = (wkid: number) =>
      JSON.stringify({
        ...{ geometryType: 'esriGeometryPolygon', spatialReference: { wkid } },
        features: [
          { attributes: { NAME: 'Depot' }, geometry: { rings: [hole, RING, apart] } },
          { attributes: { name: 'Tower', radius: 80 }, geometry: { x: 77.6, y: 12.9 } },
          { attributes: { name: 'Nowhere' } },
        ],
      })
    const { fences, left } = await read(arcGis(4326), 'a.json')
    expect(fences.map(({ name, shape, hasHoles }) => [name, shape.kind, hasHoles])).toEqual([
      ['Depot', 'polygon', true],
      ['Depot 2', 'polygon', false],
      ['Tower', 'circle', false],
    ])
    expect(left).toEqual([{ why: 'noPlace', count: 1 }])
    expect(await read(arcGis(102100), 'a.json')).toMatchObject({
      problem: { kind: 'projected', system: '102100' },
    })
  })
})

test('GPX: a route that does not end where it begins is left out as a line, a waypoint beside it is read', async () => {
  const text = `<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="12.91" lon="77.61"><name>Tower</name></wpt>
    <rte>${YARD.map(([lng, lat]) => `<rtept lat="${lat}" lon="${lng}"/>`).join('')}</rte></gpx>`
  const { fences, left } = await read(text, 'a.gpx')
  expect([fences.map(({ name }) => name), left]).toEqual([['Tower'], [{ why: 'open', count: 1 }]])
})

describe('GeoJSON', () => {
  const feature = (name: string, geometry: object) =>
    JSON.stringify({ type: 'Feature', properties: { name }, geometry })
  const yard = feature('Yard', { type: 'Polygon', coordinates: [RING] })

  test.each([
    ['a feature a line', `${yard}\n${yard}\n`],
    ['a sequence with record separators', `\u001e${yard}\n\u001e${yard}\n`],
  ])('%s is read', async (_how, content) => {
    const { fences, problem } = await read(content, 'yards.geojson')
    expect([fences.map(({ name }) => name), problem]).toEqual([['Yard', 'Yard 2'], null])
    const broken = await read(`${content}{"type":"Feat`, 'yards.geojson')
    expect([broken.fences, broken.problem?.kind]).toEqual([[], 'broken'])
  })

  test('a type of geometry that nobody knows is named as such', async () => {
    const curve = feature('Curve', { type: 'Curve', coordinates: RING })
    const { fences, left } = await read(`[${yard},${curve}]`.replace(/^\[(.*)\]$/s, '{"features":[$1]}'))
    expect(fences).toHaveLength(1)
    expect(left).toEqual([{ why: 'unknownType', count: 1 }])
  })
})
