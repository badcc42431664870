import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createKysely, createPool } from '#server/db/pool.ts'
import { createFiguresRepository } from '#server/figures/figures.repository.ts'
import { withFigures } from './fleets.fixture.ts'

const DAY = '2026-11-16'
const { backend, own, addTruck } = withFigures('Asia/Kolkata')

describe('a query that nobody waits for', () => {
  /** Has another transaction hold the table, so that queries wait, until it is released. */
  const holdFigures = async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let holder: Promise<void> = Promise.resolve()
    await new Promise<void>((resolve) => {
      holder = backend.database.db.transaction().execute(async (trx) => {
        await sql`lock table vehicle_day_figures in access exclusive mode`.execute(trx)
        resolve()
        await held
      })
    })
    return async () => {
      release()
      await holder
    }
  }
  const waiting = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        backend.database.db,
      )
    return rows.length
  }
  /** As many queries as the pool has connections. */
  const askAll = async (max: number, signal: AbortSignal) => {
    const { id } = await addTruck()
    const query = { companyId: own.companyId, vehicleIds: [id], range: { fromDay: DAY, toDay: DAY } }
    const pool = createPool({ connectionString: backend.database.url, max }, () => {})
    const repository = createFiguresRepository({ db: createKysely(pool), pool })
    const answers = Array.from({ length: max }, () =>
      repository.summary(query, query, signal).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    )
    await expect.poll(waiting, { timeout: 20_000 }).toBe(max)
    return { answers, end: () => pool.end() }
  }

  test('is cancelled at the database, also when such queries have all connections', async () => {
    const release = await holdFigures()
    const leaving = new AbortController()
    const { answers, end: close } = await askAll(2, leaving.signal)
    leaving.abort()
    for (const answer of answers) expect(await answer).toMatch(/cancel/)
    expect(await waiting()).toBe(0)
    await release()
    await close()
  })

  test('begins nothing more in the database inside the process, which has one connection', async () => {
    const release = await holdFigures()
    const leaving = new AbortController()
    const { answers, end: close } = await askAll(1, leaving.signal)
    leaving.abort()
    await release()
    expect(await Promise.all(answers)).toEqual(['This operation was aborted'])
    await close()
  })
})
