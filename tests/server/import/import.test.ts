import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DERIVED_BIT } from '#domain/fix.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer, NOW } from './import.fixture.ts'

const database = withDatabase()
const fleet = () => importer(database, expect.getState().currentTestName ?? '')

const START = Date.UTC(2026, 10, 10, 6)

/** A straight drive north at about 40 km/h, one fix a minute. */
const drive = (minutes: number, from = START) =>
  Array.from({ length: minutes }, (_, i) => ({
    time: from + i * 60_000,
    lat: Math.round((18.5 + i * 0.006) * 1e6) / 1e6,
    lng: 73.85,
  }))

const csvOf = (fixes: ReturnType<typeof drive>, vehicle = 'MH12 AB 1') =>
  `vehicle,time,lat,lon\n${fixes.map(({ time, lat, lng }) => `${vehicle},${time},${lat},${lng}`).join('\n')}\n`

describe('stored data', () => {
  test('past days become days with hours, the current one open rows, and the newest fix the latest', async () => {
    const { run, stored, days, latest } = fleet()
    const fixes = [...drive(120, Date.UTC(2026, 10, 18, 18)), ...drive(10, NOW - 600_000)]
    const summary = await run({ 'a.csv': csvOf(fixes) })
    expect(summary).toMatchObject({ read: 130, stored: 130, duplicate: 0, rejected: 0, days: 3 })
    expect(summary.newVehicles).toEqual(['MH12 AB 1'])
    // Midnight of Asia/Kolkata is 18:30 UTC.
    expect(await days('MH12 AB 1')).toEqual([
      { day: '2026-11-18', fixes: 30 },
      { day: '2026-11-19', fixes: 90 },
    ])
    expect((await stored('MH12 AB 1')).map(({ time }) => time)).toEqual(fixes.map(({ time }) => time))
    expect((await latest('MH12 AB 1'))?.time).toEqual(new Date(NOW - 60_000))
    const hours = await database.db
      .selectFrom('vehicle_hour')
      .innerJoin('vehicle', 'vehicle.id', 'vehicle_hour.vehicle_id')
      .select(({ fn }) => fn.sum('distance_km').as('km'))
      .where('registration', '=', 'MH12 AB 1')
      .where('day', '=', '2026-11-19')
      .executeTakeFirst()
    expect(Number(hours?.km)).toBeGreaterThan(50)
  })

  test('importing twice stores nothing new, and a longer file only its new lines', async () => {
    const { run, stored, days } = fleet()
    const fixes = [...drive(60), ...drive(5, NOW - 600_000)]
    await run({ 'a.csv': csvOf(fixes) })
    const before = await stored('MH12 AB 1')
    expect(await run({ 'a.csv': csvOf(fixes) })).toMatchObject({
      read: 65,
      stored: 0,
      duplicate: 65,
      days: 0,
    })
    expect(await stored('MH12 AB 1')).toEqual(before)
    expect(await run({ 'a.csv': csvOf([...fixes, ...drive(61)]) })).toMatchObject({
      stored: 1,
      duplicate: 125,
    })
    expect(await days('MH12 AB 1')).toEqual([{ day: '2026-11-10', fixes: 61 }])
  })

  test('DI-04 lines in any order give the same result, including derived values', async () => {
    const fixes = drive(50)
    const { run, stored } = fleet()
    await run({ 'a.csv': csvOf(fixes, 'in order') })
    const expected = await stored('in order')
    expect(expected).toHaveLength(50)
    let n = 0
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(fixes, { minLength: 50 }), async (shuffled) => {
        n += 1
        await run({ 'a.csv': csvOf(shuffled, `order ${n}`) })
        expect(await stored(`order ${n}`)).toEqual(expected)
      }),
      { numRuns: 5 },
    )
  })

  test('a dry run counts the same and stores nothing', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': csvOf(drive(10)) })
    const summary = await run(
      { 'a.csv': csvOf(drive(15)), 'b.csv': csvOf(drive(3), 'new one') },
      { dryRun: true },
    )
    expect(summary).toMatchObject({ read: 18, stored: 8, duplicate: 10, newVehicles: ['new one'] })
    expect(await stored('MH12 AB 1')).toHaveLength(10)
    expect(await stored('new one')).toEqual([])
  })

  test('progress reaches the end of both parts', async () => {
    const seen: string[] = []
    await fleet().run(
      { 'a.csv': csvOf(drive(10)), 'b.csv': csvOf(drive(10), 'other') },
      { onProgress: ({ phase, done, of }) => seen.push(`${phase} ${done === of}`) },
    )
    expect(seen).toContain('reading true')
    expect(seen.at(-1)).toBe('storing true')
  })
})

describe('derived values', () => {
  test('speed, heading, odometer and ignition are filled in and marked as derived', async () => {
    const { run, stored } = fleet()
    const standing = Array.from({ length: 10 }, (_, i) => ({
      time: START + (20 + i) * 60_000,
      lat: 18.614,
      lng: 73.85,
    }))
    await run({ 'a.csv': csvOf([...drive(20), ...standing]) })
    const fixes = await stored('MH12 AB 1')
    expect(fixes[0]).toMatchObject({
      odo: 0,
      ignition: true,
      derived: DERIVED_BIT.odo | DERIVED_BIT.ignition,
    })
    expect(fixes[1]?.speed).toBeCloseTo(40, 0)
    expect(fixes[1]).toMatchObject({ heading: 0, derived: 15 })
    expect(fixes[19]?.odo).toBeCloseTo(19 * 0.667, 1)
    expect(fixes.slice(20).map(({ ignition }) => ignition)).toEqual([
      ...Array.from({ length: 5 }, () => true),
      ...Array.from({ length: 5 }, () => false),
    ])
    expect(fixes[25]).toMatchObject({ speed: 0, heading: 0, odo: fixes[19]?.odo })
  })

  test('an inexact position derives neither a speed nor kilometres, and the next exact one counts from the last', async () => {
    const { run, stored } = fleet()
    const mast = (minute: number, lat: number, accuracy: number) =>
      `T,${(START + minute * 60_000) / 1000},${lat},73.85,${accuracy}`
    const lines = [mast(0, 18.5, 8), mast(1, 18.52, 3000), mast(2, 18.51, 8), mast(3, 18.52, 8)]
    await run({ 'a.csv': `vehicle,time,lat,lon,accuracy\n${lines.join('\n')}\n` })
    const fixes = await stored('T')
    expect(fixes.map(({ odo }) => odo?.toFixed(2))).toEqual(['0.00', '0.00', '1.11', '2.22'])
    expect(fixes.map(({ speed }) => speed && Math.round(speed))).toEqual([undefined, undefined, 33, 67])
  })

  test('values in the file are unchanged', async () => {
    const { run, stored } = fleet()
    await run({
      'a.csv':
        'vehicle,time,lat,lon,speed,heading,odo,ignition,fuel,adblue\nT,1793000000,18.5,73.8,7,99,1234.5,off,80.5,12\n',
    })
    const [fix] = await stored('T')
    expect(fix).toMatchObject({ speed: 7, heading: 99, odo: 1234.5, ignition: false, fuel: 80.5, adblue: 12 })
    expect(fix?.derived).toBeUndefined()
  })

  test('a second file continues where the first one ended', async () => {
    const { run, stored } = fleet()
    const fixes = drive(40, Date.UTC(2026, 10, 10, 18, 10))
    await run({ 'a.csv': csvOf(fixes, 'whole') })
    await run({ 'a.csv': csvOf(fixes.slice(0, 10), 'parts') })
    await run({ 'a.csv': csvOf(fixes.slice(10), 'parts') })
    const whole = await stored('whole')
    const parts = await stored('parts')
    // Days store the odometer to the metre, so what continues from there may differ by one.
    parts.forEach((fix, i) => {
      const same = whole[i]
      expect({ ...fix, odo: 0 }).toEqual({ ...same, odo: 0 })
      expect(Math.abs((fix.odo ?? 0) - (same?.odo ?? 1))).toBeLessThan(0.0021)
    })
    expect(parts).toHaveLength(40)
  })
})

describe('variants of CSV', () => {
  test.each([
    ['epoch seconds', '1793251800', {}],
    ['epoch ms', '1793251800000', {}],
    ['ISO with an offset', '2026-10-29T07:30:00+02:00', {}],
    ['day first in the zone given', '29-10-2026 11:00:00', { timeZone: 'Asia/Kolkata' }],
    ['day first with slashes, no seconds', '29/10/2026 05:30', { timeZone: 'UTC' }],
    ['twelve hours', '29-10-2026 11:00:00 AM', { timeZone: 'Asia/Kolkata' }],
    ['year first without a zone', '2026-10-29 01:30:00', { timeZone: 'America/New_York' }],
    ['compact', '20261029110000', { timeZone: 'Asia/Kolkata' }],
  ])('time as %s', async (_name, time, options) => {
    const { run, stored } = fleet()
    await run({ 'a.csv': `vehicle;time;lat;lon\nT;${time};18.5;73.8\n` }, options)
    expect((await stored('T'))[0]?.time).toBe(Date.UTC(2026, 9, 29, 5, 30))
  })

  test.each([
    ['loose names', 'Registration No.,GPS Time,Latitude,Longitude,Speed (km/h)\nT,1793000000,18.5,73.8,36'],
    ['tabs and other words', 'imei\ttimestamp\tlat\tlng\tvelocity\nT\t1793000000\t18.5\t73.8\t36'],
    ['quotes', '"Vehicle, name","time","lat","lon","speed"\n"T","1793000000","18.5","73.8","36"'],
    ['decimal commas', 'Vehicle_ID;DateTime;LAT;LONG;speed\nT;1793000000;18,5;73,8;36'],
    ['speed in m/s by its header', 'vehicle,time,lat,lon,speed (m/s)\nT,1793000000,18.5,73.8,10'],
    ['a hint of the delimiter', 'sep=;\nvehicle;time;lat;lon;speed\nT;1793000000;18.5;73.8;36'],
    ['date and time apart', 'vehicle,date,time,lat,lon,speed\nT,26-10-2026,07:33:20,18.5,73.8,36'],
    ['place in one column', 'vehicle,time,latlng,speed\nT,1793000000,"18.5, 73.8",36'],
    ['an id of its own before the device', 'id,deviceId,time,lat,lon,speed\n77,T,1793000000,18.5,73.8,36'],
  ])('%s', async (_name, content) => {
    const { run, stored } = fleet()
    const summary = await run({ 'a.csv': content }, { timeZone: 'UTC' })
    expect(summary).toMatchObject({ stored: 1, rejected: 0, unreadable: [] })
    const [fix] = await stored('T')
    expect(fix).toMatchObject({ lat: 18.5, lng: 73.8 })
    expect(fix?.speed).toBeCloseTo(36, 5)
    expect(fix?.time).toBe(1_793_000_000_000 - (1_793_000_000_000 % 1000))
  })

  test('a unit in brackets counts if the field has it or it can be converted', async () => {
    const { run, stored } = fleet()
    const header = 'vehicle,time,lat,lon,Engine Hours (ms),RPM [rpm],Odometer (M),Fuel (%),Fuel level (L)'
    const summary = await run({ 'a.csv': `${header}\nT,1793000000,18.5,73.8,7200000,1450,123456,40,80.5\n` })
    expect(summary).toMatchObject({ stored: 1, leftOut: [] })
    expect((await stored('T'))[0]).toMatchObject({ engineHours: 2, rpm: 1450, odo: 123.456, fuel: 80.5 })
  })

  test('a column in a unit that is not known is left out, and listed', async () => {
    const { run, stored } = fleet()
    const header = 'vehicle,time,lat,lon,Fuel (%),Mileage (km/l),AdBlue (oz),Engine (rpm),Altitude (smoots)'
    const summary = await run({ 'a.csv': `sep=,\n${header}\nT,1793000000,18.5,73.8,40,5,7,1450,9\n` })
    expect(summary).toMatchObject({ stored: 1, rejected: 0 })
    expect(summary.leftOut).toEqual([
      'a.csv:2: the column “Mileage (km/l)”: its unit cannot be converted to ours (km)',
      'a.csv:2: the column “Fuel (%)”: its unit cannot be converted to ours (litres)',
      'a.csv:2: the column “AdBlue (oz)”: its unit cannot be converted to ours (litres)',
    ])
    const [fix] = await stored('T')
    expect(fix).toMatchObject({ rpm: 1450, odo: 0 })
    expect([fix?.fuel, fix?.adblue]).toEqual([undefined, undefined])
  })

  test('speed in the unit named', async () => {
    const { run, stored } = fleet()
    await run(
      { 'a.csv': 'vehicle,time,lat,lon,speed\nT,1793000000,18.5,73.8,50\n' },
      { units: { speed: 'knots' } },
    )
    expect((await stored('T'))[0]?.speed).toBeCloseTo(92.6, 5)
  })

  test('a route report from a tracking server: knots, metres, ms, and an address with commas and no quotes', async () => {
    const { run, stored } = fleet()
    const header =
      'id,deviceId,protocol,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,address,accuracy,ignition,totalDistance,hours'
    const line = (valid: boolean, minute: number) =>
      `9,4711,osmand,2026-11-10 09:00:00,2026-11-10 08:00:00,2026-11-10 06:0${minute}:00,${valid},18.5,73.8${minute},560.0,10.0,91.0,FC Road, Shivajinagar, Pune,4.0,true,123456.0,7200000`
    const summary = await run(
      { 'route.csv': `${header}\n${line(true, 1)}\n${line(false, 2)}\n` },
      { timeZone: 'UTC' },
    )
    expect(summary).toMatchObject({ read: 2, stored: 1, rejected: 1 })
    expect(summary.reasons).toEqual(['route.csv:3: the position is marked as not valid'])
    const [fix] = await stored('4711')
    expect(fix).toMatchObject({
      time: Date.UTC(2026, 10, 10, 6, 1),
      odo: 123.456,
      engineHours: 2,
      ignition: true,
      heading: 91,
    })
    expect(fix?.speed).toBeCloseTo(18.52, 1)
  })

  test('a vehicle known by its IMEI or in another spelling is not created again', async () => {
    const { run, stored } = fleet()
    await run({ 'a.csv': csvOf(drive(2), 'MH14 zz 9') })
    const summary = await run({ 'b.csv': csvOf(drive(3), 'mh14 ZZ 9') })
    expect(summary).toMatchObject({ stored: 1, duplicate: 2, newVehicles: [] })
    expect(await stored('MH14 zz 9')).toHaveLength(3)
  })

  test('without a vehicle column the file name is used, and --vehicle overrides it', async () => {
    const { run, stored } = fleet()
    const content = 'time,lat,lon\n1793000000,18.5,73.8\n'
    await run({ 'van 7.csv': content })
    await run({ 'van 8.csv': content }, { vehicle: 'MH 1' })
    expect(await stored('van 7')).toHaveLength(1)
    expect(await stored('MH 1')).toHaveLength(1)
    expect(await stored('van 8')).toHaveLength(0)
  })
})

describe('GPX', () => {
  const gpx10 = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">
<wpt lat="18.1" lon="73.1"><name>a place</name><time>2026-11-10T05:00:00Z</time></wpt>
<trk><name>10-NOV-26 #2</name><trkseg>
<trkpt lat="18.5" lon="73.80"><ele>560</ele><time>2026-11-10T06:00:00Z</time><course>12.5</course><speed>10</speed></trkpt>
<trkpt lat="18.5" lon="73.81"><ele>560</ele></trkpt>
</trkseg><trkseg>
<trkpt lat="18.5" lon="73.82"><time>2026-11-10T06:02:00.500Z</time></trkpt>
</trkseg></trk></gpx>`

  test('1.0: points with a time are stored, those without are counted, waypoints are ignored', async () => {
    const { run, stored } = fleet()
    const summary = await run({ 'tour.gpx': gpx10 })
    expect(summary).toMatchObject({ read: 3, stored: 2, rejected: 1 })
    expect(summary.reasons).toEqual(['tour.gpx:6: the point has no time'])
    const fixes = await stored('tour')
    expect(fixes[0]).toMatchObject({ time: Date.UTC(2026, 10, 10, 6), heading: 12.5, speed: 36 })
    expect(fixes[1]?.time).toBe(Date.UTC(2026, 10, 10, 6, 2, 0, 500))
  })

  test('1.1 on one line, with extensions, and the track naming the vehicle', async () => {
    const { run, stored } = fleet()
    const points = drive(2_000)
      .map(
        ({ time, lat, lng }) =>
          `<trkpt lat="${lat - 0}" lon="${lng}"><time>${new Date(time).toISOString()}</time><extensions><x:TrackPointExtension><x:speed>5.5</x:speed></x:TrackPointExtension></extensions></trkpt>`,
      )
      .join('')
    const text = `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="http://x"><metadata><name>an export</name></metadata><trk><name>MH12 Ü 77</name><trkseg>${points}</trkseg></trk></gpx>`
    expect(text).not.toContain('\n')
    expect(await run({ 'a.gpx': text })).toMatchObject({ read: 2_000, stored: 2_000 })
    expect((await stored('MH12 Ü 77'))[7]?.speed).toBeCloseTo(19.8, 5)
  })

  test('a GPX in UTF-16 and one in Latin-1 are read as declared', async () => {
    const { run, stored } = fleet()
    const named = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><gpx><trk><name>Lkw Köln</name><trkseg><trkpt lat="1" lon="2"><time>2026-11-10T06:00:00Z</time></trkpt></trkseg></trk></gpx>`
    await run({ 'a.gpx': Buffer.from(`\uFEFF${named('UTF-16')}`, 'utf16le') })
    const again = await run({ 'b.gpx': Buffer.from(named('ISO-8859-1'), 'latin1') })
    expect(again).toMatchObject({ stored: 0, duplicate: 1 })
    expect(await stored('Lkw Köln')).toHaveLength(1)
  })
})
