import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { sessionUser } from '#contract/calls/session.ts'
import { addressesOf } from '#server/http/mount.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const MANY = 20

beforeAll(async () => {
  const { id } = await addCompany(backend.database.db)
  for (const name of ['busy', 'other']) await backend.addUser(name, 'CUSTOMER', id)
})

test('passwords are checked in turns: a user who logs in many times at once does not hold others up', async () => {
  const answered: string[] = []
  const logIn = async (userName: string) => {
    const payload = { userName, password: PASSWORD }
    const { statusCode } = await backend.app.inject({ method: 'POST', url: '/api/v2/login', payload })
    answered.push(`${userName} ${statusCode}`)
  }
  // Before the password is right, so many may be tried.
  const many = Array.from({ length: 8 }, () => logIn('busy'))
  await Promise.all([...many, logIn('other')])
  expect(answered.filter((each) => each === 'busy 200')).toHaveLength(8)
  expect(answered.slice(0, 4)).toContain('other 200')
})

test('requests of one login that come at once share the question whether it lasts', async () => {
  const { token } = await backend.logIn('busy')
  const read = () =>
    backend.app.inject({
      method: 'GET',
      url: addressesOf(sessionUser)[0] ?? '',
      headers: { authorization: `Bearer ${token}` },
    })
  const replies = await backend.database.db.transaction().execute(async (trx) => {
    const waits = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from pg_locks
        where not granted and relation = 'refresh_token'::regclass`.execute(trx)
      return rows[0]?.count ?? 0
    }
    await sql`lock table refresh_token in access exclusive mode`.execute(trx)
    const many = Array.from({ length: MANY }, read)
    await vi.waitFor(async () => expect(await waits()).toBeGreaterThan(0), 20_000)
    // Those behind it would have come in the time of a question to the database.
    await sql`select 1`.execute(trx)
    expect(await waits()).toBe(1)
    return many
  })
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200)
})
