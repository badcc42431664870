import { expect, test, vi } from 'vitest'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { seedDemo } from '#server/simulator/demo/seed.repository.ts'
import { createSimulation } from '#server/simulator/demo/simulation.ts'
import { createSimulator } from '#server/simulator/demo/simulator.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { DAY_MS, LONG_HAUL, NOW } from './company-plans.fixture.ts'

const MINUTE = 60_000
const EVERY = 10_000
const database = withDatabase()

/** A truck, and when it leaves a dead zone that it has been in for some minutes. */
const leavesZone = (simulation: ReturnType<typeof createSimulation>) => {
  for (const { registration } of simulation.companies.flatMap(({ vehicles }) => vehicles)) {
    const life = simulation.newLifeOf(registration)
    for (let at = NOW; at < NOW + 4 * DAY_MS; at += EVERY)
      if (life.uploads(at, at + EVERY, EVERY).length > 24) return { registration, at }
  }
  throw new Error('No truck drives through a dead zone.')
}

test('what a truck reported in a dead zone is stored at once when it has left it, in order and with its own times', async () => {
  const { db, pool } = database
  const simulation = createSimulation(3, LONG_HAUL)
  const { registration, at } = leavesZone(simulation)
  const begin = at - MINUTE
  await seedDemo({ db, simulation, passwordHash: 'hash', now: begin, log: () => {} })
  const { id } = await db
    .selectFrom('vehicle')
    .select('id')
    .where('registration', '=', registration)
    .executeTakeFirstOrThrow()

  const clock = { now: begin }
  const now = () => clock.now
  const track = createTrackRepository({ db })
  const ingest = createIngest({ db, pool, bus: createBus(), now, track })
  const received: Array<{ readonly at: number; readonly time: number }> = []
  const accept: typeof ingest.accept = async (fixes) => {
    const receipts = await ingest.accept(fixes)
    for (const { vehicleId, fix } of fixes)
      if (vehicleId === id) received.push({ at: clock.now, time: fix.time })
    return receipts
  }
  const simulator = createSimulator({ db, ingest: { accept }, simulation, now, log: () => {} })
  await simulator.start()
  expect(received).toEqual([])

  clock.now = at + EVERY
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(24), { timeout: 10_000 })
  await simulator.stop()
  await ingest.close()
  const times = received.map(({ time }) => time)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(times[0]).toBeLessThan(begin)
  expect(times).toEqual(
    simulation
      .newLifeOf(registration)
      .fixes(times[0] ?? 0, at + EVERY, EVERY)
      .map(({ time }) => time),
  )
  const stored = await db.selectFrom('open_fix').select('time').where('vehicle_id', '=', id).execute()
  expect(stored.map(({ time }) => +time).sort((a, b) => a - b)).toEqual(times)
  const latest = await db
    .selectFrom('latest_fix')
    .select('time')
    .where('vehicle_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(+latest.time).toBe(times.at(-1))
})
