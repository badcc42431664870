import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import { FIGURE_NAMES } from '#domain/figures.ts'
import type { Fix } from '#domain/fix.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { EACH_FIGURE } from '#server/db/figure-columns.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { filterOf, withFigures } from '../figures/fleets.fixture.ts'
import { importer } from './import.fixture.ts'

const ZONE = 'Asia/Kolkata'
const { from: start } = dayBounds('2026-11-14', ZONE)
const { to: end } = dayBounds('2026-11-16', ZONE)
const RUNS = faultRounds(6, 100)
const LONGEST_MS = faultRounds(60_000, 900_000)
const { backend, own, ask, addTruck, send } = withFigures(ZONE)
let company = ''

beforeAll(async () => {
  const row = await backend.database.db
    .selectFrom('company')
    .select('name')
    .where('id', '=', own.companyId)
    .executeTakeFirstOrThrow()
  company = row.name
})

/** The columns of a file, each with what it says of a fix; any of them but the first ones may be left out. */
const COLUMNS = {
  'speed [km/h]': ({ speed }: Fix) => speed,
  ignition: ({ ignition }: Fix) => Number(ignition),
  'odo [km]': ({ odo }: Fix) => odo,
  rpm: ({ rpm }: Fix) => rpm,
  'fuel [l]': ({ fuel }: Fix) => fuel,
} as const
type Column = keyof typeof COLUMNS
const FIELDS: Readonly<Record<Column, keyof Fix>> = {
  ...{ 'speed [km/h]': 'speed', ignition: 'ignition', 'odo [km]': 'odo', rpm: 'rpm', 'fuel [l]': 'fuel' },
}

const csvOf = (registration: string, fixes: readonly Fix[], leftOut: Column | null): string => {
  const columns = (Object.keys(COLUMNS) as Column[]).filter((column) => column !== leftOut)
  return [
    ['vehicle', 'time', 'lat', 'lon', ...columns].join(),
    ...fixes.map((fix) =>
      [
        ...[registration, new Date(fix.time).toISOString(), fix.lat, fix.lng],
        ...columns.map((column) => COLUMNS[column](fix)),
      ].join(),
    ),
  ].join('\n')
}
const without = (fix: Fix, leftOut: Column | null): Fix => {
  const rest: Partial<Record<keyof Fix, unknown>> = { ...fix }
  if (leftOut !== null) delete rest[FIELDS[leftOut]]
  return rest as Fix
}

type Leg = {
  minutes: number
  everyS: number
  speed: number
  ignition: boolean
  rpm: number
  isSilent: boolean
}
const leg: fc.Arbitrary<Leg> = fc.record({
  minutes: fc.integer({ min: 2, max: 500 }),
  everyS: fc.constantFrom(20, 60, 300),
  speed: fc.constantFrom(0, 0, 4, 30, 62, 96),
  ignition: fc.boolean(),
  rpm: fc.constantFrom(0, 700, 1500, 2900),
  isSilent: fc.nat(4).map((one) => one === 0),
})

const fixesOf = (legs: readonly Leg[]): Fix[] => {
  const fixes: Fix[] = []
  let [time, last, lng, odo, fuel] = [start + 7 * 60 * MINUTE_MS, start, 73.5, 1000, 280]
  last = time
  for (const { minutes, everyS, speed, isSilent, ignition, rpm } of legs)
    for (const until = time + minutes * MINUTE_MS; time < until; time += everyS * 1000) {
      const km = (speed * (time - last)) / 3_600_000
      last = time
      lng = Math.round((lng + km / 105.5) * 1e6) / 1e6
      odo = Math.round((odo + km) * 1000) / 1000
      fuel = Math.round(Math.max(20, fuel - km * 0.3) * 100) / 100
      if (!isSilent && time < end) fixes.push({ time, lng, lat: 18.5, speed, odo, fuel, ignition, rpm })
    }
  return fixes
}

const hoursOf = async (vehicleId: number) => {
  const { rows } = await sql<Record<string, number>>`
    select extract(epoch from hour)::float8 as "hourS", ${EACH_FIGURE} from vehicle_hour
    where vehicle_id = ${vehicleId} order by hour`.execute(backend.database.db)
  return rows.map((row) => ['hourS', ...FIGURE_NAMES].map((name) => [name, row[name]]))
}
const alertsOf = (vehicleId: number) =>
  backend.database.db
    .selectFrom('alert')
    .select(['type', 'threshold', 'began', 'time', 'ended', 'value', 'duration_s', 'lng'])
    .where('vehicle_id', '=', vehicleId)
    .where('withdrawn_at', 'is', null)
    .orderBy('time')
    .orderBy('type')
    .execute()

test('DI-09 the same fixes by a device and by a file give the same figures, alerts and scores, whatever column is missing', {
  timeout: LONGEST_MS,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 6, maxLength: 12, size: 'max' }),
      fc.constantFrom<Column | null>(null, ...(Object.keys(COLUMNS) as Column[])),
      async (legs, leftOut) => {
        const fixes = fixesOf(legs)
        fc.pre(fixes.length > 1)
        count += 1
        const [device, file] = [await addTruck(), await addTruck({ registration: `FILE ${count}` })]
        await send(
          device.id,
          fixes.map((fix) => without(fix, leftOut)),
        )
        await backend.tracks.closeFinishedDays({ now: Date.now() })
        const summary = await importer(backend.database, company).run(
          { 'drive.csv': csvOf(`FILE ${count}`, fixes, leftOut) },
          { timeZone: ZONE },
        )
        expect(summary.stored).toBe(fixes.length)
        await backend.figures.settled()
        await backend.alerts.settled()
        expect(await hoursOf(file.id)).toEqual(await hoursOf(device.id))
        expect(await alertsOf(file.id)).toEqual(await alertsOf(device.id))
        type Score = { fleet: { score: number | null } }
        const scoreOf = async (id: number) =>
          (await ask<Score>('drivingScore', filterOf(start, end, { vehicleIds: [id] }))).fleet.score
        expect(await scoreOf(file.id)).toBe(await scoreOf(device.id))
      },
    ),
    { numRuns: RUNS },
  )
})

test('DI-09 a file without ignition and odometer raises no alert of idling and tells no part of the distance', async () => {
  const { id } = await addTruck({ registration: 'NO KEY' })
  const fixes = fixesOf([
    { minutes: 60, everyS: 60, speed: 60, ignition: true, rpm: 1400, isSilent: false },
    { minutes: 38, everyS: 60, speed: 0, ignition: true, rpm: 0, isSilent: false },
    { minutes: 60, everyS: 60, speed: 60, ignition: true, rpm: 1400, isSilent: false },
    { minutes: 10, everyS: 60, speed: 0, ignition: true, rpm: 0, isSilent: false },
    { minutes: 60, everyS: 60, speed: 60, ignition: true, rpm: 1400, isSilent: false },
  ])
  const csv = [
    'vehicle,time,lat,lon,speed [km/h]',
    ...fixes.map(({ time, lat, lng, speed }) =>
      ['NO KEY', new Date(time).toISOString(), lat, lng, speed].join(),
    ),
  ].join('\n')
  await importer(backend.database, company).run({ 'keyless.csv': csv }, { timeZone: ZONE })
  await backend.alerts.settled()
  const filter = filterOf(start, end, { vehicleIds: [id] })
  const { total } = await ask<{ total: object }>('figures', { ...filter, by: 'day' })
  expect(total).toMatchObject({ idlingS: 0, idlings: 0, stoppages: 1, odometerKm: 0, stoppedS: 48 * 60 })
  expect(await ask('MileageVsDate', filter)).toMatchObject({ total: { odometerShare: 0 } })
  expect((await alertsOf(id)).map(({ type, duration_s }) => [type, duration_s])).toEqual([
    ['STOPPAGE', 37 * 60],
  ])
  const latest = await backend.database.db
    .selectFrom('latest_fix')
    .select(['odo', 'ignition', 'speed'])
    .where('vehicle_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(latest).toEqual({ odo: null, ignition: null, speed: 60 })
})
