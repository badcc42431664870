import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { OwnedFix } from '#server/db/fix-arrays.ts'
import { updateDemoState } from '#server/simulator/demo/demo.repository.ts'
import { seedDemo } from '#server/simulator/demo/seed.repository.ts'
import { createSimulation } from '#server/simulator/demo/simulation.ts'
import { createSimulator } from '#server/simulator/demo/simulator.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { HANDFUL, NOW } from './company-plans.fixture.ts'

const MINUTE = 60_000
const database = withDatabase()
const simulation = createSimulation(3, HANDFUL)
const awake = simulation.companies
  .flatMap((company) => company.vehicles)
  .filter(({ truck }) => !truck.flakyTracker)
  .map(({ registration }) => registration)

/** Starts a simulator with a clock turned by the test and a receiver that keeps the fixes. */
const started = async (at: number, accept?: () => Promise<never>) => {
  const clock = { now: at }
  const sent: OwnedFix[] = []
  const log = vi.fn()
  const ingest = {
    accept: async (fixes: readonly OwnedFix[]) => {
      if (accept) return accept()
      sent.push(...fixes)
      return fixes.map(() => 'stored' as const)
    },
  }
  const simulator = createSimulator({ db: database.db, ingest, simulation, now: () => clock.now, log })
  await simulator.start()
  return { clock, sent, log, simulator }
}

const idsByRegistration = async () => {
  const rows = await database.db.selectFrom('vehicle').select(['id', 'registration']).execute()
  return new Map(rows.map(({ id, registration }) => [registration, id]))
}

const sentOf = (sent: readonly OwnedFix[], vehicleId: number | undefined) =>
  sent
    .filter((one) => one.vehicleId === vehicleId)
    .map(({ fix }) => fix)
    .sort((a, b) => a.time - b.time)

test('the pause since the last run is filled at one fix a minute, then trucks report every ten seconds', async () => {
  const { db } = database
  await seedDemo({ db, simulation, passwordHash: 'hash', now: NOW, log: () => {} })
  const back = NOW + 30 * MINUTE
  const { clock, sent, simulator } = await started(back)
  const ids = await idsByRegistration()
  const history = awake.map((registration) => simulation.newLifeOf(registration).fixes(NOW + 1, back, MINUTE))
  const expected = history.flat().length
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(expected), { timeout: 10_000 })
  awake.forEach((registration, i) => {
    expect(sentOf(sent, ids.get(registration))).toEqual(history[i])
  })
  sent.length = 0
  clock.now = back + MINUTE
  const live = awake.map((registration) =>
    simulation.newLifeOf(registration).fixes(back, back + MINUTE, 10_000),
  )
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(live.flat().length), { timeout: 10_000 })
  awake.forEach((registration, i) => {
    expect(sentOf(sent, ids.get(registration))).toEqual(live[i])
  })
  await simulator.stop()
})

test('a pause of more than a day stays a gap', async () => {
  await updateDemoState(database.db, { liveUntil: NOW })
  const { clock, sent, simulator } = await started(NOW + 25 * 60 * MINUTE)
  clock.now += MINUTE
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), { timeout: 10_000 })
  expect(sent.every(({ fix }) => fix.time >= NOW + 25 * 60 * MINUTE)).toBe(true)
  await simulator.stop()
})

test('trips continue: those left running end, those of the current rounds begin, each once', async () => {
  const later = NOW + 3 * 24 * 60 * MINUTE
  const { simulator } = await started(later)
  const readTrips = () => database.db.selectFrom('trip').selectAll().execute()
  await vi.waitFor(
    async () => {
      const left = (await readTrips()).filter(
        ({ status, eta, scheduled_end }) =>
          (status === 'RUNNING' && eta && +eta <= later) ||
          (status === 'PLANNED' && +scheduled_end < later - 5 * 60 * MINUTE),
      )
      expect(left).toEqual([])
    },
    { timeout: 10_000 },
  )
  const rows = await readTrips()
  const keys = rows.map((row) => `${row.vehicle_id} ${row.scheduled_start.getTime()}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(rows.some((row) => row.status === 'COMPLETED' && row.distance_km !== null)).toBe(true)
  expect(rows.some((row) => row.scheduled_start.getTime() > NOW + 24 * 60 * MINUTE)).toBe(true)
  await simulator.stop()
})

test('trips of a round that ended while the computer slept end when it wakes', async () => {
  const asleep = NOW + 5 * 24 * 60 * MINUTE
  const { clock, simulator } = await started(asleep)
  const running = async () =>
    (await database.db.selectFrom('trip').selectAll().where('status', '=', 'RUNNING').execute()).map(
      ({ id, eta }) => ({ id, eta: eta?.getTime() ?? 0 }),
    )
  await vi.waitFor(async () => expect((await running()).length).toBeGreaterThan(0), { timeout: 10_000 })
  const before = await running()
  clock.now = asleep + 3 * 24 * 60 * MINUTE
  await vi.waitFor(
    async () => {
      const ids = new Set((await running()).map(({ id }) => id))
      expect(before.filter(({ id }) => ids.has(id))).toEqual([])
    },
    { timeout: 10_000 },
  )
  await simulator.stop()
})

test('trips that a former release left running are ended once, and planned ones cancelled', async () => {
  const { db } = database
  const later = NOW + 3 * 24 * 60 * MINUTE
  const { id, company_id } = await db
    .selectFrom('vehicle')
    .select(['id', 'company_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const former = (status: 'RUNNING' | 'PLANNED', hoursAgo: number, eta: number | null) => ({
    ...{ company_id, vehicle_id: id, from_city: 'Here', to_city: 'There', status },
    scheduled_start: new Date(later - hoursAgo * 60 * MINUTE - 7),
    scheduled_end: new Date(later + 90 * MINUTE),
    eta: eta === null ? null : new Date(eta),
  })
  const insert = () =>
    db
      .insertInto('trip')
      .values([
        former('RUNNING', 9, later - 4 * MINUTE),
        former('RUNNING', 8, null),
        former('PLANNED', -1, null),
      ])
      .execute()
  const left = () =>
    db
      .selectFrom('trip')
      .select(['status', 'actual_end', 'end_type'])
      .where('from_city', '=', 'Here')
      .orderBy('scheduled_start')
      .orderBy('id')
      .execute()
  await insert()
  await db
    .updateTable('setting')
    .set({ value: sql<string>`value - 'timetables'` })
    .where('key', '=', 'demo')
    .execute()
  await (await started(later)).simulator.stop()
  expect(await left()).toEqual([
    { status: 'COMPLETED', actual_end: new Date(later - 4 * MINUTE), end_type: 'Manual' },
    { status: 'COMPLETED', actual_end: new Date(later), end_type: 'Manual' },
    { status: 'CANCELLED', actual_end: null, end_type: null },
  ])
  await db.deleteFrom('trip').where('from_city', '=', 'Here').execute()
  await insert()
  await (await started(later)).simulator.stop()
  expect((await left()).map(({ status }) => status)).toEqual(['RUNNING', 'RUNNING', 'PLANNED'])
  await db.deleteFrom('trip').where('from_city', '=', 'Here').execute()
})

test('a refused connection is reported and does not end the simulator', async () => {
  await updateDemoState(database.db, { liveUntil: NOW })
  const { clock, log, simulator } = await started(NOW, () => Promise.reject(new Error('The door is shut.')))
  clock.now += MINUTE
  await vi.waitFor(
    () => expect(log).toHaveBeenCalledWith('The simulator could not report: The door is shut.'),
    {
      timeout: 10_000,
    },
  )
  await simulator.stop()
})
