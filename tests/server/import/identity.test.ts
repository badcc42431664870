import { describe, expect, test } from 'vitest'
import { UndecidedImport } from '#server/import/import.service.ts'
import { comparableName, vehicleOfFile } from '#server/import/vehicle-names.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const FIRST_S = 1_793_000_000
/** Rows half a minute and three hundred metres apart. */
const rows = (header: string, names: readonly string[]) =>
  [
    `${header};time;lat;lon`,
    ...names.map((name, i) => `${name};${FIRST_S + i * 30};${(18.5 + i * 0.003).toFixed(3)};73.8`),
  ].join('\n')

test('AC-01 a new vehicle does not tell whether another company has one of this name', async () => {
  const content = { 'a.csv': rows('IMEI', ['861234000000099']) }
  for (const company of ['first with it', 'second with it']) await importer(database, company).run(content)
  const imeis = await database.db
    .selectFrom('vehicle')
    .select('imei')
    .where('registration', '=', '861234000000099')
    .execute()
  expect(imeis).toEqual([{ imei: '861234000000099' }, { imei: '861234000000099' }])
})

describe('ids that a spreadsheet has rounded', () => {
  test.each(['8.67E+14', '8,61234E+14', '8E14', '861234000000017.0', '4711.00', '861,234,000,000,017'])(
    '%s is refused with its line and how to mend it',
    async (id) => {
      const { run } = fleet()
      const summary = await run({ 'a.csv': rows('IMEI', ['861234000000017', id]) })
      expect(summary).toMatchObject({ stored: 1, rejected: 1, newVehicles: ['861234000000017'] })
      expect(summary.reasons).toEqual([
        `a.csv:3: a spreadsheet has turned the vehicle “${id}” into a number, which may be that of several. Format the column as text in the source, and export it again`,
      ])
    },
  )

  test('the user’s own registration makes it no matter', async () => {
    const { run } = fleet()
    const files = { 'a.csv': rows('IMEI', ['8.67E+14', '8.67E+14']) }
    expect(await run(files, { vehicle: 'T 1' })).toMatchObject({ stored: 2, newVehicles: ['T 1'] })
  })

  test('is refused in GeoJSON as well', async () => {
    const { run } = fleet()
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [73.8, 18.5] },
      properties: { imei: '8.67E+14', time: FIRST_S },
    }
    expect(await run({ 'a.geojson': JSON.stringify(feature) })).toMatchObject({ stored: 0, rejected: 1 })
  })

  test.each(['89014103211118510720', '8.61234E+14', '4711.0', '1e3'])(
    'is refused in GeoJSON where it is the number %s',
    async (number) => {
      const { run } = fleet()
      const feature = (vehicle: string, name: string) =>
        `{"type":"Feature","geometry":{"type":"Point","coordinates":[73.0,18.5]},"properties":{"${name}" : ${vehicle},"time":"2026-11-10T08:00:00Z","speed":40.0}}`
      const summary = await run({
        'a.geojson': [feature('4711', 'vehicle'), feature(number, 'vehicle'), feature(number, 'imei')].join(
          '\n',
        ),
      })
      expect(summary).toMatchObject({ stored: 1, rejected: 2, newVehicles: ['4711'] })
      expect(summary.reasons).toEqual([
        expect.stringMatching(
          /^a\.geojson:2: a spreadsheet has turned the vehicle “[\d.eE+]+” into a number/,
        ),
        expect.stringMatching(/^a\.geojson:3: a spreadsheet has turned/),
      ])
    },
  )

  test('is refused as the name of a file', async () => {
    const { run } = fleet()
    const summary = await run({ '8.6E14.csv': `time,lat,lon\n${FIRST_S},18.5,73.8\n` })
    expect(summary).toMatchObject({ stored: 0, rejected: 1, newVehicles: [] })
  })
})

describe('texts that a spreadsheet keeps as such', () => {
  test.each([
    ['="861234000000017"', '861234000000017'],
    ['"=""861234000000017"""', '861234000000017'],
    ['="KA;1"', 'KA;1'],
    ["'861234000000017", '861234000000017'],
    ['"\'KA 1"', 'KA 1'],
    ["'KA 1'", 'KA 1'],
    ["KA'1", "KA'1"],
  ])('%s is %s', async (cell, name) => {
    const { run } = fleet()
    expect(await run({ 'a.csv': rows('imei', [cell]) })).toMatchObject({ stored: 1, newVehicles: [name] })
  })

  test('in every cell, also of the header and of GeoJSON', async () => {
    const { run, stored } = fleet()
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [73.8, 18.5] },
      properties: { imei: '="4711"', time: "'2026-11-10T06:00:00Z" },
    }
    const summary = await run({
      'a.csv': `="imei",'time,lat,lon,speed\n="4711","=""${FIRST_S}""",="18.5",'73.8,'40\n`,
      'b.geojson': JSON.stringify(feature),
    })
    expect(summary).toMatchObject({ stored: 2, newVehicles: ['4711'] })
    expect(await stored('4711')).toMatchObject([{ speed: 40, lat: 18.5, lng: 73.8 }, {}])
  })
})

describe('row numbers', () => {
  test.each([
    ['counted up', 'id', ['1', '2', '3', '4']],
    ['counted down', 'id', ['9', '8', '7']],
    ['with gaps', 'ID', ['1001', '1005', '1006']],
    ['under another name', 'vehicle', ['1', '2', '3', '4']],
    ['of points', 'name', ['Point 1', 'Point 2', 'Point 3']],
    ['of waypoints', 'name', ['wpt#001', 'wpt#002', 'wpt#003']],
    ['with a sign', 'id', ['#1', '#2', '#3']],
  ])('%s are no vehicles: the name of the file is', async (_name, header, names) => {
    const { run } = fleet()
    const summary = await run({ 'van 7.csv': rows(header, names) })
    expect(summary).toMatchObject({ stored: names.length, newVehicles: ['van 7'] })
    expect(summary.leftOut).toEqual([
      `van 7.csv:1: the column “${header}” counts the rows, and names no vehicle`,
    ])
  })

  test('another column names the vehicle then', async () => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': rows('id;name', ['1;T 1', '2;T 1', '3;T 1']) })
    expect(summary.newVehicles).toEqual(['T 1'])
  })

  test.each([
    ['that come back', ['1', '2', '1', '2']],
    ['of two rows', ['1', '2']],
    ['behind a word for a vehicle', ['Truck 1', 'Truck 2', 'Truck 3']],
    ['with gaps, of a column that says vehicle', ['11', '15', '19']],
  ])('numbers %s are vehicles', async (_name, names) => {
    const { run } = fleet()
    expect(await run({ 'a.csv': rows('vehicle', names) })).toMatchObject({
      newVehicles: [...new Set(names)],
      leftOut: [],
    })
  })

  test('numbers of vehicles that stand far apart are vehicles', async () => {
    const { run } = fleet()
    const snapshot = [1, 2, 3].map((id) => `${id};${FIRST_S + id};${10 + id};73.8`).join('\n')
    expect(await run({ 'a.csv': `id;time;lat;lon\n${snapshot}` })).toMatchObject({
      newVehicles: ['1', '2', '3'],
    })
  })

  test('a row without a vehicle, in a column of vehicles, is refused', async () => {
    const { run } = fleet()
    const summary = await run({ 'a.csv': rows('vehicle', ['T 1', '', 'T 1']) })
    expect(summary).toMatchObject({ stored: 2, newVehicles: ['T 1'] })
    expect(summary.reasons).toEqual(['a.csv:3: the vehicle has no name'])
  })
})

describe('cells that name no vehicle', () => {
  test.each(['#REF!', '#NAME?', '#N/A', '#DIV/0!', '#VALUE!', 'N/A', 'null', '-', '####'])(
    '%s is refused beside names',
    async (cell) => {
      const summary = await fleet().run({ 'a.csv': rows('vehicle', ['T 1', cell]) })
      expect(summary).toMatchObject({ stored: 1, newVehicles: ['T 1'] })
      expect(summary.reasons).toEqual(['a.csv:3: the vehicle has no name'])
    },
  )

  test('a column of nothing else leaves the name to the file', async () => {
    expect(await fleet().run({ 'van 7.csv': rows('vehicle', ['#REF!', 'N/A']) })).toMatchObject({
      stored: 2,
      newVehicles: ['van 7'],
    })
  })

  test.each(['2026-11-20', '20 Nov 2026', '20/11/2026 10:00', '10:30'])('%s is refused', async (cell) => {
    const { run } = fleet()
    const file = { 'a.csv': rows('vehicle', ['T 1', cell]) }
    const summary = await run(file)
    expect(summary).toMatchObject({ stored: 1, newVehicles: ['T 1'] })
    expect(summary.reasons).toEqual([
      `a.csv:3: the vehicle “${cell}” is a date or a time. Name the column otherwise, or write the registration there`,
    ])
    expect(await run(file, { vehicle: 'T 1' })).toMatchObject({ stored: 1, duplicate: 1 })
  })

  test.each(['20112026', '10-30', '7', '1795168800000'])('%s may be an id', async (cell) => {
    expect(await fleet().run({ 'a.csv': rows('vehicle', ['T 1', cell]) })).toMatchObject({ stored: 2 })
  })
})

describe('spellings', () => {
  test('of one plate are one vehicle, also where the company has it', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': rows('vehicle', ['KA 05 ZZ 7701', 'KA05ZZ7701', 'KA-05-ZZ-7701']) })
    const again = await run({ 'b.csv': rows('vehicle', ['', '', '', 'ka05\u00a0zz–7701']) })
    expect(again).toMatchObject({ stored: 1, newVehicles: [] })
    expect(await stored('KA 05 ZZ 7701')).toHaveLength(4)
  })

  test.each([
    ['KA 05 ZZ 7701', 'ka05zz7701', true],
    ['861 234 000 000 017', '861234000000017', true],
    ['M-AB 123', 'mab123', true],
    ['Truck 1-1', 'Truck 11', false],
    ['Truck 1-1', 'truck 1 1', true],
    ['KA 05 ZZ 7701', 'KA 05 ZZ 7702', false],
    ['Van.1', 'Van1', false],
    ['MH.12.AB.1234', 'MH 12 AB 1234', true],
    ['MH12_AB_1234', 'mh-12-ab-1234', true],
    ['MH.12.AB.1234', 'MH.12.AB.1235', false],
    ['AB1.5', 'AB15', false],
    ['\u212AA 05 ZZ 7701', 'KA 05 ZZ 7701', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(comparableName(one) === comparableName(other)).toBe(isSame)
  })

  test('with a sign that only looks like a letter are other ones', async () => {
    const { run } = fleet()
    await run({ 'a.csv': rows('vehicle', ['Truck K1']) })
    const { newVehicles } = await run({ 'b.csv': rows('vehicle', ['truck k1', 'Truck \u212A1']) })
    expect(newVehicles).toEqual(['Truck \u212A1'])
  })

  test.each([
    ['a control character', 'Truck\u0007 9'],
    ['a line break of terminals', 'Truck\u00859'],
  ])('with %s are refused', async (_what, name) => {
    const { run } = fleet()
    const { reasons, newVehicles } = await run({ 'a.csv': rows('vehicle', [name]) })
    expect(reasons).toEqual(["a.csv:2: the vehicle's name holds a control character or a damaged one"])
    expect(newVehicles).toEqual([])
  })

  test.each([
    ['half of a surrogate pair', 'Truck \uD800'],
    ['a damaged character', 'Truck \uFFFD9'],
  ])('with %s are refused', async (_what, vehicle) => {
    const { run } = fleet()
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [73.8, 18.5] },
      properties: { vehicle, time: '2026-11-10T06:00:00Z' },
    }
    const { reasons } = await run({ 'a.geojson': JSON.stringify(feature) })
    expect(reasons).toEqual([expect.stringContaining('a control character or a damaged one')])
  })

  test('two vehicles of the company that compare equal are told apart by their own spellings', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': rows('vehicle', ['KA 05 ZZ 1']) })
    const { id } = await database.db
      .selectFrom('company')
      .select('id')
      .where('name', '=', expect.getState().currentTestName ?? '')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('vehicle')
      .values({ company_id: id, registration: 'KA05ZZ1', imei: 'other', ingest_key: 'k'.repeat(32) })
      .execute()
    const summary = await run({ 'a.csv': rows('vehicle', ['', 'KA05ZZ1', 'ka 05 zz 1', 'KA-05-ZZ-1']) })
    expect(summary).toMatchObject({ stored: 2, newVehicles: [] })
    expect(summary.reasons).toEqual([
      'a.csv:2: the vehicle has no name',
      expect.stringMatching(/^a\.csv:5: the vehicle “KA-05-ZZ-1” may be one of several/),
    ])
    expect(await stored('KA05ZZ1')).toHaveLength(1)
  })
})

describe('files that are named by a date', () => {
  const gpx = (name: string) =>
    `<gpx><trk><name>${name}</name><trkseg><trkpt lat="18.5" lon="73.8"><time>2026-11-10T06:00:00Z</time></trkpt></trkseg></trk></gpx>`

  test.each([
    ['van 7', 'van 7'],
    ['KA01AB1234_2026-11-10', 'KA01AB1234'],
    ['2026-11-10 07.30.00 KA 01 AB 1234', 'KA 01 AB 1234'],
    ['20261110_073000', undefined],
    ['10Nov26', undefined],
    ['Nov-10', undefined],
    ['Tue 10th Nov', undefined],
    ['10-Nov', undefined],
    ['2026-W46-2', undefined],
    ['MH 12 AB 3456 Nov-10', 'MH 12 AB 3456'],
    ['Mayur 22', 'Mayur 22'],
    ['Marshal-12', 'Marshal-12'],
    ['2026-11-10_07-30_Tue', undefined],
    ['Track_20-NOV-26 100000 AM', undefined],
    ['k1 20-NOV-26 10-00-00 AM', undefined],
    ['1795168800000', undefined],
    ['1795168800', undefined],
    ['861234000000017', '861234000000017'],
    ['Route 20112026', undefined],
    ['Route 11202026_0730', undefined],
    ['TR-55 2026-11-20 073000', 'TR-55'],
    ['TR-55 20112026', 'TR-55'],
    ['Freitag 20. Mai 2026', undefined],
    ['Morning Ride', undefined],
    ['Drive at 6.30 pm', undefined],
    ['TR 10-20', 'TR 10-20'],
    ['Truck 12.30', 'Truck 12.30'],
    ['10 Nov 2026', undefined],
    ['Track 2026-11-10', undefined],
    ['drive-2026-11-10', undefined],
    ['Auto_2026.11.10_07.30.00', undefined],
  ])('“%s” means the vehicle %s', (name, vehicle) => expect(vehicleOfFile(name)).toBe(vehicle))

  test('a track and a file named by dates leave the vehicle open: it is asked for', async () => {
    const { run, stored } = fleet()
    const files = { '2026-11-10.gpx': gpx('2026-11-10T07:30+05:30') }
    await expect(run(files)).rejects.toThrow(UndecidedImport)
    expect((await run(files, { dryRun: true })).questions).toMatchObject([{ kind: 'vehicle' }])
    await run(files, { vehicle: 'T 1' })
    expect(await stored('T 1')).toHaveLength(1)
    expect(await run({ '2026-11-10.gpx': gpx('KA 01 NM 4711') })).toMatchObject({
      newVehicles: ['KA 01 NM 4711'],
    })
  })
})
