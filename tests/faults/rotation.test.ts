import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IDENTITY } from '#server/identity/limits.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { tokenEndpointOf } from '#tests/kit/server/token-endpoint.driver.ts'

const backend = withBackend()
const { refresh, isAccepted } = tokenEndpointOf(backend)

beforeAll(async () => {
  await backend.addUser('asha', 'MANAGER', null)
})
beforeEach(() => backend.setLead(0))

const LOST = faultRounds(10, 1000)

const WHEN = [
  ['before the old token is spent', 'trigger fault before update on refresh_token'],
  ['after the old token is spent', 'trigger fault after update on refresh_token'],
  ['before the new token is stored', 'trigger fault before insert on refresh_token'],
  ['after the new token is stored', 'trigger fault after insert on refresh_token'],
  ['at the commit', 'constraint trigger fault after insert on refresh_token deferrable initially deferred'],
] as const
const HOW = [
  ['an error', `raise exception 'a fault of the test'`],
  ['a lost connection', 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10)'],
] as const

const breakAt = async (trigger: string, how: string) => {
  const { pool } = backend.database
  await pool.query(
    `create function fault() returns trigger language plpgsql as $$ begin ${how}; return new; end $$`,
  )
  await pool.query(`create ${trigger} for each row execute function fault()`)
}
const repair = () => backend.database.pool.query('drop function if exists fault() cascade')
afterEach(repair)

const cases = WHEN.flatMap(([when, trigger]) => HOW.map(([what, how]) => ({ when, trigger, what, how })))
const tokensOf = ({ body }: { body: unknown }) => body as { access_token: string; refresh_token: string }

describe('SE-09 an interrupted refresh', () => {
  test.each(cases)(
    'SE-09 by $what $when: the old pair stays valid, and only one pair',
    async ({ trigger, how }) => {
      const login = await backend.logIn('asha')
      await breakAt(trigger, how)
      expect([500, 503]).toContain((await refresh(login.refreshToken)).status)
      await repair()
      expect(await isAccepted(login.token)).toBe(true)
      const next = await refresh(login.refreshToken)
      expect(next.status).toBe(200)
      expect(await isAccepted(tokensOf(next).access_token)).toBe(true)
      backend.setLead(IDENTITY.graceMs + 1_000)
      expect((await refresh(tokensOf(next).refresh_token)).status).toBe(200)
      expect((await refresh(login.refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    },
  )

  test('SE-03 SE-09 a reply lost after the commit is returned again', {
    timeout: LOST * 1000 + 10_000,
  }, async () => {
    let token = (await backend.logIn('asha')).refreshToken
    for (let i = 0; i < LOST; i += 1) {
      const lost = tokensOf(await refresh(token))
      const found = tokensOf(await refresh(token))
      expect(found.refresh_token).toBe(lost.refresh_token)
      token = found.refresh_token
    }
  })
})
