import { beforeAll, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import { importer } from '../import/import.fixture.ts'
import { filterOf, withFigures } from './fleets.fixture.ts'

const ZONE = 'Asia/Kolkata'
const DAY = '2026-11-16'
const { from, to } = dayBounds(DAY, ZONE)
const { backend, own, ask } = withFigures(ZONE)

/*
 * A day of one truck, as a file has it. The figures below were worked out on paper, by docs/figures.md:
 *
 * idling 06:00 to 06:10, driving until 06:50, then parked until the last fix, at 08:50
 * distance, by the odometer: 8 + 8 + 11 + 13 = 40 km
 * fuel: 200 - 190 = 10 l, AdBlue: 30 - 29.2 = 0.8 l
 * speed: 50 km/h for two stretches of ten minutes, 70 and 85 for one each
 * engine: 700 rpm for ten minutes, 1400 for twenty, 1700 and 1900 for ten each
 */
const CSV = `vehicle,time,lat,lon,speed [km/h],ignition,rpm,odo [km],fuel [l],adblue [l]
MH 14 HD 1,2026-11-16 06:00:00,18.5,73.50000,0,1,700,1000,200,30
MH 14 HD 1,2026-11-16 06:10:00,18.5,73.50000,50,1,1400,1000,200,30
MH 14 HD 1,2026-11-16 06:20:00,18.5,73.57500,50,1,1400,1008,198,29.8
MH 14 HD 1,2026-11-16 06:30:00,18.5,73.65000,70,1,1700,1016,196,29.6
MH 14 HD 1,2026-11-16 06:40:00,18.5,73.75000,85,1,1900,1027,193,29.4
MH 14 HD 1,2026-11-16 06:50:00,18.5,73.87000,0,0,0,1040,190,29.2
MH 14 HD 1,2026-11-16 08:50:00,18.5,73.87000,0,0,0,1040,190,29.2
`

beforeAll(async () => {
  const { db } = backend.database
  const company = await db
    .selectFrom('company')
    .select('name')
    .where('id', '=', own.companyId)
    .executeTakeFirstOrThrow()
  const summary = await importer(backend.database, company.name).run({ 'day.csv': CSV }, { timeZone: ZONE })
  expect(summary).toMatchObject({ read: 7, stored: 7 })
})

const day = filterOf(from, to)

test('DSH-01 fuel economy: 40 km of 10 l are 4 km a litre, all of it by the odometer', async () => {
  type Reply = { total: { distanceKm: number; fuelUsed: number; mileage: number; odometerShare: number } }
  const { total } = await ask<Reply>('MileageVsDate', day)
  expect(total).toMatchObject({ distanceKm: 40, odometerShare: 1 })
  // Of readings 10 minutes apart the steady level at both ends is that of a line through four of them.
  expect(Math.abs(total.fuelUsed - 10)).toBeLessThan(0.5)
  expect(total.mileage).toBeCloseTo(40 / total.fuelUsed, 9)
})

test('DSH-01 AdBlue: 0.8 l', async () => {
  const { total } = await ask<{ total: { adblueUsed: number } }>('adbluebydate', day)
  expect(Math.abs(total.adblueUsed - 0.8)).toBeLessThan(0.1)
})

test('DSH-12 utilisation: 10 min idling and 40 min driving of 24 h are 3.4722 %', async () => {
  const { total } = await ask<{ total: { utilization: number; runningS: number; idlingS: number } }>(
    'UtilizationVsDate',
    day,
  )
  expect(total).toMatchObject({ runningS: 2400, idlingS: 600 })
  expect(total.utilization).toBeCloseTo(3.472_222, 5)
})

test('DSH-09 speed bands: half of the driving at 41 to 60, a quarter each at 61 to 80 and above', async () => {
  const { bands } = await ask<{ bands: Array<{ name: string; seconds: number; share: number }> }>(
    'speedband',
    day,
  )
  expect(bands.map(({ name, seconds, share }) => [name, seconds, share])).toEqual([
    ['speedTo20S', 0, 0],
    ['speedTo40S', 0, 0],
    ['speedTo60S', 1200, 0.5],
    ['speedTo80S', 600, 0.25],
    ['overspeedS', 600, 0.25],
  ])
})

test('DSH-10 RPM bands: a fifth of fifty minutes up to 900, two fifths at 1201 to 1600, two fifths at 1601 to 2500', async () => {
  const { bands } = await ask<{ bands: Array<{ name: string; seconds: number; share: number }> }>(
    'rpmband',
    day,
  )
  expect(bands.map(({ name, seconds, share }) => [name, seconds, share])).toEqual([
    ['rpmTo900S', 600, 0.2],
    ['rpmTo1200S', 0, 0],
    ['rpmTo1600S', 1200, 0.4],
    ['rpmTo2500S', 1200, 0.4],
    ['rpmAbove2500S', 0, 0],
  ])
})

test('DSH-13 driving score: 40 km are too few, and it says so', async () => {
  expect(await ask('drivingScore', day)).toMatchObject({ fleet: { score: null, notScored: 'distance' } })
})

test('DSH-01 what is behind them: one vehicle that stood two hours', async () => {
  const { rows } = await ask<{
    rows: Array<{ figures: { stoppedS: number; maxSpeed: number; fixes: number } }>
  }>('figures', {
    ...day,
    by: 'vehicle',
  })
  expect(rows.map(({ figures }) => figures)).toMatchObject([{ stoppedS: 7200, maxSpeed: 85, fixes: 7 }])
})
