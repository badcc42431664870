import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { sessionUser } from '#contract/calls/session.ts'
import { changePassword } from '#contract/calls/settings.ts'
import { addressesOf } from '#server/http/mount.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { lockTable, waitersFor } from '#tests/kit/server/locked-table.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

const backend = withBackend()
const MANY = 20

beforeAll(async () => {
  const { id } = await addCompany(backend.database.db)
  for (const name of ['busy', 'other']) await backend.addUser(name, 'CUSTOMER', id)
})

test.each([
  ['a user', 'busy', 'other'],
  ['a name that is nobody’s', 'nobody', 'nobody else'],
])(
  'passwords are checked in turns: %s that is tried many times at once does not hold others up',
  async (_, busy, other) => {
    const held: Array<{ readonly password: string; readonly end: () => void }> = []
    vi.mocked(verify).mockImplementation(
      (_hash, password) =>
        new Promise((resolve) => held.push({ password: String(password), end: () => resolve(false) })),
    )
    const logIn = (userName: string) =>
      backend.app.inject({ method: 'POST', url: '/api/v2/login', payload: { userName, password: userName } })
    // As many as may be wrong.
    const many = Array.from({ length: 8 }, () => logIn(busy))
    await vi.waitFor(() => expect(held).toHaveLength(1), 20_000)
    const last = logIn(other)
    await vi.waitFor(() => expect(held).toHaveLength(2), 20_000)
    expect(held.map(({ password }) => password)).toEqual([busy, other])
    for (let ended = 0; ended < 9; ended += 1) {
      await vi.waitFor(() => expect(held.length).toBeGreaterThan(ended), 20_000)
      held[ended]?.end()
    }
    for (const { statusCode } of await Promise.all([...many, last])) expect(statusCode).toBe(200)
  },
)

test('a password that is changed many times at once holds no log-in up', async () => {
  vi.mocked(verify).mockResolvedValueOnce(true)
  const { token } = await backend.logIn('busy')
  const held: Array<() => void> = []
  vi.mocked(verify).mockImplementation(() => new Promise((resolve) => held.push(() => resolve(false))))
  const change = () =>
    backend.ask('POST', addressesOf(changePassword)[0] ?? '', {
      token,
      body: { currentPassword: 'not the right 1', newPassword: 'A good passw0rd' },
    })
  const many = Array.from({ length: 8 }, change)
  await vi.waitFor(() => expect(held).toHaveLength(1), 20_000)
  const other = backend.app.inject({
    ...{ method: 'POST', url: '/api/v2/login' },
    payload: { userName: 'other', password: 'x' },
  })
  await vi.waitFor(() => expect(held).toHaveLength(2), 20_000)
  held[1]?.()
  expect((await other).statusCode).toBe(200)
  expect(held).toHaveLength(2)
  for (let ended = 0; ended < 9; ended += 1) {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(ended), 20_000)
    held[ended]?.()
  }
  expect((await Promise.all(many)).map(({ status }) => status)).not.toContain(500)
})

test('requests of one login that come at once share the question whether it lasts', async () => {
  vi.mocked(verify).mockResolvedValueOnce(true)
  const { token } = await backend.logIn('busy')
  const read = () =>
    backend.app.inject({
      method: 'GET',
      url: addressesOf(sessionUser)[0] ?? '',
      headers: { authorization: `Bearer ${token}` },
    })
  const replies = await backend.database.db.transaction().execute(async (trx) => {
    await lockTable(trx, 'refresh_token')
    const many = Array.from({ length: MANY }, read)
    await vi.waitFor(async () => expect(await waitersFor(trx, 'refresh_token')).toBeGreaterThan(0), 20_000)
    // Those behind it would have come in the time of a question to the database.
    await sql`select 1`.execute(trx)
    expect(await waitersFor(trx, 'refresh_token')).toBeLessThanOrEqual(2)
    return many
  })
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200)
})
