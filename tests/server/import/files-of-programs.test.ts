import { describe, expect, test } from 'vitest'
import { vehicleOfTrack } from '#server/import/vehicle-names.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const kml = (inside: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
${inside}
</Document></kml>`
const track = (name: string, minute: number, coord = '77.6 12.9 0') =>
  `<Placemark><name>${name}</name><gx:Track><when>2026-11-10T06:0${minute}:00Z</when><gx:coord>${coord}</gx:coord></gx:Track></Placemark>\n`
const point = (coordinates: string, minute: number) =>
  `<Placemark><TimeStamp><when>2026-11-10T06:0${minute}:00Z</when></TimeStamp><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`

test.each([
  'Tue, 10 Nov 2026 07:30',
  '2026-11-10T07:30+05:30',
  '2026-11-10T02:00:00Z',
  '2026-11-10_07-30_Tue',
  'Auto_2026.11.10_07.30.00',
  '20261110_073000.gpx',
  '20261110T020000Z',
  'Current Track: 10 NOV 2026 07:30',
  'Nov 10, 2026',
  'track_20261110',
  'New Track 7',
  'Samstag, 20. Nov. 2026 10:00',
  'samedi 20 novembre 2026',
  'Drive at 6.30 pm',
  'Drive at 6pm',
  '18:30',
  'W47 Friday',
  'Friday',
  'Segment 3',
  'Morning Ride',
  'Lunch Drive 2',
  'Point 12',
  'Track 20-NOV-26 100000 AM',
])('a track named “%s” is no vehicle', (name) => {
  expect(vehicleOfTrack(name)).toBeUndefined()
})

test.each([
  'KA 01 NM 4711',
  'DL 01 CAB 1234',
  'Truck 7',
  'Marathon 2',
  'Autocar 12',
  'Depot_20',
  'Friday Express 12',
])('a track named “%s” is one', (name) => expect(vehicleOfTrack(name)).toBe(name))

test.each([
  ['TR-55 2026-11-20', 'TR-55'],
  ['KA01GP1234 20 Nov 2026', 'KA01GP1234'],
  ['20. November 2026, 10:00 MH 12 AB 3456', 'MH 12 AB 3456'],
  ['KA 01 NM 4711 10:30', 'KA 01 NM 4711'],
])('a track named “%s” is of %s', (name, vehicle) => {
  expect(vehicleOfTrack(name)).toBe(vehicle)
})

describe('KML', () => {
  test.each([
    ['an undeclared prefix', '<gx:balloonVisibility>1</gx:balloonVisibility>'],
    ['a bare ampersand', '<description>A & B</description>'],
    ['an entity of HTML', '<description>Gate&nbsp;2</description>'],
    ['an unknown entity', '<description>&wat;</description>'],
  ])('%s costs no track, neither before nor behind it', async (_name, broken) => {
    const { run } = fleet()
    const summary = await run({ 'a.kml': kml(track('T 1', 1) + broken + track('T 2', 2)) })
    expect(summary).toMatchObject({ stored: 2, rejected: 0, vehicles: ['T 1', 'T 2'] })
  })

  test.each([
    ['with decimal commas', '77,5 12,900000 0'],
    ['with decimal commas and a hemisphere', '77,50 12,9N'],
    ['with decimal points', '77.5 12.9 0'],
    ['with commas between its numbers', '77.5,12.9,0'],
    ['with commas and blanks', '77.5, 12.9, 0'],
  ])('a place of a track %s is where it is', async (_name, coord) => {
    const { run, stored } = fleet()
    expect(await run({ 'a.kml': kml(track('T 1', 1, coord)) })).toMatchObject({ stored: 1, rejected: 0 })
    expect(await stored('T 1')).toMatchObject([{ lng: 77.5, lat: 12.9 }])
  })

  test.each([
    ['a track', track('T 1', 1, '77.5,12.9,0 77.6,12.9,0')],
    ['a track with a number too many', track('T 1', 1, '77 5 12 9')],
    ['a point', point('77,5 12,9', 1)],
  ])('the place of %s that is not one is refused', async (_name, content) => {
    const { run } = fleet()
    const summary = await run({ 'a.kml': kml(content) }, { vehicle: 'T 1' })
    expect(summary).toMatchObject({ stored: 0, rejected: 1 })
    expect(summary.reasons).toEqual([expect.stringContaining('the coordinates are not those of one point')])
  })

  test('where it breaks off, it says so in our words', async () => {
    const { run } = fleet()
    const summary = await run({
      'a.kml': kml(`${track('T 1', 1)}<description>A &</description>${track('T 2', 2)}`),
      'b.kml': kml(`${track('T 1', 3)}<a><b></a>`),
      'c.kml': kml(track('T 1', 4)).slice(0, -10),
    })
    expect(summary.stored).toBe(3)
    expect(summary.reasons).toEqual([
      'a.kml:4: the file breaks off here: an ampersand in a text must be written as &amp;',
      'b.kml:4: the file breaks off here: its XML is damaged',
      'c.kml:5: the file breaks off here',
    ])
  })

  test.each([
    ['Latin-1 as declared', 'ISO-8859-1'],
    ['Latin-1 that declares UTF-8', 'UTF-8'],
  ])('names in %s are read, also far behind the beginning', async (_name, encoding) => {
    const { run } = fleet()
    const filling = '<!-- filling -->\n'.repeat(20_000)
    const content = kml(`${filling}${track('Peña 1', 1)}`, encoding)
    expect(await run({ 'a.kml': Buffer.from(content, 'latin1') })).toMatchObject({ vehicles: ['Peña 1'] })
  })

  test('UTF-8 keeps its names where pieces of the file part a character', async () => {
    const { run } = fleet()
    const filling = `<a>${'<!-- ñññ -->'.repeat(30_000)}</a>`
    expect(await run({ 'a.kml': kml(`${filling}${track('Peña 1', 1)}`) })).toMatchObject({
      vehicles: ['Peña 1'],
    })
  })

  test('coordinates as programs write them, and several points of one placemark', async () => {
    const { run, stored } = fleet()
    const summary = await run({
      'a.kml': kml(
        [
          point('77.61, 12.91, 0', 1),
          point(',77.62,12.92', 2),
          point('7.763e1,12.93', 3),
          point('12.9,77.6', 4),
          point('here,there', 5),
          track('a', 6, '77.66,12.96,0'),
        ].join('\n'),
      ),
    })
    expect((await stored('a')).map(({ lng, lat }) => [lng, lat])).toEqual([
      [77.61, 12.91],
      [77.62, 12.92],
      [77.63, 12.93],
      [77.66, 12.96],
    ])
    expect(summary.reasons).toEqual([
      'a.kml:6: no road is at this latitude; latitude and longitude are probably swapped',
      expect.stringMatching(/^a\.kml:7: the coordinates are not those of one point/),
    ])
  })

  test('a ring alone has no times', async () => {
    const ring =
      '<Placemark><LinearRing><coordinates>77.6,12.9 77.7,12.9</coordinates></LinearRing></Placemark>'
    expect((await fleet().run({ 'a.kml': kml(ring) })).reasons).toEqual([
      'a.kml:3: the line has no times. Export what was driven as a track with times (gx:Track)',
    ])
  })
})

describe('GeoJSON', () => {
  const at = (minute: number) => ({ vehicle: 'T1', time: `2026-11-10T06:0${minute}:00Z` })
  const feature = (geometry: unknown, minute = 1) => ({ type: 'Feature', geometry, properties: at(minute) })
  const place = { type: 'Point', coordinates: [77.6, 12.9] }
  const collection = (features: readonly object[], more: object = {}) =>
    JSON.stringify({ type: 'FeatureCollection', ...more, features })

  test('a ring alone has no times', async () => {
    const ring = { type: 'LinearRing', coordinates: [place.coordinates, [77.7, 12.9], place.coordinates] }
    expect((await fleet().run({ 'a.geojson': collection([feature(ring)]) })).reasons).toEqual([
      expect.stringContaining('the line has no time for each of its positions'),
    ])
  })

  test.each([
    ['a collection of geometries', feature({ type: 'GeometryCollection', geometries: [place] })],
    ['nested collections', { type: 'FeatureCollection', features: [feature(place)] }],
    ['an altitude that is null', feature({ ...place, coordinates: [77.6, 12.9, null] })],
    ['numbers as texts', feature({ ...place, coordinates: ['77.6', '12.9'] })],
    ['a feature of ArcGIS', { attributes: at(1), geometry: { x: 77.6, y: 12.9 } }],
  ])('%s is read', async (_name, content) => {
    const { run, stored } = fleet()
    const summary = await run({ 'a.geojson': `\ufeff${collection([content])}` })
    expect(summary).toMatchObject({ stored: 1, rejected: 0 })
    expect((await stored('T1')).map(({ lng, lat }) => [lng, lat])).toEqual([[77.6, 12.9]])
  })

  test('a feature without a place, and one in another system of coordinates, are refused as that', async () => {
    const { run } = fleet()
    const system = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32643' } } }
    const summary = await run({
      'a.geojson': collection([feature(null), feature(place)]),
      'b.geojson': collection([feature({ ...place, coordinates: [10, 20] })], system),
    })
    expect(summary).toMatchObject({ stored: 1, rejected: 1 })
    expect(summary.reasons).toEqual(['a.geojson:1: the feature has no position'])
    expect(summary.unreadable).toEqual([
      'b.geojson:1: the coordinates are not in degrees but in the system urn:ogc:def:crs:EPSG::32643. Export the file in WGS 84 (EPSG:4326)',
    ])
  })

  test('the list of a phone logger is read, and Latin-1', async () => {
    const { run, stored } = fleet()
    const withSpeed = (one: { properties: object }) => ({
      ...one,
      properties: { ...one.properties, speed: 10 },
    })
    const named = { ...feature(place), properties: { ...at(1), vehicle: 'Peña 1' } }
    const content = JSON.stringify({ locations: [withSpeed(named), { type: 'Feature', properties: at(2) }] })
    const summary = await run({ 'a.json': Buffer.from(content, 'latin1') })
    expect(summary).toMatchObject({ stored: 1, rejected: 1, vehicles: ['Peña 1'] })
    // Its speeds are in m/s.
    expect((await stored('Peña 1'))[0]?.speed).toBe(36)
  })
})
