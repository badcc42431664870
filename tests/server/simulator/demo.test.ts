import { describe, expect, test } from 'vitest'
import { backfill } from '#server/simulator/demo/backfill.ts'
import { readDemoState } from '#server/simulator/demo/demo.repository.ts'
import { seedDemo } from '#server/simulator/demo/seed.repository.ts'
import { createSimulation } from '#server/simulator/demo/simulation.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { HANDFUL, NOW } from './company-plans.fixture.ts'

const MINUTE = 60_000
const simulation = createSimulation(3, HANDFUL)

const seed = (db: ReturnType<typeof withDatabase>['db'], now = NOW) =>
  seedDemo({ db, simulation, passwordHash: 'a hash', now, log: () => {} })

const rowsOf = async (db: ReturnType<typeof withDatabase>['db']) => ({
  companies: await db.selectFrom('company').select('name').orderBy('name').execute(),
  users: await db.selectFrom('app_user').selectAll().orderBy('user_name').execute(),
  vehicles: await db.selectFrom('vehicle').selectAll().orderBy('id').execute(),
  drivers: await db.selectFrom('driver').selectAll().orderBy('id').execute(),
  fences: await db.selectFrom('geofence').selectAll().orderBy('id').execute(),
  groups: await db
    .selectFrom('group_vehicle')
    .selectAll()
    .orderBy('group_id')
    .orderBy('vehicle_id')
    .execute(),
  latest: await db.selectFrom('latest_fix').selectAll().orderBy('vehicle_id').execute(),
  trips: await db.selectFrom('trip').selectAll().orderBy('id').execute(),
})

describe('seeding', () => {
  const database = withDatabase()

  test('creates companies, trucks, users, fences, current positions and trips; a second run creates nothing', async () => {
    await seed(database.db)
    const once = await rowsOf(database.db)
    expect(once.companies.map(({ name }) => name)).toEqual(['Test Movers', 'Test Roadlines'])
    expect(once.vehicles).toHaveLength(6)
    expect(once.drivers).toHaveLength(6)
    expect(once.latest).toHaveLength(6)
    expect(once.fences.length).toBeGreaterThan(2)
    expect(once.trips.some(({ status }) => status === 'RUNNING' || status === 'PLANNED')).toBe(true)
    await seed(database.db, NOW + 60 * MINUTE)
    expect(await rowsOf(database.db)).toEqual(once)
  })

  test('there is one user for each role, and users who see one interface only', async () => {
    const { users } = await rowsOf(database.db)
    expect(new Set(users.map(({ roles }) => roles[0])).size).toBe(9)
    const access = Object.fromEntries(
      users.map((user) => [user.user_name, [user.alpha_access, user.beta_access]]),
    )
    expect(access).toMatchObject({
      customer: [true, true],
      customeralpha: [true, false],
      customerbeta: [false, true],
    })
    for (const name of ['customer', 'customeradmin', 'manager', 'configmanager'])
      expect(users.find((user) => user.user_name === name)?.company_id).not.toBeNull()
    expect(users.find((user) => user.user_name === 'rootadmin')?.company_id).toBeNull()
  })

  test('devices have secrets that cannot be derived from the seed', async () => {
    const keys = (await rowsOf(database.db)).vehicles.map((vehicle) => vehicle.ingest_key)
    expect(new Set(keys).size).toBe(6)
    for (const key of keys) expect(key).toMatch(/^[\w-]{24}$/)
  })

  test('the current position is where the simulation puts the truck', async () => {
    const [row] = await database.db
      .selectFrom('latest_fix')
      .innerJoin('vehicle', 'vehicle.id', 'latest_fix.vehicle_id')
      .select(['registration', 'time', 'lng', 'lat'])
      .orderBy('vehicle.id')
      .execute()
    const fix = simulation.newLifeOf(row?.registration ?? '').lastFix(NOW, MINUTE)
    expect(row).toMatchObject({ time: new Date(fix?.time ?? 0), lng: fix?.lng, lat: fix?.lat })
  })
})

describe('history', () => {
  const database = withDatabase()

  const tables = async () => ({
    days: await database.db
      .selectFrom('vehicle_day')
      .select(['vehicle_id', 'day', 'fixes', 'blob'])
      .orderBy('vehicle_id')
      .orderBy('day')
      .execute(),
    hours: await database.db
      .selectFrom('vehicle_hour')
      .selectAll()
      .orderBy('vehicle_id')
      .orderBy('hour')
      .execute(),
    trips: await database.db.selectFrom('trip').select(['vehicle_id', 'scheduled_start']).execute(),
  })

  test('is written newest day first and resumes where it stopped, each day and trip once', async () => {
    const { db } = database
    await seed(db)
    const tracks = createTrackRepository({ db })
    const ending = new AbortController()
    const written: string[] = []
    const onProgress = ({ day }: { day: string }) => {
      written.push(day)
      ending.abort()
    }
    await backfill({ db, simulation, tracks, days: 2, onProgress, signal: ending.signal })
    expect(written).toEqual(['2026-11-20'])
    expect((await readDemoState(db))?.backfilledTo).toBe('2026-11-20')

    const again = createSimulation(3, HANDFUL)
    await backfill({ db, simulation: again, tracks, days: 2, onProgress: ({ day }) => written.push(day) })
    expect(written).toEqual(['2026-11-20', '2026-11-19', '2026-11-18'])
    const whole = await tables()
    expect(whole.days.filter(({ day }) => day === '2026-11-19').length).toBeGreaterThanOrEqual(5)
    expect(whole.hours.length).toBeGreaterThan(100)
    const keys = whole.trips.map((trip) => `${trip.vehicle_id} ${trip.scheduled_start.getTime()}`)
    expect(new Set(keys).size).toBe(keys.length)

    await backfill({ db, simulation: again, tracks, days: 2 })
    expect(await tables()).toEqual(whole)
  })

  test('reads back as simulated, up to the seed and not beyond', async () => {
    const { db } = database
    const vehicle = await db.selectFrom('vehicle').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const range = { from: NOW - 20 * 60 * MINUTE, to: NOW + 60 * MINUTE }
    const columns = await createTrackRepository({ db }).readRange({
      companyId: vehicle.company_id,
      vehicleId: vehicle.id,
      ...range,
    })
    const fixes = simulation.newLifeOf(vehicle.registration).fixes(range.from, NOW + 1, MINUTE)
    expect([...columns.time]).toEqual(fixes.map(({ time }) => time))
    expect([...columns.lng]).toEqual(fixes.map(({ lng }) => expect.closeTo(lng, 5)))
  })

  test('without demo data there is nothing to fill', async () => {
    const { db } = database
    await db.deleteFrom('setting').execute()
    const tracks = createTrackRepository({ db })
    await expect(backfill({ db, simulation, tracks, days: 2 })).rejects.toThrow('seed it first')
  })
})
