import { expect, test } from 'vitest'
import { degreesNumber, readDegrees, splitPlace } from '#domain/degrees.ts'
import { kmlCoordinates } from '#domain/kml-coordinates.ts'
import { LONGEST_WRITTEN, splitNumber } from '#domain/written-number.ts'
import { IMPORT } from '#server/import/limits.ts'
import { splitTime } from '#server/import/written-time.ts'
import { cpuGrowth, LINEAR } from '#tests/kit/server/cpu-growth.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

test('a text that is longer than any number, place or time is none', () => {
  const blanks = ' '.repeat(LONGEST_WRITTEN)
  expect(splitNumber(`4${blanks}`)).toBeUndefined()
  expect(degreesNumber(`18.5${blanks}`)).toBeUndefined()
  expect(readDegrees(`N18.5${blanks}`, 'lat', '.')).toBeNaN()
  expect(splitPlace(`18.5,73.8${blanks}`)).toBeUndefined()
  expect(splitTime(`2026-11-10 06:00${blanks}`)).toBeUndefined()
  expect(splitNumber(`4${blanks.slice(1)}`)).toMatchObject({ digits: '4' })
})

test('a file of more columns than are read is refused, and so is a feature', async () => {
  const names = Array.from({ length: IMPORT.columns }, (_, i) => `c${i}`)
  const { run } = fleet()
  const properties = Object.fromEntries([['time', '2026-11-10T06:00:00Z'], ...names.map((name) => [name, 1])])
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [73.8, 18.5] }, properties }
  const summary = await run({
    'a.csv': `vehicle,time,lat,lon,${names.join(',')}\nT,2026-11-10T06:00:00Z,18.5,73.8`,
    'b.csv': `vehicle,time,lat,lon,${names.slice(4).join(',')}\nT,2026-11-10T06:00:00Z,18.5,73.8`,
    'c.geojson': JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
  })
  expect(summary).toMatchObject({ stored: 1, rejected: 1 })
  expect(summary.unreadable).toEqual([
    'a.csv:1: the file has 1004 columns, and at most 1000 are read. Remove columns that are not needed',
  ])
  expect(summary.reasons).toEqual([expect.stringContaining('the file has 1003 columns')])
})

/** What a hostile text repeats: what the patterns of numbers, places, times, names and units try to continue. */
const FILLINGS = [
  ...[
    ' ',
    '\u00a0',
    '1',
    '1,',
    '1 ',
    ',',
    '.',
    "'",
    '-',
    '(',
    '[',
    '{',
    '"a":{',
    'a ',
    '1:',
    ': ',
    ' in',
    '=',
  ],
  ...['T', 'lat ', 'gps ', 'n/', '°', '&amp;', 'mon ', 'jan ', 'log', '_'],
]
const MOST = 32_000

type Filled = (filling: string) => string
/** A text of a hostile filling for each of its kinds, as one file is made of. */
const eachFilled = (size: number, made: (filled: string, i: number) => string): string[] =>
  FILLINGS.map((filling, i) => made(filling.repeat(Math.ceil(size / filling.length)), i))

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
const bare: Filled = (text) => text.replaceAll('"', '')

/** A file with one hostile column, whose cells begin and end alike. */
const csv = (column: string, ends: string) => (size: number) => {
  const header = [...new Set(['vehicle', 'time', 'lat', 'lon', column])]
  const rows = eachFilled(size, (filled, i) => {
    const values: Record<string, string> = {
      ...{ vehicle: 'T', time: `2026-11-10T06:00:${10 + i}Z`, lat: '18.5', lon: '73.8' },
      [column]: cell(`${ends}${filled}${ends}`),
    }
    return header.map((name) => values[name]).join(',')
  })
  return [header.join(','), ...rows].join('\n')
}

const GOOD_ROW = 'T,2026-11-10T06:00:00Z,18.5,73.8,4'
const WHEN = '<TimeStamp><when>2026-11-10T06:00:00Z</when></TimeStamp>'

const FILES: Readonly<Record<string, (size: number) => string>> = {
  ...Object.fromEntries(
    [
      ...['vehicle', 'time', 'lat', 'lon', 'speed', 'odometer', 'date', 'valid', 'n/s', 'location', 'other'],
    ].flatMap((column) =>
      ['1', 'x', '"'].map((ends, i) => [`${column.replace('/', '')} ${i}.csv`, csv(column, ends)]),
    ),
  ),
  'comment.csv': (size) =>
    [...eachFilled(size, (text) => `# speed${text}x`), 'vehicle,time,lat,lon,speed', GOOD_ROW].join('\n'),
  'above the header.csv': (size) =>
    [...eachFilled(size, (text) => `lat${text}x`), 'vehicle,time,lat,lon,speed', GOOD_ROW].join('\n'),
  'header.csv': (size) =>
    `vehicle,time,lat,lon,${eachFilled(size, (text) => cell(`speed${text}x`)).join(',')}\n${GOOD_ROW}`,
  'coordinates.kml': (size) =>
    `<kml><Document>${eachFilled(size, (text) => `<Placemark>${WHEN}<Point><coordinates>73.8${bare(text)}18.5</coordinates></Point></Placemark>`).join('')}</Document></kml>`,
  'texts.kml': (size) =>
    `<kml><Document>${eachFilled(
      size,
      (text) =>
        `<Placemark><name>A${bare(text)}b</name>${WHEN}<ExtendedData><Data name="speed${bare(text)}"><value>1${bare(text)}1</value></Data></ExtendedData><Point><coordinates>73.8,18.5</coordinates></Point></Placemark>`,
    ).join('')}</Document></kml>`,
  'texts.gpx': (size) =>
    `<gpx>${eachFilled(
      size,
      (text) =>
        `<trk><name>A${bare(text)}b</name><trkseg><trkpt lat="18.5${bare(text)}1" lon="73.8"><time>2026${bare(text)}1</time><speed>1${bare(text)}1</speed></trkpt></trkseg></trk>`,
    ).join('')}</gpx>`,
  'properties.geojson': (size) =>
    `{"type":"FeatureCollection","features":[${eachFilled(size, (text) =>
      JSON.stringify({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [73.8, 18.5] },
        properties: { vehicle: `T${text}`, time: `2026${text}1`, speed: `1${text}1`, [`odo${text}x`]: 4 },
      }),
    ).join(',')}]}`,
  'start.geojson': (size) =>
    `{"type":"FeatureCollection","crs":${'{"crs":{'.repeat(size / 9)},"features":[]}`,
}

test.each(Object.entries(FILES))('%s takes time in proportion to its texts', async (name, contentOf) => {
  const { run } = fleet()
  expect(
    await cpuGrowth(MOST, (size) => run({ [name]: contentOf(size) }, { dryRun: true }).catch(() => {})),
  ).toBeLessThan(LINEAR)
})

test.each(FILLINGS)(
  'coordinates of a fence with “%s” take time in proportion to their length',
  async (filling) => {
    expect(
      await cpuGrowth(MOST * 8, (size) => {
        const text = filling.repeat(Math.ceil(size / filling.length))
        return [
          kmlCoordinates(`73.8,18.5 73.9${text}18.6`),
          kmlCoordinates(`${text}73.9`),
          kmlCoordinates(`73.9${text}`),
        ]
      }),
    ).toBeLessThan(LINEAR)
  },
)
