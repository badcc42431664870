import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { lockDay } from '#server/track/closing.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { importer, NOW } from './import.fixture.ts'

const database = withDatabase()

const START = Date.UTC(2026, 10, 10, 6)
const MINUTE = 60_000

/** Drives of a few minutes on some days, one of them over midnight, and for some vehicles also today. */
const linesOf = (truck: number, name: string): string[] => {
  const times = [
    START + truck * MINUTE,
    START + (truck + 3) * MINUTE,
    Date.UTC(2026, 10, 12, 18, 28),
    Date.UTC(2026, 10, 12, 18, 32),
    ...(truck % 3 === 0 ? [NOW - 10 * MINUTE, NOW - 8 * MINUTE] : []),
  ]
  return times.map(
    (time, i) => `${name},${time},${(18.5 + truck / 100 + i / 1000).toFixed(6)},73.85,${i < 3 ? 95 : ''}`,
  )
}

const HEADER = 'vehicle,time,lat,lon,speed'
const csv = (lines: readonly string[]): string => `${HEADER}\n${lines.join('\n')}\n`

/** Everything stored of a company, by registration. */
const everything = async (company: string) => {
  const rows = async (table: string, columns: string, order: string) =>
    (
      await sql`select registration, ${sql.raw(columns)} from ${sql.table(table)} t
        join vehicle v on v.id = t.vehicle_id join company c on c.id = t.company_id
        where c.name = ${company} order by registration, ${sql.raw(order)}`.execute(database.db)
    ).rows
  return {
    days: await rows('vehicle_day', "day::text, fixes, encode(blob, 'hex') as blob", 'day'),
    hours: await rows('vehicle_hour', 'hour, distance_km, running_s, stopped_s, fixes', 'hour'),
    figures: await rows(
      'vehicle_day_figures',
      't.day::text, next_fixes, next_until, distance_km, running_s, stopped_s',
      't.day',
    ),
    events: await rows(
      'vehicle_event',
      "t.time, code, t.value, duration_s, detail->>'name' as fence",
      't.time, code',
    ),
    pending: await rows('alert_pending', 'day::text', 'day'),
    open: await rows('open_fix', 't.time, lng, lat, speed, heading, odo, ignition, derived', 't.time'),
    latest: await rows('latest_fix', 't.time, lng, lat, odo, interval_s', 't.time'),
  }
}

/** The transactions that have stored days of vehicles without open positions. */
const transactions = async (company: string) => {
  const { rows } = await sql<{ id: string }>`select distinct d.xmin::text as id from vehicle_day d
    join company c on c.id = d.company_id where c.name = ${company}
      and not exists (select from open_fix o where o.vehicle_id = d.vehicle_id)`.execute(database.db)
  return rows.map(({ id }) => id)
}

/** A fence that every vehicle of the company leaves. */
const addFence = async (company: string): Promise<void> => {
  await database.db.insertInto('company').values({ name: company }).execute()
  await sql`insert into geofence (company_id, name, shape, points, radius_m, type_id, valid_from, valid_to, entry_alert, exit_alert, all_vehicles)
    select id, 'Depot', 'circle', '[[73.85, 18.5]]', 1500, 1, '2026-01-01', '2027-01-01', true, true, true
    from company where name = ${company}`.execute(database.db)
}

test('vehicles stored many in a transaction hold what each stored by itself holds, also when days are added', async () => {
  await addFence('together')
  await addFence('alone')
  const trucks = Array.from({ length: 12 }, (_, i) => i)
  const [together, alone] = [importer(database, 'together'), importer(database, 'alone')]
  const later = (truck: number) =>
    linesOf(truck, `T${truck}`)
      .filter((_, i) => i % 2 === 1)
      .concat(`T${truck},${Date.UTC(2026, 10, 13, 6)},18.7,73.9,`)
  const first = (truck: number) => linesOf(truck, `T${truck}`).filter((_, i) => i % 2 === 0)
  // 00:05 of a day with nothing later, and 23:50 of the day before the first: what was derived of the days around them changes.
  const between = (truck: number) => [
    `T${truck},${Date.UTC(2026, 10, 11, 18, 35)},18.6,73.86,60`,
    `T${truck},${Date.UTC(2026, 10, 9, 18, 20)},18.6,73.86,60`,
  ]
  // Days of which the second has nothing later than 00:05: the first is derived with both that follow it, also when only `early` is new.
  const three = (truck: number) =>
    [Date.UTC(2026, 10, 5, 18), Date.UTC(2026, 10, 5, 18, 35), Date.UTC(2026, 10, 8, 6)].map(
      (time) => `T${truck},${time},18.6,73.86,60`,
    )
  const early = (truck: number) => [`T${truck},${Date.UTC(2026, 10, 3, 6)},18.6,73.86,60`]
  for (const part of [first, later, later, between, three, early]) {
    const before = new Set(await transactions('together'))
    const summary = await together.run({ 'all.csv': csv(trucks.flatMap(part)) })
    const own = (await transactions('together')).filter((id) => !before.has(id))
    expect(own.length).toBeLessThanOrEqual(1)
    const sum = { stored: 0, duplicate: 0, days: 0 }
    for (const truck of trucks) {
      const own = await alone.run({ 'one.csv': csv(part(truck)) })
      sum.stored += own.stored
      sum.duplicate += own.duplicate
      sum.days += own.days
    }
    expect(summary).toMatchObject({ ...sum, rejected: 0, failed: [] })
  }
  const stored = await everything('together')
  expect(stored.days.length).toBe(12 * 8)
  expect(stored.events.length).toBeGreaterThan(0)
  // Every third truck has fixes of today too, which are open.
  expect(stored.pending.length).toBe(12 * 8 + 4)
  expect(stored.open.length).toBe(8)
  expect(stored.latest.length).toBe(12)
  expect(stored).toEqual(await everything('alone'))
})

test('days far apart around many stored ones are stored in one transaction, with locks of the nearest ones alone', async () => {
  const { run, days } = importer(database, 'sparse')
  const day = (truck: number, n: number) => `S${truck},${Date.UTC(2025, 0, 1 + n, 6)},18.5,73.85,40`
  const trucks = [0, 1, 2]
  await run({
    'a.csv': csv(trucks.flatMap((truck) => Array.from({ length: 40 }, (_, n) => day(truck, n + 1)))),
  })
  const most: number[] = []
  await sql`create function count_locks() returns trigger language plpgsql as $$
    begin
      perform pg_notify('locks', (select count(*)::text from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()));
      return null;
    end $$`.execute(database.db)
  await sql`create trigger count_locks after insert on vehicle_day execute function count_locks()`.execute(
    database.db,
  )
  const listener = await database.pool.connect()
  await listener.query('listen locks')
  listener.on('notification', ({ payload }) => most.push(Number(payload)))
  expect(
    await run({ 'b.csv': csv(trucks.flatMap((truck) => [day(truck, 0), day(truck, 41)])) }),
  ).toMatchObject({
    stored: 6,
    failed: [],
  })
  await listener.query('select 1')
  listener.release(true)
  await sql`drop trigger count_locks on vehicle_day`.execute(database.db)
  // Of each truck the new days and the ones beside them.
  expect(most).toEqual([3 * 4])
  expect((await days('S0')).length).toBe(42)
})

test('a day that was stored beside the new ones while they waited is locked before it is derived again', async () => {
  const { run, days } = importer(database, 'meanwhile')
  const line = (truck: string, day: number) => `${truck},${Date.UTC(2026, 9, day, 6)},18.5,73.85,40`
  const { id: company_id } = await addCompany(database.db, { name: 'meanwhile' })
  const { id } = await addVehicle(database.db, { company_id, registration: 'W0' })
  const waits = async (): Promise<number> => {
    const { rows } = await sql<{ days: number }>`select count(*)::int4 as days from pg_locks
      where locktype = 'advisory' and not granted and classid = ${id}`.execute(database.db)
    return rows[0]?.days ?? 0
  }
  const hold = async <T>(day: string, during: () => Promise<T>): Promise<T> =>
    database.db.transaction().execute(async (trx) => {
      await lockDay(trx, id, day)
      return during()
    })
  // The import of the 10th waits; then the 12th is stored, and somebody else writes it.
  const { importing, release, held } = await hold('2026-10-10', async () => {
    const importing = run({ 'b.csv': csv([line('W0', 10), line('W1', 10)]) })
    await vi.waitFor(async () => expect(await waits()).toBe(1), 20_000)
    await run({ 'c.csv': csv([line('W0', 12)]) })
    let release = (): void => {}
    const written = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = (): void => {}
    const holding = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const held = hold('2026-10-12', async () => {
      isHeld()
      await written
    })
    await holding
    return { importing, release, held }
  })
  await vi.waitFor(async () => expect(await waits()).toBe(1), 20_000)
  release()
  await held
  expect(await importing).toMatchObject({ stored: 2, failed: [] })
  expect((await days('W0')).map(({ day }) => day)).toEqual(['2026-10-10', '2026-10-12'])
})

test('positions of several vehicles that did not fit into memory are stored', async () => {
  const { run, stored } = importer(database, 'large')
  const lines = [0, 1, 2].flatMap((truck) => linesOf(truck, `L${truck}`))
  const bounds = { newVehicles: 3, readings: 100, dayFixes: 100, heldFixes: 4, vehicleIds: undefined }
  expect(await run({ 'a.csv': csv(lines) }, { bounds })).toMatchObject({ stored: 14, failed: [] })
  expect([(await stored('L0')).length, (await stored('L1')).length, (await stored('L2')).length]).toEqual([
    6, 4, 4,
  ])
})

test('a vehicle that cannot be stored keeps no other from it, and is named with its positions', async () => {
  const { run, stored } = importer(database, 'failing')
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin
      if (select registration from vehicle where id = new.vehicle_id) = 'F1' then raise exception 'the disk of F1 is full'; end if;
      return new;
    end $$`.execute(database.db)
  await sql`create trigger refuse before insert on vehicle_day for each row execute function refuse()`.execute(
    database.db,
  )
  const lines = [0, 1, 2].flatMap((truck) => linesOf(truck, `F${truck}`))
  const summary = await run({ 'a.csv': csv(lines) })
  await sql`drop trigger refuse on vehicle_day`.execute(database.db)
  expect(summary).toMatchObject({ read: 14, stored: 10, duplicate: 0, rejected: 4 })
  expect(summary.failed).toEqual([{ vehicle: 'F1', fixes: 4, reason: 'the disk of F1 is full' }])
  expect([(await stored('F0')).length, (await stored('F1')).length, (await stored('F2')).length]).toEqual([
    6, 0, 4,
  ])
  expect(await run({ 'a.csv': csv(lines) })).toMatchObject({
    stored: 4,
    duplicate: 10,
    rejected: 0,
    failed: [],
  })
})

test('a new company is added with its first vehicle, and not at all where none can be added', async () => {
  const { run, stored } = importer(database, 'unheard of', { isNew: true })
  const companies = () =>
    database.db.selectFrom('company').select('name').where('name', '=', 'unheard of').execute()
  await sql`alter table vehicle add constraint no_n check (registration not like 'N%')`.execute(database.db)
  const lines = [0, 1].flatMap((truck) => linesOf(truck, `N${truck}`))
  const refused = await run({ 'a.csv': csv(lines) })
  expect(refused).toMatchObject({ read: lines.length, stored: 0, vehicles: [] })
  expect(await companies()).toEqual([])
  expect(await run({ 'a.csv': csv([...lines, ...linesOf(2, 'M2')]) })).toMatchObject({ stored: 4 })
  await sql`alter table vehicle drop constraint no_n`.execute(database.db)
  expect(await companies()).toHaveLength(1)
  expect((await stored('M2')).length).toBe(4)
})

test('a vehicle that cannot be added keeps no other from it', async () => {
  const { run, stored } = importer(database, 'unsaved')
  await sql`alter table vehicle add constraint no_u1 check (registration <> 'U1')`.execute(database.db)
  const summary = await run({ 'a.csv': csv([0, 1, 2].flatMap((truck) => linesOf(truck, `U${truck}`))) })
  await sql`alter table vehicle drop constraint no_u1`.execute(database.db)
  expect(summary).toMatchObject({
    read: 14,
    stored: 10,
    rejected: 4,
    newVehicles: ['U0', 'U2'],
    vehicles: ['U0', 'U2'],
  })
  expect(summary.failed).toEqual([{ vehicle: 'U1', fixes: 4, reason: expect.stringContaining('no_u1') }])
  expect((await stored('U2')).length).toBe(4)
})

test('a dry run of many vehicles counts, and stores nothing', async () => {
  const { run } = importer(database, 'dry')
  const summary = await run(
    { 'a.csv': csv([0, 1, 2].flatMap((truck) => linesOf(truck, `D${truck}`))) },
    { dryRun: true },
  )
  expect(summary).toMatchObject({ read: 14, stored: 14, failed: [] })
  expect(summary.newVehicles).toEqual(['D0', 'D1', 'D2'])
  expect(
    await database.db.selectFrom('vehicle').select('id').where('registration', '=', 'D0').execute(),
  ).toEqual([])
})
