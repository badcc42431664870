import { describe, expect, test } from 'vitest'
import { UndecidedImport } from '#server/import/import.service.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const FIRST_S = 1_793_000_000
const DELHI = [77.2, 28.6]
const RAJKOT = [70.8, 22.3]
const BERLIN = [13.4, 52.5]

const file = (places: readonly string[], header = 'Location') =>
  [`vehicle;time;${header}`, ...places.map((place, i) => `T;${FIRST_S + i * 60};${place}`)].join('\n')

/** What is stored of a file, or what it leaves open. */
const read = async (content: string, options: Parameters<ReturnType<typeof importer>['run']>[1] = {}) => {
  const { run, stored } = fleet()
  try {
    const { reasons } = await run({ 'a.csv': content }, options)
    expect(reasons).toEqual([])
  } catch (failure) {
    if (!(failure instanceof UndecidedImport)) throw failure
    return failure.questions
  }
  return (await stored('T')).map(({ lng, lat }) => [lng, lat])
}

describe('places in one column', () => {
  test.each([
    ['latitude first', ['28.6, 77.2'], [DELHI]],
    ['longitude first, as no road is at the other latitude', ['77.2, 28.6'], [DELHI]],
    ['longitude first, as one of them is beyond 90', ['13.4, 52.5', '104.3, 52.3'], [BERLIN, [104.3, 52.3]]],
    ['latitude first, as all are in India', ['22.3, 70.8'], [RAJKOT]],
    ['longitude first, as all are in India', ['70.8, 22.3'], [RAJKOT]],
    ['by their labels', ['lng: 13.4, lat: 52.5'], [BERLIN]],
    ['by their sides, each for itself', ['13.4E, 52.5N', '52.5N, 13.4E'], [BERLIN, BERLIN]],
  ])('are read: %s', async (_title, places, expected) => {
    expect(await read(file(places))).toEqual(expected)
  })

  test.each(['lng,lat', 'LonLat', 'Location (longitude, latitude)', 'Coordinates [lng/lat]'])(
    'are read as the header says: %s',
    async (header) => {
      expect(await read(file(['13.4, 52.5'], header))).toEqual([BERLIN])
    },
  )

  test.each(['lat,lng', 'LatLong', 'Position (lat/lon)'])(
    'are read as the header says: %s',
    async (header) => {
      expect(await read(file(['52.5, 13.4'], header))).toEqual([BERLIN])
    },
  )

  test('that can be either are asked about, and stored as the user says', async () => {
    const content = file(['13.4, 52.5', '13.5, 52.6'])
    expect(await read(content)).toEqual([
      { kind: 'places', file: expect.stringMatching(/a\.csv$/), example: '13.4, 52.5' },
    ])
    expect(await read(content, { placeOrder: 'lngFirst' })).toEqual([BERLIN, [13.5, 52.6]])
  })

  test('that are in India in one order are asked about where the zone is another one', async () => {
    expect(await read(file(['22.3, 70.8']), { timeZone: 'Europe/Oslo' })).toMatchObject([{ kind: 'places' }])
  })

  test('what the user says does not overrule what the file proves', async () => {
    expect(await read(file(['28.6, 77.2']), { placeOrder: 'lngFirst' })).toEqual([DELHI])
  })
})

describe('hemispheres in a column', () => {
  const content = (header: string, cells: string) =>
    `vehicle,time,lat,lon,${header}\nT,${FIRST_S},33.8,70.6,${cells}\n`

  test.each([
    ['hemisphere', 'SW', [-70.6, -33.8]],
    ['Hemispheres', 'S/W', [-70.6, -33.8]],
    ['quadrant', 'WS', [-70.6, -33.8]],
    ['hemisphere', 'S', [70.6, -33.8]],
    ['hemisphere', 'NE', [70.6, 33.8]],
    ['zone', 'N', [70.6, 33.8]],
    ['zone', 'East', [70.6, 33.8]],
    ['zone', 'N/E', [70.6, 33.8]],
    ['direction', 'SW', [70.6, 33.8]],
  ])('%s with %s', async (header, cells, place) => {
    expect(await read(content(header, cells))).toEqual([place])
  })

  test.each([
    ['zone', 'S'],
    ['A,B', 'x,W'],
    ['A,B', 'x,SW'],
  ])('%s with %s is refused', async (header, cells) => {
    const summary = await fleet().run({ 'a.csv': content(header, cells) })
    expect(summary).toMatchObject({ stored: 0, rejected: 1 })
    expect(summary.reasons).toEqual([
      expect.stringContaining('holds N, S, E or W, and its name does not say of what'),
    ])
  })
})

test('a latitude where no road is, is refused in every format', async () => {
  const time = '2026-11-10T06:00:00Z'
  const properties = { time, vehicle: 'T' }
  const geometry = { type: 'Point', coordinates: [12.9, 77.5] }
  const { stored, reasons } = await fleet().run({
    'a.csv': `vehicle,time,lat,lon\nT,${time},77.5,12.9\n`,
    'b.gpx': `<gpx><trk><trkseg><trkpt lat="77.5" lon="12.9"><time>${time}</time></trkpt></trkseg></trk></gpx>`,
    'c.geojson': JSON.stringify({ type: 'Feature', geometry, properties }),
  })
  expect(stored).toBe(0)
  expect(reasons.map((reason) => reason.replace(/:\d+: /, ' '))).toEqual(
    ['a.csv', 'b.gpx', 'c.geojson'].map(
      (file) => `${file} no road is at this latitude; latitude and longitude are probably swapped`,
    ),
  )
})
