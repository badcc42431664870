import { describe, expect, test } from 'vitest'
import { type Question, UndecidedImport } from '#server/import/import.service.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const FIRST_S = 1_793_000_000

/** The first fix of a file with one more column. */
const withColumn = async (header: string, value: string | number, options = {}) => {
  const { run, stored } = fleet()
  const summary = await run(
    { 'a.csv': `vehicle,time,lat,lon,"${header}"\nT,${FIRST_S},18.5,73.8,${value}\n` },
    options,
  )
  return { summary, fix: (await stored('T'))[0] }
}

/** A drive north at exactly 36 km/h, a fix every ten seconds, with what the device says of its speed. */
const drive = (speed: (i: number) => number | string, fixes = 30) =>
  Array.from({ length: fixes }, (_, i) => ({
    time: new Date((FIRST_S + i * 10) * 1000).toISOString(),
    lat: (18.5 + i * 0.000_899_32).toFixed(6),
    speed: speed(i),
  }))
const csvOf = (fixes: ReturnType<typeof drive>, header = 'speed') =>
  `vehicle,time,lat,lon,${header}\n${fixes.map(({ time, lat, speed }) => `T,${time},${lat},73.8,${speed}`).join('\n')}\n`

describe('B8 the unit that a header names', () => {
  test.each([
    ['Odometer (mi)', 'odo', 1000, 1609.344],
    ['Odometer [miles]', 'odo', 1000, 1609.344],
    ['odometer_km', 'odo', 1000, 1000],
    ['Odometer m', 'odo', 145_210, 145.21],
    ['Odometer (ft)', 'odo', 10_000, 3.048],
    ['Speed [kn]', 'speed', 20, 37.04],
    ['Speed (kts)', 'speed', 20, 37.04],
    ['speed mph', 'speed', 40, 64.37376],
    ['speedKmh', 'speed', 40, 40],
    ['Speed (m/s)', 'speed', 10, 36],
    ['Speed (km / h)', 'speed', 40, 40],
    ['Speed m / s', 'speed', 10, 36],
    ['Speed', 'speed', '10 m / s', 36],
    ['Fuel (US gal)', 'fuel', 20, 75.70823568],
    ['Fuel (imp gal)', 'fuel', 20, 90.9218],
    ['Fuel gal (UK)', 'fuel', 20, 90.9218],
    ['Fuel level L', 'fuel', 80, 80],
    ['Oil pressure (psi)', 'oilPressure', 40, 275.79028],
    ['Oil pressure [bar]', 'oilPressure', 3.5, 350],
    ['Coolant (°F)', 'coolant', 194, 90],
    ['Coolant_F', 'coolant', 194, 90],
    ['Coolant', 'coolant', 90, 90],
    ['Engine hours (min)', 'engineHours', 90, 1.5],
    ['Battery voltage (mV)', 'battery', 24_300, 24.3],
    ['Accuracy (ft)', 'accuracy', 2500, 762],
    ['Accuracy (metres)', 'accuracy', 12, 12],
    ['Accuracy m', 'accuracy', 12, 12],
    ['EPE', 'accuracy', 12, 12],
    ['EPE (ft)', 'accuracy', 2500, 762],
    ['Accuracy', 'accuracy', '2500 ft', 762],
  ] as const)('%s', async (header, field, value, expected) => {
    const { summary, fix } = await withColumn(header, value)
    expect(summary.leftOut).toEqual([])
    // Stored days keep steps of a tenth and of a hundredth.
    expect(fix?.[field]).toBeCloseTo(expected, 0)
    expect(Math.abs((fix?.[field] ?? 0) - expected)).toBeLessThanOrEqual(0.05)
  })

  test.each([
    ['Odometer', 'odo'],
    ['Current odometer', 'odo'],
    ['CurrentOdoMeter', 'odo'],
    ['Odo Meter', 'odo'],
    ['Hour meter', 'engineHours'],
    ['HourMeter', 'engineHours'],
    ['Engine hour meter', 'engineHours'],
  ] as const)('%s only ends like one', async (header, field) => {
    const { fix } = await withColumn(header, 145_210)
    expect(fix?.[field]).toBe(145_210)
  })

  test.each(['HDOP', 'Accuracy (HDOP)'])('%s is no accuracy in metres', async (header) => {
    const { fix } = await withColumn(header, 1.2)
    expect(fix?.accuracy).toBeUndefined()
  })

  test('gallons of nobody are asked for, and read as the user says', async () => {
    const { run } = fleet()
    const file = { 'a.csv': `vehicle,time,lat,lon,Fuel (gal)\nT,${FIRST_S},18.5,73.8,20\n` }
    await expect(run(file)).rejects.toThrow(UndecidedImport)
    const { questions } = await run(file, { dryRun: true })
    expect(questions).toMatchObject([{ kind: 'gallon', column: 'Fuel (gal)' }])
    const { fix } = await withColumn('Fuel gallons', 20, { units: { gallon: 'imperialGallon' } })
    expect(fix?.fuel).toBeCloseTo(90.92, 2)
  })
})

describe('B8 units in a column of their own', () => {
  test.each([
    ['fuel,fuel_unit', 'fuel', '55,US gal', 208.2],
    ['fuel,Units of fuel', 'fuel', '55,US gal', 208.2],
    ['fuel_uom,fuel', 'fuel', 'imp gal,20', 90.92],
    ['odo,odo_unit', 'odo', '90000,mi', 144_840.96],
    ['Odometer,Distance unit', 'odo', '90000,mi', 144_840.96],
    ['odometer,unit', 'odo', '90000,mi', 144_840.96],
    ['speed,unit,odo,unit', 'speed', '10,m/s,90000,mi', 36],
    ['speed,unit,odo,unit', 'odo', '10,m/s,90000,mi', 144_840.96],
    ['speed,Speed Unit', 'speed', '40,mph', 64.37],
    ['coolant,temperature_unit', 'coolant', '194,F', 90],
    ['accuracy,accuracy_units', 'accuracy', '2500,ft', 762],
    ['oil pressure,pressure unit', 'oilPressure', '40,psi', 275.8],
    ['Odometer (km),odometer_unit', 'odo', '90000,mi', 144_840.96],
    ['rpm,rpm unit', 'rpm', '900,1/min', 900],
    ['odo,odo_unit', 'odo', '90000 km,mi', 90_000],
  ] as const)('%s: %s of %s', async (header, field, cells, expected) => {
    const { run, stored } = fleet()
    await run({ 'a.csv': `vehicle,time,lat,lon,${header}\nT,${FIRST_S},18.5,73.8,${cells}\n` })
    expect((await stored('T'))[0]?.[field]).toBeCloseTo(expected, 1)
  })

  test('each row has its own', async () => {
    const { run, stored } = fleet()
    const rows = ['100,mi', '200,km', '300,'].map((cells, i) => `T,${FIRST_S + i},18.5,73.8,${cells}`)
    await run({ 'a.csv': `vehicle,time,lat,lon,odo,odo_unit\n${rows.join('\n')}\n` })
    expect((await stored('T')).map(({ odo }) => odo)).toEqual([160.934, 200, 300])
  })

  test('one that is none of the field leaves the value out, with the reason', async () => {
    const { run, stored } = fleet()
    const summary = await run({
      'a.csv': `vehicle,time,lat,lon,fuel,fuel_unit\nT,${FIRST_S},18.5,73.8,55,%\n`,
    })
    expect((await stored('T'))[0]?.fuel).toBeUndefined()
    expect(summary.leftOut).toEqual([
      'a.csv:2: the column “fuel”: values that cannot be read and stay empty: 1, the first is “55 %”',
    ])
  })

  test('gallons of nobody are asked for', async () => {
    const file = { 'a.csv': `vehicle,time,lat,lon,fuel,unit\nT,${FIRST_S},18.5,73.8,20,gal\n` }
    const { questions } = await fleet().run(file, { dryRun: true })
    expect(questions).toMatchObject([{ kind: 'gallon', column: 'fuel' }])
  })

  test('a unit that is a vehicle stays one', async () => {
    const { run } = fleet()
    const file = { 'a.csv': `time,lat,lon,speed,unit\n${FIRST_S},18.5,73.8,20,Truck 7\n` }
    expect(await run(file)).toMatchObject({ newVehicles: ['Truck 7'], leftOut: [] })
  })
})

describe('B8 units that a file names elsewhere', () => {
  const kml = (schema: string, value = 10) =>
    `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<Schema id="s"><gx:SimpleArrayField name="speed" type="float">${schema}</gx:SimpleArrayField></Schema>
<Placemark><name>TRUCK K</name><gx:Track><when>2026-11-10T02:00:00Z</when><gx:coord>77.61 12.91 900</gx:coord>
<ExtendedData><SchemaData schemaUrl="#s"><gx:SimpleArrayData name="speed"><gx:value>${value}</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark></Document></kml>`

  test.each([
    ['displayName of a KML schema', kml('<displayName><![CDATA[Speed (m/s)]]></displayName>')],
    ['units of a KML schema', kml('<units>m/s</units>')],
    [
      'units of a value of KML',
      kml('')
        .replace(/<Schema.*<\/Schema>/, '')
        .replace(
          /<gx:Track>.*<\/gx:Track>/s,
          '<TimeStamp><when>2026-11-10T02:00:00Z</when></TimeStamp><Point><coordinates>77.61,12.91</coordinates></Point><ExtendedData><Data name="vehicle"><value>TRUCK K</value></Data><Data name="speed"><displayName>Speed in m/s</displayName><value>10</value></Data></ExtendedData>',
        ),
    ],
  ])('%s', async (_name, content) => {
    const { run, stored } = fleet()
    await run({ 'a.kml': content })
    expect((await stored('TRUCK K'))[0]?.speed).toBe(36)
  })

  test('an attribute of a GPX speed, and an element before the tracks', async () => {
    const { run, stored } = fleet()
    const gpx = (head: string, speed: string) =>
      `<gpx>${head}<trk><name>TRUCK G</name><trkseg><trkpt lat="12.91" lon="77.61"><time>2026-11-10T02:00:00Z</time>${speed}</trkpt></trkseg></trk></gpx>`
    await run({ 'a.gpx': gpx('', '<speed unit="km/h">10</speed>') })
    expect((await stored('TRUCK G'))[0]?.speed).toBe(10)
    const other = importer(database, 'units before the tracks')
    await other.run({ 'a.gpx': gpx('<units>km/h</units>', '<speed>10</speed>') })
    expect((await other.stored('TRUCK G'))[0]?.speed).toBe(10)
  })

  test('comments above the header of a CSV file', async () => {
    const { run, stored } = fleet()
    const text = `# units: speed in m/s, odometer = miles\n# made by a logger\n#vehicle,time,lat,lon,speed,odometer\nT,${FIRST_S},18.5,73.8,10,1000\n`
    expect(await run({ 'a.csv': text })).toMatchObject({ stored: 1, rejected: 0 })
    expect((await stored('T'))[0]).toMatchObject({ speed: 36, odo: 1609.344 })
  })
})

describe('B8 rows below the header that are no data', () => {
  const HEADER = 'vehicle,time,lat,lon,speed,odometer,fuel'
  const ROW = `T,${FIRST_S},18.5,73.8,10,1000,80`

  test.each([
    ['units', ',,deg,deg,m/s,mi,', { speed: 36, odo: 1609.344, fuel: 80 }],
    ['units in brackets', '-,,(°),(°),(m/s),[miles],(l)', { speed: 36, odo: 1609.344, fuel: 80 }],
    ['a description', 'Name of the truck,When,Latitude,Longitude,mph,km,Litres', { speed: 16.1, odo: 1000 }],
    [
      'a description and units',
      'Truck,When,North,East,Ground speed,Total,Level\n,,deg,deg,kn,mi,',
      { odo: 1609.344 },
    ],
  ])('%s', async (_name, rows, expected) => {
    const { run, stored } = fleet()
    const { reasons, leftOut, unreadable } = await run({ 'a.csv': `${HEADER}\n${rows}\n${ROW}\n` })
    const times = rows.split('\n').length
    expect({ reasons, unreadable, leftOut }).toEqual({
      ...{ reasons: [], unreadable: [] },
      leftOut: [`a.csv:2: lines below the header that describe the columns: ${times}`],
    })
    expect((await stored('T'))[0]).toMatchObject(expected)
  })

  test('a unit that is none of the column leaves it out, and a header keeps its own', async () => {
    const { run, stored } = fleet()
    const header = HEADER.replace('speed', 'speed (km/h)')
    const { leftOut } = await run({ 'a.csv': `${header}\n,,deg,deg,m/s,km,%\n${ROW}\n` })
    expect(leftOut[0]).toContain('its unit cannot be converted to ours (litres)')
    const [fix] = await stored('T')
    expect(fix).toMatchObject({ speed: 10, odo: 1000 })
    expect(fix?.fuel).toBeUndefined()
  })
})

describe('B8 speeds that disagree with the positions', () => {
  const questionsOf = async (
    files: Readonly<Record<string, string>>,
    options = {},
  ): Promise<readonly Question[]> => (await fleet().run(files, { dryRun: true, ...options })).questions

  test.each([
    ['m/s', 10, 'mps', 3.6],
    ['knots', 19.44, 'knots', 1.852],
    ['mph', 22.37, 'mph', 1.609],
  ])(
    '%s without a unit are asked about before anything is stored',
    async (_name, speed, looksLike, ratio) => {
      const files = { 'a.csv': csvOf(drive((i) => speed * (1 + 0.05 * Math.sin(i)))) }
      const [question] = await questionsOf(files)
      expect(question).toMatchObject({ kind: 'speed', readAs: 'kmph', looksLike })
      expect(question?.kind === 'speed' && question.ratio).toBeCloseTo(ratio, 1)
      const { run, stored } = fleet()
      await expect(run(files)).rejects.toThrow(UndecidedImport)
      expect(await stored('T')).toEqual([])
      await run(files, { units: { speed: looksLike as 'mps' } })
      expect((await stored('T'))[1]?.speed).toBeCloseTo(36, -1)
    },
  )

  test.each([4, 8])('also of %i fixes that agree closely', async (fixes) => {
    const csv = csvOf(drive(() => 10, fixes))
    expect(await questionsOf({ 'a.csv': csv })).toMatchObject([{ looksLike: 'mps', vehicle: null }])
    // Few fixes that agree less do not tell.
    expect(await questionsOf({ 'a.csv': csvOf(drive((i) => 10 + (i % 3), fixes)) })).toEqual([])
  })

  test('of one vehicle of several, and of a half of a drive, with the name of the vehicle', async () => {
    const rowsOf = (name: string, speed: (i: number) => number) =>
      csvOf(drive(speed)).split('\n').slice(1).join('\n').replaceAll(/^T,/gm, `${name},`)
    const header = 'vehicle,time,lat,lon,speed\n'
    const fleet =
      header + ['A', 'B', 'C'].map((name) => rowsOf(name, () => (name === 'B' ? 10 : 36))).join('')
    expect(await questionsOf({ 'a.csv': fleet })).toMatchObject([{ looksLike: 'mps', vehicle: 'B' }])
    const half = header + rowsOf('A', (i) => (i < 15 ? 36 : 19.44))
    expect(await questionsOf({ 'a.csv': half })).toMatchObject([{ looksLike: 'knots', vehicle: 'A' }])
    expect(
      await questionsOf({ 'a.csv': header + ['A', 'B'].map((name) => rowsOf(name, () => 36)).join('') }),
    ).toEqual([])
  })

  test('km/h in a column that says m/s, and in GPX, too', async () => {
    const fixes = drive(() => 36)
    expect(await questionsOf({ 'a.csv': csvOf(fixes, 'speed (m/s)') })).toMatchObject([
      { readAs: 'mps', looksLike: 'kmph' },
    ])
    const points = fixes.map(
      ({ time, lat, speed }) =>
        `<trkpt lat="${lat}" lon="73.8"><time>${time}</time><speed>${speed}</speed></trkpt>`,
    )
    const gpx = `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`
    expect(await questionsOf({ 'a.gpx': gpx })).toMatchObject([{ readAs: 'mps', looksLike: 'kmph' }])
    const geojson = JSON.stringify({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: fixes.map(({ lat }) => [73.8, Number(lat)]) },
      properties: { times: fixes.map(({ time }) => time), speed: fixes.map(() => 10) },
    })
    expect(await questionsOf({ 'a.geojson': geojson })).toMatchObject([{ readAs: 'kmph', looksLike: 'mps' }])
  })

  test('speeds that agree, that stray, or of which the user has said what they are, are not', async () => {
    expect(await questionsOf({ 'a.csv': csvOf(drive(() => 36)) })).toEqual([])
    expect(
      await questionsOf({ 'a.csv': csvOf(drive((i) => [10, 13, 20, 28, 40, 30, 22, 15][i % 8] ?? 0)) }),
    ).toEqual([])
    expect(await questionsOf({ 'a.csv': csvOf(drive(() => 10, 3)) })).toEqual([])
    expect(await questionsOf({ 'a.csv': csvOf(drive(() => 10)) }, { units: { speed: 'kmph' } })).toEqual([])
  })

  test('speeds that are left out are derived from the positions', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': csvOf(drive(() => 10)) }, { units: { speed: 'none' } })
    expect((await stored('T'))[5]?.speed).toBeCloseTo(36, 0)
  })
})
