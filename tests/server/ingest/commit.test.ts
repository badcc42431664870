import { expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { commitTo } from '#server/ingest/ingest.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('a commit looks up only the times of its fixes, and does not read all open fixes', async () => {
  const company = await addCompany(database.db)
  const vehicle = await addVehicle(database.db, { company_id: company.id })
  const owned = { companyId: company.id, vehicleId: vehicle.id }
  // One connection that reports what it has read.
  const pool = createPool({ connectionString: database.url, max: 1 }, console.error)
  let time = Date.UTC(2026, 10, 20)
  const nextTime = () => {
    time += 1000
    return time
  }
  const commit = async (times: number, count: number) => {
    for (let i = 0; i < times; i++) {
      const fixes = Array.from({ length: count }, () => ({
        ...owned,
        fix: { time: nextTime(), lng: 73.85, lat: 18.52 },
      }))
      const received = [{ ...owned, day: '2026-11-20', received: count, rejected: 0 }]
      await commitTo(pool, { fixes, doubtful: [], received, latest: [] })
    }
  }
  const reading = async () => {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ all: number; found: number }>(
      `select seq_tup_read::int4 as all, idx_scan::int4 as found from pg_stat_user_tables where relname = 'open_fix'`,
    )
    const [read = { all: Number.NaN, found: Number.NaN }] = rows
    return read
  }
  try {
    // The past days are removed, and the first trucks of the morning set out.
    await pool.query('vacuum analyze open_fix')
    await commit(10, 1)
    await commit(10, 500)
    const before = await reading()
    await commit(5, 500)
    const after = await reading()
    expect(after.all).toBe(before.all)
    expect(after.found).toBeGreaterThanOrEqual(before.found + 5 * 500)
  } finally {
    await pool.end()
  }
})
