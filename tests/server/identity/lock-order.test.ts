import { Kysely, PostgresDialect } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Tables } from '#server/db/tables.ts'
import { IDENTITY } from '#server/identity/limits.ts'
import { createRefreshTokens } from '#server/identity/refresh-tokens.repository.ts'
import { createPasswordRepository } from '#server/session/passwords.repository.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

/** Both on connections that repeat nothing: who waits in a circle fails. */
const setUp = async (name: string) => {
  const { id: company_id } = await addCompany(database.db)
  const { id: userId } = await database.db
    .insertInto('app_user')
    .values({ company_id, user_name: name, first_name: name, roles: '["CUSTOMER"]', password_hash: 'first' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) })
  let ahead = 0
  const onReuse = vi.fn()
  const tokens = createRefreshTokens({
    ...{ db, onReuse, now: () => Date.now() + ahead },
    keys: { mac: (_, text) => Buffer.from(`${text} of ${name}`) },
  })
  return {
    ...{ userId, tokens, onReuse, passwords: createPasswordRepository({ db }) },
    later: (ms: number) => {
      ahead += ms
    },
  }
}
const CLIENT = 'portal'

test('spent tokens of one login that come at once, and its log-out, wait for each other in no circle', async () => {
  const { userId, tokens, onReuse, later } = await setUp('spent')
  for (let round = 0; round < 5; round += 1) {
    const { token, family } = await tokens.begin({ userId, clientId: CLIENT })
    const spent = [token]
    for (let i = 0; i < 8; i += 1) {
      const next = await tokens.rotate(spent.at(-1) ?? '', CLIENT)
      spent.push(next?.token ?? '')
    }
    later(IDENTITY.graceMs + 1)
    const all = [...spent.slice(0, -1), ...spent.slice(0, -1).reverse()]
    const answers = await Promise.all([
      ...all.map((each) => tokens.rotate(each, CLIENT)),
      tokens.revoke(family),
    ])
    expect(answers.filter(Boolean)).toEqual([])
    expect(await tokens.isActive(family, userId)).toBe(false)
  }
  expect(onReuse).toHaveBeenCalled()
})

test('a password that is changed while the user’s browsers get new tokens waits for them, and they for it', async () => {
  const { userId, tokens, passwords } = await setUp('changing')
  const kept = await tokens.begin({ userId, clientId: CLIENT })
  for (let round = 0; round < 10; round += 1) {
    const others = await Promise.all([1, 2, 3, 4].map(() => tokens.begin({ userId, clientId: CLIENT })))
    const rotated = others.map(({ token }) => tokens.rotate(token, CLIENT))
    const changed = passwords.changePassword(userId, {
      ...{ checkedHash: null, hash: `hash ${round}`, keptFamily: kept.family, at: Date.now() },
    })
    await Promise.all([changed, ...rotated])
    expect(await changed).toBe(true)
    for (const { family } of others) expect(await tokens.isActive(family, userId)).toBe(false)
  }
  expect(await tokens.isActive(kept.family, userId)).toBe(true)
})
