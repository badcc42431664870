import { expect, test } from 'vitest'
import { runDemo } from '#server/simulator/demo/run-demo.ts'
import { COMPANY_PLANS } from '#server/simulator/fleet/demo-companies.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('the demo is there with its users and trucks before they report, and can be stopped then', async () => {
  const { db } = database
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const demo = await runDemo({
    db,
    ingest: { accept: () => held.then(() => Promise.reject(new Error('stopped'))) },
    tracks: { writeDays: async () => {} },
    passwordHash: 'none',
    days: 1,
    now: Date.now,
    log: () => {},
  })
  const countOf = async (table: 'app_user' | 'latest_fix') =>
    Number((await db.selectFrom(table).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
  expect(await countOf('app_user')).toBeGreaterThan(5)
  expect(await countOf('latest_fix')).toBeGreaterThan(COMPANY_PLANS.length)
  const stopped = demo.stop()
  release()
  await stopped
})
