import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { closeDay } from '#server/track/close-day.ts'
import { lockDay, lockDays } from '#server/track/closing.repository.ts'
import { columnsOf, fixAt } from '#server/track/columns.ts'
import { storeFigures } from '#server/track/days.repository.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { randomFrom, syntheticDay } from './synthetic-day.fixture.ts'

const database = withDatabase()
const ZONE = 'Asia/Kolkata'
const DAY = '2026-03-10'
const { from, to } = dayBounds(DAY, ZONE)
const NEXT_NOON = to + 12 * 3_600_000

const setUp = async () => {
  const { db } = database
  const company = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: company.id })
  return { db, tracks: createTrackRepository({ db }), companyId: company.id, vehicleId: vehicle.id }
}
type SetUp = Awaited<ReturnType<typeof setUp>>

const insert = async ({ db, companyId, vehicleId }: SetUp, fixes: readonly Fix[]): Promise<void> => {
  if (fixes.length === 0) return
  await db
    .insertInto('open_fix')
    .values(
      fixes.map(({ time, engineHours, adblueZone, dtcs, ...rest }) => ({
        company_id: companyId,
        vehicle_id: vehicleId,
        time: new Date(time),
        speed: null,
        heading: null,
        odo: null,
        ignition: null,
        rpm: null,
        neutral: null,
        fuel: null,
        adblue: null,
        dpf: null,
        ...rest,
        engine_hours: engineHours ?? null,
        adblue_zone: adblueZone ?? null,
        dtcs: dtcs ? [...dtcs] : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** All derived data of a vehicle, without its ids. */
const derived = async ({ db, vehicleId }: SetUp) => ({
  hours: await db
    .selectFrom('vehicle_hour')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .orderBy('hour')
    .execute(),
  events: await db
    .selectFrom('vehicle_event')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .orderBy('time')
    .orderBy('code')
    .orderBy('seq')
    .execute(),
  days: await db
    .selectFrom('vehicle_day')
    .select(['day', 'fixes', 'blob'])
    .where('vehicle_id', '=', vehicleId)
    .orderBy('day')
    .execute(),
})
const withoutIds = <T>(value: T): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) => (key === 'company_id' || key === 'vehicle_id' ? undefined : inner)),
  )

const openRows = async ({ db, vehicleId }: SetUp): Promise<number> =>
  (await db.selectFrom('open_fix').select('time').where('vehicle_id', '=', vehicleId).execute()).length

const timesOf = ({ time }: { time: Float64Array }) => [...time]

describe('a finished day', () => {
  test('becomes a blob with hourly rows and events, and its open rows are removed', async () => {
    const fleet = await setUp()
    const fixes = syntheticDay(288, from)
    await insert(fleet, fixes)

    expect(await fleet.tracks.closeFinishedDays({ now: to + 3_600_000 })).toBe(0)
    expect(await openRows(fleet)).toBe(288)
    expect(await fleet.tracks.closeFinishedDays({ now: to + 2 * 3_600_000 })).toBe(1)

    expect(await openRows(fleet)).toBe(0)
    const { hours, events, days } = await derived(fleet)
    expect(days.map(({ day, fixes: count }) => [day, count])).toEqual([[DAY, 288]])
    expect(hours).toHaveLength(24)
    expect(hours.reduce((sum, { fixes: count }) => sum + count, 0)).toBe(288)
    expect(events.map(({ code }) => code)).toContain('VS')
    const { companyId, vehicleId } = fleet
    const read = await fleet.tracks.readRange({ companyId, vehicleId, from, to })
    expect(timesOf(read)).toEqual(fixes.map(({ time }) => time))
    expect(fixAt(read, 100)).toEqual(fixes[100])
  })

  test('a day that cannot be closed keeps no other one open, and is named', async () => {
    const [broken, whole] = [await setUp(), await setUp()]
    for (const fleet of [broken, whole]) await insert(fleet, syntheticDay(288, from))
    await broken.tracks.closeFinishedDays({ now: NEXT_NOON })
    await broken.db
      .updateTable('vehicle_day')
      .set({ blob: Buffer.of(1, 2, 3) })
      .where('vehicle_id', '=', broken.vehicleId)
      .execute()
    for (const fleet of [broken, whole]) await insert(fleet, [{ time: from + 30_000, lng: 73.5, lat: 18.5 }])
    await expect(broken.tracks.closeFinishedDays({ now: NEXT_NOON })).rejects.toMatchObject({
      errors: [{ message: `${DAY} of vehicle ${broken.vehicleId}` }],
    })
    expect([await openRows(broken), await openRows(whole)]).toEqual([1, 0])
    for (const table of ['vehicle_day', 'open_fix'] as const)
      await broken.db.deleteFrom(table).where('vehicle_id', '=', broken.vehicleId).execute()
  })

  test('reads the same before and after closing', async () => {
    const fleet = await setUp()
    const { companyId, vehicleId } = fleet
    await insert(fleet, syntheticDay(288, from))
    const open = await fleet.tracks.readRange({ companyId, vehicleId, from, to })
    await fleet.tracks.closeFinishedDays({ now: NEXT_NOON })
    expect(await fleet.tracks.readRange({ companyId, vehicleId, from, to })).toEqual(open)
  })

  test('DI-03 is reopened by late points, and points sent twice change nothing', async () => {
    const whole = await setUp()
    const fixes = syntheticDay(288, from)
    await insert(whole, fixes)
    await whole.tracks.closeFinishedDays({ now: NEXT_NOON })

    const late = await setUp()
    await insert(
      late,
      fixes.filter((_, i) => i % 7 !== 0),
    )
    await late.tracks.closeFinishedDays({ now: NEXT_NOON })
    await insert(
      late,
      fixes.filter((_, i) => i % 7 === 0 || i % 5 === 0),
    )
    const { companyId, vehicleId } = late
    expect(timesOf(await late.tracks.readRange({ companyId, vehicleId, from, to }))).toEqual(
      fixes.map(({ time }) => time),
    )
    await late.tracks.closeFinishedDays({ now: NEXT_NOON })

    expect(withoutIds(await derived(late))).toEqual(withoutIds(await derived(whole)))
    expect(await openRows(late)).toBe(0)
  })

  test('DI-04 two days in any order and any pieces give the same result', async () => {
    const fixes = [...syntheticDay(144, from), ...syntheticDay(144, to, 2)]
    const end = to + 40 * 3_600_000
    const whole = await setUp()
    await insert(whole, fixes)
    await whole.tracks.closeFinishedDays({ now: end })
    const expected = withoutIds(await derived(whole))

    for (const seed of [1, 2, 3]) {
      const random = randomFrom(seed)
      const mixed = fixes
        .map((fix) => ({ fix, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ fix }) => fix)
      const pieces = await setUp()
      for (let at = 0; at < mixed.length; ) {
        const size = 1 + Math.floor(random() * 150)
        await insert(pieces, mixed.slice(at, at + size))
        if (random() < 0.5) await pieces.tracks.closeFinishedDays({ now: end })
        at += size
      }
      await pieces.tracks.closeFinishedDays({ now: end })
      expect(withoutIds(await derived(pieces))).toEqual(expected)
    }
  })

  test('DI-04 a point that arrives twice while its day is closed is stored once', async () => {
    const fleet = await setUp()
    const fixes = syntheticDay(48, from)
    await insert(fleet, fixes)
    await Promise.all([
      fleet.tracks.closeFinishedDays({ now: NEXT_NOON }),
      insert(fleet, fixes),
      fleet.tracks.closeFinishedDays({ now: NEXT_NOON }),
    ])
    await fleet.tracks.closeFinishedDays({ now: NEXT_NOON })
    const { companyId, vehicleId } = fleet
    expect(timesOf(await fleet.tracks.readRange({ companyId, vehicleId, from, to }))).toEqual(
      fixes.map(({ time }) => time),
    )
  })
})

test('two positions at one time are both kept, a repeated one is one fix', async () => {
  const fleet = await setUp()
  const fix = { time: from + 1000, lng: 73.5, lat: 18.5 }
  await insert(fleet, [fix, { ...fix, lng: 73.6 }, { ...fix, lng: 73.500_000_2 }])
  expect(await openRows(fleet)).toBe(2)
})

test('DI-03 fixes of closed days are known, those of other vehicles and open days are not', async () => {
  const fleet = await setUp()
  const { companyId, vehicleId } = fleet
  const fixes = syntheticDay(48, from)
  await insert(fleet, fixes)
  await fleet.tracks.closeFinishedDays({ now: NEXT_NOON })
  const [stored] = fixes
  if (!stored) throw new Error('The synthetic day is empty.')
  const candidates = [
    { companyId, vehicleId, fix: stored },
    { companyId, vehicleId, fix: { ...stored, lng: stored.lng + 0.000_01 } },
    { companyId, vehicleId: vehicleId + 1, fix: stored },
    { companyId, vehicleId, fix: { ...stored, time: NEXT_NOON } },
  ]
  const found = await fleet.tracks.commitBesideDays(candidates, NEXT_NOON, async (isStored) =>
    candidates.map(isStored),
  )
  expect(found).toEqual([true, false, false, false])
})

test('writing many days at once replaces the stored ones', async () => {
  const fleet = await setUp()
  const { companyId, vehicleId } = fleet
  const vehicle = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 } as const
  const dayWith = (count: number) => ({
    companyId,
    vehicleId,
    day: DAY,
    timeZone: ZONE,
    closed: closeDay({ day: DAY, timeZone: ZONE, vehicle, fixes: columnsOf(syntheticDay(count, from)) }),
  })
  const other = await addVehicle(fleet.db, { company_id: companyId })
  await fleet.tracks.writeDays([dayWith(288), { ...dayWith(96), vehicleId: other.id }])
  await fleet.tracks.writeDays([dayWith(144)])
  const { days, hours, events } = await derived(fleet)
  expect(days.map(({ fixes: count }) => count)).toEqual([144])
  expect(hours).toHaveLength(24)
  expect(events).toHaveLength(dayWith(144).closed.events.length)
  expect((await derived({ ...fleet, vehicleId: other.id })).days).toHaveLength(1)
})

test('vehicle-days are locked ascending, in whatever order they are given, so that no two wait for each other', async () => {
  const { db } = await setUp()
  const waiting = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    return rows.length
  }
  let locked: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await lockDay(trx, 1, DAY)
    locked = db.transaction().execute((other) =>
      lockDays(other, [
        { vehicleId: 2, day: DAY },
        { vehicleId: 1, day: DAY },
      ]),
    )
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
    // The other one waits for the first, and has none behind it.
    await lockDay(trx, 2, DAY)
  })
  await locked
})

test('late fixes do not wait for whoever works at their day, and nothing of their commit is stored', async () => {
  const fleet = await setUp()
  const { db, companyId, vehicleId } = fleet
  const late = { companyId, vehicleId, fix: { time: from + 1000, lng: 73.5, lat: 18.5 } }
  const commit = () => fleet.tracks.commitBesideDays([late], NEXT_NOON, async () => 'committed')
  await db.transaction().execute(async (trx) => {
    await lockDay(trx, vehicleId, DAY)
    await expect(commit()).rejects.toMatchObject({ name: 'DaysInUse', vehicleIds: new Set([vehicleId]) })
  })
  expect(await commit()).toBe('committed')
})

test('days are written after whoever derives from them at the same time', async () => {
  const fleet = await setUp()
  const { db, companyId, vehicleId } = fleet
  const vehicle = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 } as const
  const closed = closeDay({ day: DAY, timeZone: ZONE, vehicle, fixes: columnsOf(syntheticDay(144, from)) })
  const days = [{ companyId, vehicleId, day: DAY, timeZone: ZONE, closed }]
  let written: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await lockDay(trx, vehicleId, DAY)
    await storeFigures(trx, days)
    written = fleet.tracks.writeDays(days)
    const waiting = () =>
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBeGreaterThan(0)
  })
  await written
  expect((await derived(fleet)).hours).toHaveLength(24)
})

test('a vehicle of another company has no fixes here', async () => {
  const fleet = await setUp()
  const stranger = await addCompany(fleet.db)
  await insert(fleet, syntheticDay(48, from))
  await fleet.tracks.closeFinishedDays({ now: NEXT_NOON })
  const { vehicleId } = fleet
  expect((await fleet.tracks.readRange({ companyId: stranger.id, vehicleId, from, to })).length).toBe(0)
})

test('a range is read no further than its reader wants, and without event bits where it wants none', async () => {
  const at = await setUp()
  const drive = Array.from({ length: 20 }, (_, i): Fix => {
    const [time, lng] = [from + i * 1_000, 73 + i * 1e-4]
    // A stop from full speed is a harsh braking.
    return { time, lng, lat: 18, speed: i < 10 ? 80 : 0, ignition: true }
  })
  await insert(at, drive)
  const range = { companyId: at.companyId, vehicleId: at.vehicleId, from, to }
  expect((await at.tracks.readRange(range, { most: 5 })).length).toBe(6)
  expect((await at.tracks.readRange(range)).events.some((bits) => bits > 0)).toBe(true)
  expect((await at.tracks.readRange(range, { eventBits: false })).events.some((bits) => bits > 0)).toBe(false)
})
