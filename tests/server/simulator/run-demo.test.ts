import { expect, test } from 'vitest'
import { runDemo } from '#server/simulator/demo/run-demo.ts'
import { COMPANY_PLANS } from '#server/simulator/fleet/demo-companies.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('the demo is there with its users and trucks before these report, and can be stopped then', async () => {
  const { db } = database
  let readings = 0
  const demo = await runDemo({
    db,
    ingest: { accept: () => Promise.reject(new Error('Nothing reports in this test.')) },
    tracks: { writeDays: async () => {} },
    passwordHash: 'none',
    days: 1,
    now: () => {
      readings += 1
      return Date.now()
    },
    log: () => {},
  })
  // The time of the seed; trucks that report read the clock too.
  expect(readings).toBe(1)
  const stopped = demo.stop()
  const countOf = async (table: 'app_user' | 'latest_fix') =>
    Number((await db.selectFrom(table).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
  expect(await countOf('app_user')).toBeGreaterThan(5)
  expect(await countOf('latest_fix')).toBeGreaterThan(COMPANY_PLANS.length)
  await stopped
})
