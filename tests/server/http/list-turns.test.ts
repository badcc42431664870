import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { liveNotifications } from '#contract/calls/alerts.ts'
import type { Call } from '#contract/calls/call.ts'
import { vehicleList } from '#contract/calls/fleet.ts'
import { geofenceList } from '#contract/calls/geofences.ts'
import { getLiveDtc } from '#contract/calls/health.ts'
import { listLiveShares } from '#contract/calls/live-share.ts'
import { getTripUpdate } from '#contract/calls/trips.ts'
import { addressesOf } from '#server/http/mount.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const ids = new Map<string, number>()
const tokens = new Map<string, string>()
/** Lists that a user may have in work, and more. */
const [MOST, MANY] = [32, 40]

beforeAll(async () => {
  for (const name of ['busy', 'other']) {
    const { id } = await addCompany(backend.database.db)
    ids.set(name, await backend.addUser(name, 'CUSTOMER', id))
    tokens.set(name, (await backend.logIn(name)).token)
  }
})

const ask = (name: string, call: Call) =>
  backend.app.inject({
    method: call.method,
    url: `${addressesOf(call)[0]}${call.method === 'GET' ? `?userId=${ids.get(name)}` : ''}`,
    headers: { authorization: `Bearer ${tokens.get(name)}` },
    ...(call.method === 'GET'
      ? {}
      : { payload: { fromTsInIST: '2026-03-01 00:00:00', toTsInIST: '2026-03-02 00:00:00' } }),
  })

test('a user who leaves while his lists wait is no failure', async () => {
  const address = await backend.app.listen({ port: 0 })
  const url = `${address}${addressesOf(listLiveShares)[0]}?userId=${ids.get('busy')}`
  const headers = { authorization: `Bearer ${tokens.get('busy')}` }
  const left = new AbortController()
  const statuses: number[] = []
  const waiting = await backend.database.db.transaction().execute(async (trx) => {
    await sql`lock table live_share in access exclusive mode`.execute(trx)
    const replies = Array.from({ length: MANY }, () =>
      fetch(url, { headers, signal: left.signal }).then(
        ({ status }) => statuses.push(status),
        () => null,
      ),
    )
    // All others have come and wait.
    await vi.waitFor(() => expect(statuses).toEqual(Array(MANY - MOST).fill(429)), 20_000)
    left.abort()
    return { replies }
  })
  await Promise.all(waiting.replies)
  await vi.waitFor(() => expect(backend.logged.join()).toContain('nobody waits'), 20_000)
  expect(backend.logged.join()).not.toContain('a request failed')
})

/** The lists, each with a table that it waits for while that is locked. */
const LISTS = [
  [liveNotifications, 'alert'],
  [vehicleList, 'vehicle'],
  [geofenceList, 'geofence'],
  [getLiveDtc, 'vehicle'],
  [listLiveShares, 'live_share'],
  [getTripUpdate, 'trip'],
] as const

test.each(LISTS.map(([call, table]) => ({ call, table, id: call.id })))(
  'a list is read in turns, so that many by one user do not hold others up: $id',
  async ({ call, table }) => {
    const answered: string[] = []
    const begin = (name: string) =>
      ask(name, call).then(({ statusCode }) => answered.push(`${name} ${statusCode}`))
    const waiting = await backend.database.db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
      const many = Array.from({ length: MANY }, () => begin('busy'))
      await vi.waitFor(() => expect(answered).toEqual(Array(MANY - MOST).fill('busy 429')), 20_000)
      return [...many, begin('other')]
    })
    await Promise.all(waiting)
    const served = answered.slice(MANY - MOST)
    expect(served.filter((each) => each === 'busy 200')).toHaveLength(MOST)
    expect(served.indexOf('other 200')).toBeGreaterThanOrEqual(0)
    expect(served.indexOf('other 200')).toBeLessThan(10)
  },
)
