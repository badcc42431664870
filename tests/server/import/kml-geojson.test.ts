import { describe, expect, test, vi } from 'vitest'
import { MOST_LEFT_OUT } from '#server/import/left-out-list.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')
const at = (text: string) => Date.parse(text)

const kml = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
${inside}
</Document></kml>`

test('a KML track is read with its times, places and values, and names the vehicle', async () => {
  const { run, stored } = fleet()
  const summary = await run({
    'a.kml': kml(`<Placemark><name>MH 12 KM 1001</name><gx:Track>
      <when>2026-11-10T06:00:00Z</when><when>2026-11-10T06:00:30Z</when><when>2026-11-10T06:01:00Z</when>
      <gx:coord>73.85 18.52 560</gx:coord><gx:coord>73.86 18.52 561</gx:coord><gx:coord></gx:coord>
      <ExtendedData><SchemaData><gx:SimpleArrayData name="speed (mph)">
        <gx:value>10</gx:value><gx:value>20</gx:value><gx:value>30</gx:value>
      </gx:SimpleArrayData></SchemaData></ExtendedData>
    </gx:Track></Placemark>`),
  })
  expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1, unreadable: [], leftOut: [] })
  expect(summary.reasons).toEqual(['a.kml:5: the time has no position'])
  const fixes = await stored('MH 12 KM 1001')
  expect(fixes.map(({ time, lng, lat, speed }) => [time, lng, lat, speed])).toEqual([
    [at('2026-11-10T06:00:00Z'), 73.85, 18.52, 16.1],
    [at('2026-11-10T06:00:30Z'), 73.86, 18.52, 32.2],
  ])
})

test('a value of GeoJSON that is nested ten thousand deep is left out, its position is read', async () => {
  const { run, stored } = fleet()
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const summary = await run({
    'deep.geojson': `{"type":"Feature","geometry":{"type":"Point","coordinates":[73.8,18.5]},"properties":{"vehicle":"DEEP 1","time":"2026-11-10T06:00:00Z","speed":${deep}}}`,
  })
  expect(summary).toMatchObject({ stored: 1, unreadable: [] })
  expect(summary.leftOut).toHaveLength(1)
  expect(await stored('DEEP 1')).toHaveLength(1)
})

test('points of KML with a time are read by the file name; lines, areas and points without one are refused with the reason', async () => {
  const { run, stored } = fleet()
  const summary = await run({
    'van 7.kml':
      kml(`<Placemark><name>Stop, 5 min</name><TimeStamp><when>2026-11-10T06:00:00Z</when></TimeStamp>
      <ExtendedData><Data name="speed"><value>36</value></Data></ExtendedData>
      <Point><coordinates>73.85,18.52,0</coordinates></Point></Placemark>
<Placemark><name>Depot</name><Point><coordinates>73.9,18.5</coordinates></Point></Placemark>
<Placemark><LineString><coordinates>73.85,18.52 73.86,18.52</coordinates></LineString></Placemark>
<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>73,18 74,18 74,19 73,18</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`),
  })
  expect(summary).toMatchObject({ read: 4, stored: 1, rejected: 3 })
  expect(summary.reasons).toEqual([
    'van 7.kml:6: the time is missing',
    'van 7.kml:7: the line has no times. Export what was driven as a track with times (gx:Track)',
    'van 7.kml:8: the area has no times, so it is no drive. Import areas as geofences',
  ])
  expect((await stored('van 7')).map(({ speed, lng }) => [speed, lng])).toEqual([[36, 73.85]])
})

test('a KML track of a file that breaks off counts, and entities are not expanded', async () => {
  const { run } = fleet()
  const whole = kml(
    '<Placemark><gx:Track><when>2026-11-10T06:00:00Z</when><gx:coord>73.85 18.52</gx:coord></gx:Track></Placemark>',
  )
  expect(await run({ 'a.kml': whole.slice(0, whole.indexOf('</gx:Track>')) })).toMatchObject({ stored: 1 })
  const bomb = `<!DOCTYPE kml [<!ENTITY a "2026-11-10T06:00:00Z">]>${whole.slice(whole.indexOf('<kml'))}`
  const summary = await run({ 'b.kml': bomb.replace('2026-11-10T06:00:00Z</when>', '&a;</when>') })
  expect(summary).toMatchObject({ stored: 0, duplicate: 0 })
})

const feature = (geometry: object, properties: object | null) => ({ type: 'Feature', geometry, properties })
const line = [
  [73.85, 18.52],
  [73.86, 18.52],
]
const times = ['2026-11-10T06:00:00Z', '2026-11-10T06:00:30Z']

test.each([
  ['coordTimes', { coordTimes: times }],
  ['times', { times }],
  ['time', { time: times }],
  ['coordinateProperties.times', { coordinateProperties: { times } }],
])('a line of GeoJSON takes its times from %s', async (_name, properties) => {
  const { run, stored } = fleet()
  const content = feature(
    { type: 'LineString', coordinates: line },
    { name: 'MH 14 GJ 1', speed: [36, 40], date: 'Tuesday', colour: 'red', ...properties },
  )
  const summary = await run({ 'a.geojson': JSON.stringify(content) })
  expect(summary).toMatchObject({ read: 2, stored: 2, rejected: 0, unreadable: [] })
  const fixes = await stored('MH 14 GJ 1')
  expect(fixes.map(({ time, lng, speed }) => [time, lng, speed])).toEqual([
    [at('2026-11-10T06:00:00Z'), 73.85, 36],
    [at('2026-11-10T06:00:30Z'), 73.86, 40],
  ])
})

test('a collection of points, lines in parts and areas is read feature by feature, with its lines in messages', async () => {
  const { run, stored } = fleet()
  const points = times.map((timestamp, i) =>
    feature({ type: 'Point', coordinates: line[i] }, { vehicle: 'P {1}', timestamp, 'Speed (knots)': 10 }),
  )
  const parts = feature(
    { type: 'MultiLineString', coordinates: [line, line] },
    { imei: '356938035643809', coordTimes: [times, ['2026-11-10T07:00:00Z', null]] },
  )
  const area = feature({ type: 'Polygon', coordinates: [[...line, [73.85, 18.53], line[0]]] }, {})
  const plan = feature({ type: 'LineString', coordinates: line }, { coordTimes: times.slice(1) })
  const all = [...points, parts, area, plan].map((one) => JSON.stringify(one)).join(',\n')
  const summary = await run({
    'a.json': `{"type":"FeatureCollection","name":"[{\\"features\\"","features":[\n${all}\n], "extra": {"a": []}}`,
  })
  expect(summary).toMatchObject({ read: 8, stored: 5, rejected: 3, unreadable: [], leftOut: [] })
  expect(summary.reasons).toEqual([
    'a.json:4: the point has no time',
    'a.json:5: the area has no times, so it is no drive. Import areas as geofences',
    'a.json:6: the line has no time for each of its positions. Write them as the property coordTimes, times or time',
  ])
  expect((await stored('P {1}')).map(({ speed }) => speed)).toEqual([18.5, 18.5])
  expect(await stored('356938035643809')).toHaveLength(3)
})

describe('properties of GeoJSON that are objects or lists', () => {
  const point = (properties: object) =>
    JSON.stringify(
      feature({ type: 'Point', coordinates: line[0] }, { vehicle: 'O 1', time: times[0], ...properties }),
    )

  test.each([
    [{ odometer: { value: 90_000, unit: 'mi' } }, { odo: 144_840.96 }],
    [{ fuel: { value: '55', units: 'US gal' } }, { fuel: 208.2 }],
    [{ speed: { value: 36 } }, { speed: 36 }],
    [{ vehicle: { value: 'O 1' } }, {}],
  ])('a value and its unit are read: %j', async (properties, expected) => {
    const { run, stored } = fleet()
    expect((await run({ 'a.geojson': point(properties) })).leftOut).toEqual([])
    expect(await stored('O 1')).toMatchObject([expected])
  })

  test('of each position of a line as well', async () => {
    const { run, stored } = fleet()
    const odometer = [10, 20].map((value) => ({ value, unit: 'mi' }))
    const content = feature({ type: 'LineString', coordinates: line }, { vehicle: 'O 1', times, odometer })
    await run({ 'a.geojson': JSON.stringify(content) })
    expect((await stored('O 1')).map(({ odo }) => odo)).toEqual([16.093, 32.187])
  })

  test.each([
    ['an object', { odometer: { km: 90_000 } }, '“odometer”', '“{"km":90000}”'],
    ['a list', { speed: [36, 40] }, '“speed”', '“[36,40]”'],
    ['a unit beside an object', { odometer: { value: { km: 1 }, unit: 'km' } }, '“odometer”', '“{"value"'],
  ])('%s of a known name is reported', async (_name, properties, column, value) => {
    const { leftOut } = await fleet().run({ 'a.geojson': point(properties) })
    expect(leftOut).toEqual([
      expect.stringContaining(`the column ${column}: values that cannot be read and stay empty: 1`),
    ])
    expect(leftOut[0]).toContain(value)
  })

  test('those of another name are columns that are not read', async () => {
    const onColumns = vi.fn<(headers: readonly string[], columns: object, file: string) => void>()
    const summary = await fleet().run(
      { 'a.geojson': point({ driver: { id: 7 }, tags: ['a'], style: {} }) },
      { observer: { onColumns, onFormat: () => {}, onFix: () => {} } },
    )
    expect(summary.leftOut).toEqual([])
    const [headers = [], columns = {}] = onColumns.mock.lastCall ?? []
    const used = Object.values(columns).map(({ at }) => headers[at])
    expect(headers.filter((header) => !used.includes(header))).toEqual(['driver', 'tags'])
  })
})

test('one feature a line, and a file that breaks off within one', async () => {
  const { run, stored } = fleet()
  const one = (timestamp: string) =>
    JSON.stringify(feature({ type: 'Point', coordinates: line[0] }, { timestamp, vehicle: 'S1' }))
  const summary = await run({ 'a.geojsonl': `${times.map(one).join('\n')}\n${one('x').slice(0, 40)}` })
  expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1 })
  expect(summary.reasons).toEqual(['a.geojsonl:3: the file breaks off here'])
  expect(await stored('S1')).toHaveLength(2)
})

test('what is neither is told so, and a feature that is too long costs only itself', async () => {
  const { run } = fleet()
  const point = JSON.stringify(feature({ type: 'Point', coordinates: line[0] }, { time: times[0] }))
  const long = JSON.stringify(feature({ type: 'Point', coordinates: line[0] }, { note: 'x'.repeat(9e6) }))
  const summary = await run({
    'a.geojson': `{"type":"FeatureCollection","features":[${long},\n${point}]}`,
    'b.json': '{"type":"FeatureCollection","features":[]}',
    'c.geojson': 'just words',
    'd.json': '{"semanticSegments": [{"startTime": 1}]}',
    'e.kml': '<kml><Document/></kml>',
    'f.xml': '<svg></svg>',
  })
  expect(summary).toMatchObject({ read: 3, stored: 1, rejected: 2 })
  expect(summary.reasons).toEqual([
    'a.geojson:1: the feature is longer than 8 MiB. Split it',
    'd.json:1: this is not a feature with points or a line',
  ])
  expect(summary.unreadable).toEqual([
    'b.json: the file contains no points and no lines with times, or they are empty',
    'c.geojson:1: this is not GeoJSON',
    'e.kml: the file contains no track. Export what was driven as a track with times (gx:Track)',
    'f.xml:1: this is XML but neither GPX nor KML: the root is <svg>',
  ])
})

test('what is left out of a file is named once, however often it comes again, and two hundred things at most', async () => {
  const named = (properties: object, i: number) =>
    feature(
      { type: 'Point', coordinates: [73.85, 18.52] },
      { vehicle: 'L 1', time: `2026-11-10T06:00:${String(i % 60).padStart(2, '0')}Z`, ...properties },
    )
  const all = Array.from({ length: 300 }, (_, i) =>
    named({ [`name of ${i}`]: 1, 'speed (101x)': 1, [`fuel (${i}x)`]: 1 }, i),
  )
  const content = JSON.stringify({ type: 'FeatureCollection', features: all })
  const { leftOut, read } = await fleet().run({ 'a.geojson': content }, { dryRun: true })
  expect(read).toBe(300)
  expect(leftOut).toHaveLength(MOST_LEFT_OUT + 1)
  expect(new Set(leftOut).size).toBe(leftOut.length)
  // One of the speed, and three hundred of fuel.
  expect(leftOut.at(-1)).toMatch(/: more parts of the file that are left out: 101$/)
})
