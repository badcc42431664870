import { describe, expect, test } from 'vitest'
import { UndecidedImport } from '#server/import/import.service.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const FIRST_S = 1_793_000_000

/** A file of one more column, a minute between its rows. */
const file = (header: string, cells: readonly string[], place = (i: number) => `18.5${i};73.8`) =>
  [
    `vehicle;time;lat;lon;${header}`,
    ...cells.map((cell, i) => `T;${FIRST_S + i * 60};${place(i)};${cell}`),
  ].join('\n')
const withCommas = (i: number) => `18,5${i};73,8`

describe('numbers with signs', () => {
  test.each([
    ['a comma of thousands', 'odo', '45,210', 45_210],
    ['the groups of India', 'odo', '1,45,210', 145_210],
    ['thousands and decimals', 'odo', '45,210.4', 45_210.4],
    ['a blank', 'odo', '45 210', 45_210],
    ['a blank that does not break', 'odo', '45\u00a0210.5', 45_210.5],
    ['a narrow blank', 'odo', '45\u202f210', 45_210],
    ['an apostrophe', 'odo', "45'210", 45_210],
    ['revolutions', 'rpm', '1,100', 1100],
    ['a point as in the other columns', 'odo', '45.210', 45.21],
    ['a unit in the cell', 'odo', '45210 km', 45_210],
    ['another unit in the cell', 'odo', '1,000 mi', 1609.344],
    ['a unit that the header names otherwise', 'Odometer (mi)', '1,000 km', 1000],
    ['a unit glued to the number', 'speed', '40km/h', 40],
    ['litres', 'fuel', '210 l', 210],
  ] as const)('%s beside decimal points', async (_name, header, cell, expected) => {
    const { run, stored } = fleet()
    expect(await run({ 'a.csv': file(header, [cell]) })).toMatchObject({ stored: 1, leftOut: [] })
    const [fix] = await stored('T')
    expect(
      header === 'rpm' || header === 'speed' || header === 'fuel' ? fix?.[header] : fix?.odo,
    ).toBeCloseTo(expected, 2)
  })

  test.each([
    ['a point of thousands', '45.210', 45_210],
    ['two of them', '1.145.210', 1_145_210],
    ['thousands and decimals', '45.210,4', 45_210.4],
    ['a decimal comma', '45,210', 45.21],
  ] as const)('%s beside decimal commas', async (_name, cell, expected) => {
    const { run, stored } = fleet()
    await run({ 'a.csv': file('odo', [cell], withCommas) })
    expect((await stored('T'))[0]).toMatchObject({ lat: 18.5, lng: 73.8 })
    expect((await stored('T'))[0]?.odo).toBeCloseTo(expected, 2)
  })

  test('what a later row proves holds for the whole column, whatever the others say', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': file('odo', ['45,210', '45,211', '45,2125'], (i) => `18.5${i};73.8`) })
    expect((await stored('T')).map(({ odo }) => odo)).toEqual([45.21, 45.211, expect.closeTo(45.2125, 2)])
  })

  test('a number that can be two, beside none that proves it, is left out and named', async () => {
    const { run, stored } = fleet()
    const { leftOut } = await run({ 'a.csv': file('odo', ['45.210', '45211'], (i) => `${18 + i};73`) })
    expect(leftOut).toEqual([
      'a.csv:2: the column “odo”: values that cannot be read and stay empty: 1, the first is “45.210”',
    ])
    expect((await stored('T'))[1]?.odo).toBe(45_211)
  })

  test('a sign that stands twice is that of thousands, whatever other columns have', async () => {
    const { run, stored } = fleet()
    const files = {
      'a.csv': file('odo', ['1.145.210', '1.145.211'], (i) => `${18 + i};73`),
      'b.csv': file('odo', ['1.145.212'], () => '18.5;73.8').replace(`${FIRST_S}`, `${FIRST_S + 120}`),
    }
    expect(await run(files)).toMatchObject({ stored: 3, leftOut: [] })
    expect((await stored('T')).map(({ odo }) => odo)).toEqual([1_145_210, 1_145_211, 1_145_212])
  })

  test('what cannot be read is named with its column, count and first line', async () => {
    const { run, stored } = fleet()
    const summary = await run({
      'a.csv': file('odo;fuel;speed;ignition', [
        'n/a;;-;on',
        '1,2,3;210 %;40 km/h;on',
        'broken;210 gallons of oil;900;perhaps',
        '45213;209;40 furlongs;off',
      ]),
    })
    expect(summary).toMatchObject({ stored: 4, rejected: 0 })
    expect(summary.leftOut).toEqual([
      'a.csv:3: the column “odo”: values that cannot be read and stay empty: 2, the first is “1,2,3”',
      'a.csv:3: the column “fuel”: values that cannot be read and stay empty: 2, the first is “210 %”',
      'a.csv:4: the column “ignition”: values that cannot be read and stay empty: 1, the first is “perhaps”',
      'a.csv:4: the column “speed”: values that cannot be read and stay empty: 2, the first is “900”',
    ])
    expect((await stored('T'))[3]).toMatchObject({ odo: 45_213, fuel: 209, ignition: false })
  })

  test('gallons in the cells are asked about', async () => {
    const { run, stored } = fleet()
    const files = { 'a.csv': file('fuel', ['20 gal', '19 gal']) }
    await expect(run(files)).rejects.toThrow(UndecidedImport)
    await run(files, { units: { gallon: 'usGallon' } })
    expect((await stored('T'))[0]?.fuel).toBeCloseTo(75.71, 2)
  })

  test('a unit that all cells name is that of the column', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': file('speed', ['10 mph', '20']) })
    expect((await stored('T')).map(({ speed }) => speed)).toEqual([
      expect.closeTo(16.1, 1),
      expect.closeTo(32.2, 1),
    ])
  })

  test('values of GeoJSON and KML are read in the same way, and named in the same way', async () => {
    const { run, stored } = fleet()
    const feature = (odo: string) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [73.8, 18.5] },
      properties: { vehicle: 'T', time: FIRST_S, odo, fuel: 'half' },
    })
    const { leftOut } = await run({ 'a.geojson': JSON.stringify(feature('1,45,210 km')) })
    expect((await stored('T'))[0]?.odo).toBe(145_210)
    expect(leftOut).toEqual([expect.stringMatching(/^a\.geojson:1: the column “fuel”.*“half”$/)])
  })
})

describe('places', () => {
  const stored = async (header: string, cells: string) => {
    const { run, stored } = fleet()
    const summary = await run({ 'a.csv': `vehicle\ttime\t${header}\nT\t${FIRST_S}\t${cells}\n` })
    const [fix] = await stored('T')
    return { summary, place: fix && [fix.lat, fix.lng] }
  }

  test.each([
    ['a point and a comma', 'location', '26.8,75.7', [26.8, 75.7]],
    ['decimal commas', 'location', '26,8,75,7', [26.8, 75.7]],
    ['decimal commas and a blank', 'latlng', '26,81234, 75,71234', [26.812_34, 75.712_34]],
    ['decimal commas and a semicolon', 'position', '26,8;75,7', [26.8, 75.7]],
    ['brackets and an altitude', 'coordinates', '(26.8, 75.7, 431)', [26.8, 75.7]],
    ['hemispheres', 'location', '26.8 S, 75.7 W', [-26.8, -75.7]],
    ['the longitude first, as its hemisphere says', 'location', '75.7E, 26.8N', [26.8, 75.7]],
    ['suffixes', 'lat\tlon', '26.8N\t75.7 E', [26.8, 75.7]],
    ['suffixes of the south', 'LATITUDE N/S\tLONGITUDE E/W', '26.8S\t75.7W', [-26.8, -75.7]],
    ['prefixes', 'lat\tlon', 'S26,8\tw 75,7', [-26.8, -75.7]],
    ['columns of their own', 'lat\tlat_dir\tlon\tlon_dir', '26.8\tS\t75.7\tWest', [-26.8, -75.7]],
    ['columns without a name that says so', 'lat\tA\tlon\tB', '26.8\tS\t75.7\tW', [-26.8, -75.7]],
    ['a column behind both', 'lat\tlon\tN/S\tE/W', '26.8\t75.7\tS\tE', [-26.8, 75.7]],
    ['the header', 'Latitude (S)\tLongitude W', '26.8\t75.7', [-26.8, -75.7]],
    ['a sign that says the same', 'lat\tns\tlon\tew', '-26.8\tS\t75.7\tE', [-26.8, 75.7]],
    ['minutes and seconds', 'lat\tlon', "26°48'00\"S\t75° 42' E", [-26.8, 75.7]],
    ['degrees and minutes of a receiver', 'lat\tns\tlon\tew', '2648.000\tS\t07542.000\tE', [-26.8, 75.7]],
    ['those without a zero before', 'lat\tns\tlon\tew', '2648.0000\tN\t7542.0000\tE', [26.8, 75.7]],
    ['those near the equator', 'lat\tns\tlon\tew', '0048.000\tN\t00142.000\tW', [0.8, -1.7]],
    ['those in one column', 'location', '2648.000N 07542.000E', [26.8, 75.7]],
  ])('%s', async (_name, header, cells, expected) => {
    const { summary, place } = await stored(header, cells)
    expect(summary).toMatchObject({ stored: 1, rejected: 0 })
    expect(place).toEqual(expected)
  })

  test.each([
    ['a side of the other axis', 'lat\tlon', '26.8E\t75.7E', 'the hemisphere of the latitude is unclear'],
    ['a sign that contradicts', 'lat\tlon', '26.8\t-75.7E', 'the hemisphere of the longitude is unclear'],
    ['two sides', 'lat\tlat_dir\tlon', '26.8N\tS\t75.7', 'the hemisphere of the latitude is unclear'],
    ['minutes of a receiver without a side', 'lat\tlon', '2648.000\t07542.000', 'the latitude is outside'],
    ['more minutes than a degree has', 'lat\tns\tlon', '2660.000\tN\t75.7', 'the latitude is outside'],
    ['no side', 'lat\tlat_dir\tlon', '26.8\tup\t75.7', 'the hemisphere of the latitude is unclear'],
  ])('%s is refused', async (_name, header, cells, reason) => {
    const { summary } = await stored(header, cells)
    expect(summary).toMatchObject({ stored: 0, rejected: 1 })
    expect(summary.reasons).toEqual([expect.stringContaining(reason)])
  })
})

describe('rows that say that they have no fix', () => {
  test.each([
    ['in the place', 'lat,lon', 'NO FIX,NO FIX'],
    ['beside the place', 'lat,lon,valid', '18.5,73.8,V'],
    ['in words', 'lat,lon,gps_status', '18.5,73.8,No fix'],
    ['as a number', 'lat,lon,fix', '18.5,73.8,0'],
    ['as the type of the fix, a number', 'lat,lon,Fix Type', '18.5,73.8,0'],
    ['as the type of the fix, in words', 'lat,lon,Fix Type', '18.5,73.8,no fix'],
    ['as the type of the fix, with none', 'lat,lon,Fix Type', '18.5,73.8,none'],
    ['as a flag of its own', 'lat,lon,gpsFixed', '18.5,73.8,false'],
    ['at (0, 0)', 'lat,lon,valid', '0,0,false'],
    ['in a column of A and V', 'lat,lon,status', '18.5,73.8,V'],
    ['in one column', 'location', 'no gps fix'],
  ])('%s are left out as that', async (_name, header, cells) => {
    const { run } = fleet()
    const good: Readonly<Record<string, string>> = {
      'lat,lon': '18.5,73.8',
      'lat,lon,valid': '18.5,73.8,A',
      'lat,lon,gps_status': '18.5,73.8,3D fix',
      'lat,lon,fix': '18.5,73.8,3',
      'lat,lon,status': '18.5,73.8,A',
      'lat,lon,Fix Type': '18.5,73.8,3D',
      'lat,lon,gpsFixed': '18.5,73.8,true',
      location: '18.5 73.8',
    }
    const summary = await run({
      'a.csv': `vehicle,time,${header}\nT,${FIRST_S},${good[header]}\nT,,${cells}\nT,${FIRST_S + 60},${cells}\n`,
    })
    expect(summary).toMatchObject({ read: 3, stored: 1, rejected: 2 })
    expect(summary.reasons).toEqual([
      'a.csv:3: the position is marked as not valid',
      'a.csv:4: the position is marked as not valid',
    ])
  })

  test.each([
    ['Fix Type', ['3', '1', '2'], 2],
    ['Fix Type', ['1', '0', '1'], 2],
    ['fix quality', ['1', '2', '0'], 2],
    ['Fix Status', ['Valid', 'Last known', 'Stale'], 1],
  ])('%s of %j keeps %i', async (header, cells, stored) => {
    const lines = cells.map((cell, i) => `T,${FIRST_S + i * 60},18.5,73.8,${cell}`)
    const summary = await fleet().run({ 'a.csv': `vehicle,time,lat,lon,${header}\n${lines.join('\n')}\n` })
    expect(summary).toMatchObject({ stored, rejected: 3 - stored, leftOut: [] })
  })

  test('points of a GPX file whose fix is none are left out as that', async () => {
    const { run } = fleet()
    const points = ['none', '3d', 'dgps', 'pps'].map(
      (fix, minute) =>
        `<trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:0${minute}:00Z</time><fix>${fix}</fix></trkpt>`,
    )
    const summary = await run({ 'a.gpx': `<gpx><trk><trkseg>\n${points.join('\n')}</trkseg></trk></gpx>` })
    expect(summary).toMatchObject({ read: 4, stored: 3, rejected: 1 })
    expect(summary.reasons).toEqual(['a.gpx:2: the position is marked as not valid'])
  })

  test('a validity that says nothing known keeps its row and is named', async () => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': `vehicle,time,lat,lon,valid\nT,${FIRST_S},18.5,73.8,maybe\n` })
    expect(summary).toMatchObject({ stored: 1, leftOut: [expect.stringMatching(/“valid”.*“maybe”$/)] })
  })
})

describe('lines above the header', () => {
  test.each([
    ['a title', 'Drive record\nBegun 2026-11-10 07:30\n****\n', 3],
    [
      'a report, whose lines have the delimiter',
      'Vehicle report,,,\nPeriod:,2026-11-10,to,2026-11-11\n,,,\n',
      3,
    ],
  ])('%s is passed over and counted', async (_name, head, times) => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': `${head}vehicle,time,lat,lon\nT,${FIRST_S},18.5,73.8\n` })
    expect(summary).toMatchObject({ stored: 1, rejected: 0 })
    expect(summary.leftOut).toEqual([`a.csv:1: lines above the header: ${times}`])
  })

  test('fields that are filled with NULs', async () => {
    const { run, stored } = fleet()
    const pad = (text: string) => text.padEnd(12, '\0')
    const text = `INDEX,VEHICLE,TIME,LATITUDE N/S,LONGITUDE E/W,SPEED\r\n${pad('1')},${pad('T')},${FIRST_S},${pad('12.91S')},077.61E,${pad('36')}\r\n`
    expect(await run({ 'a.csv': text })).toMatchObject({ stored: 1, unreadable: [] })
    expect((await stored('T'))[0]).toMatchObject({ lat: -12.91, lng: 77.61, speed: 36 })
  })
})
