import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { IDENTITY } from '#server/identity/limits.ts'
import { createLoginLimiter } from '#server/identity/login-limiter.ts'
import { createPasswordTurns } from '#server/identity/password-turns.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createMailTexts } from '#server/mail/mail-texts.ts'
import { createPasswordRepository } from '#server/session/passwords.repository.ts'
import { createPasswordService, RESET_LIMIT } from '#server/session/passwords.service.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend({ trustedProxies: ['127.0.0.1'] })
const { perAccount, perUser } = RESET_LIMIT

const forget = async (account: string, address: string): Promise<number> => {
  const headers = { 'x-forwarded-for': address }
  return (await backend.ask('POST', '/api/v2/forgotPassword', { body: { account }, headers })).status
}
const usable = async (userId: number): Promise<number> => {
  const rows = await backend.database.db
    .selectFrom('password_reset')
    .select('hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return rows.length
}

const ids: Record<string, number> = {}
beforeAll(async () => {
  for (const name of ['asha', 'ravi']) {
    const id = await backend.addUser(name, 'MANAGER', null)
    await backend.database.db
      .updateTable('app_user')
      .set({ email: `${name}@fleet.example` })
      .where('id', '=', id)
      .execute()
    ids[name] = id
  }
})

test('AC-12 OPEN-03 a stranger who requests links is made to wait, and the user is not: neither by an answer nor by links that end', async () => {
  const { asha = 0 } = ids
  expect(await forget('asha', '10.0.0.1')).toBe(200)
  await vi.waitFor(async () => expect(await usable(asha)).toBe(1), 10_000)
  const [own] = await backend.database.db
    .selectFrom('password_reset')
    .select('hash')
    .where('user_id', '=', asha)
    .execute()
  const strangers: number[] = []
  for (let i = 0; i <= perAccount; i += 1) strangers.push(await forget(i % 2 ? 'Asha' : ' ASHA ', '10.0.0.2'))
  expect(strangers.filter((status) => status === 200)).toHaveLength(perAccount)
  expect(strangers.at(-1)).toBe(429)
  expect(await forget('asha', '10.0.0.1')).toBe(200)
  const codes = await backend.database.db.selectFrom('password_reset').select('hash').execute()
  expect(codes).toContainEqual(own)
})

test('AC-12 many strangers fill a mailbox only so far, and leave it links that work', async () => {
  const { ravi = 0 } = ids
  const clock = { now: Date.now() }
  const mailed: string[] = []
  let ended = 0
  const stored = createPasswordRepository({ db: backend.database.db })
  const service = createPasswordService({
    stored: { ...stored, endRequest: (id) => stored.endRequest(id).finally(() => (ended += 1)) },
    passwords: await createPasswords(),
    mail: { send: async ({ text }) => void mailed.push(/#([\w-]{43})/.exec(text)?.[1] ?? '') },
    passwordTurns: createPasswordTurns(),
    limiter: createLoginLimiter({ now: () => clock.now }),
    publicUrl: () => '',
    productName: async () => 'Roadbook',
    languageOf: async () => null,
    mailTexts: createMailTexts({ dir: '' }),
    now: () => clock.now,
    onError: (error) => {
      throw error
    },
  })
  for (let at = 0; at < perUser + 5; at += 1) expect(await service.forgot('ravi', `10.1.${at}.1`)).toBeNull()
  await vi.waitFor(() => expect([ended, mailed.length]).toEqual([perUser + 5, perUser]), 10_000)
  expect(await usable(ravi)).toBe(perUser)
  clock.now += RESET_LIMIT.windowMs + 1000
  expect(await service.forgot('ravi', '10.2.0.1')).toBeNull()
  await vi.waitFor(() => expect(mailed).toHaveLength(perUser + 1), 10_000)
  expect(await service.reset(mailed[0] ?? '', 'Another good passw0rd', (work) => work())).toBe(true)
  expect(await usable(ravi), 'a link that was used ends the others').toBe(0)
  for (let at = 0; at < perUser; at += 1) expect(await service.forgot('ravi', `10.3.${at}.1`)).toBeNull()
  await vi.waitFor(
    () => expect(mailed, 'and they do not count any more').toHaveLength(2 * perUser + 1),
    10_000,
  )
})

const requests = () => backend.database.db.selectFrom('reset_request').select('user_id').execute()

test('AC-11 a request is stored when it is answered, and goes when its link is mailed', async () => {
  const { asha = 0 } = ids
  const answered = await backend.database.db.transaction().execute(async (trx) => {
    await sql`lock table password_reset in access exclusive mode`.execute(trx)
    expect(await forget('asha', '10.4.0.3')).toBe(200)
    return requests()
  })
  expect(answered).toEqual([{ user_id: asha }])
  await vi.waitFor(async () => expect(await requests()).toEqual([]), 20_000)
})

test('AC-11 a link that was requested before a crash is mailed after it, once; one of long ago is not', async () => {
  const { ravi = 0 } = ids
  const crashed = createPasswordRepository({ db: backend.database.db })
  const now = Date.now()
  await backend.database.db.deleteFrom('password_reset').execute()
  await crashed.addRequest('ravi', now - IDENTITY.resetLifeMs - 1000)
  await crashed.addRequest('ravi', now - 61_000)
  await crashed.addRequest('nobody', now - 61_000)
  await crashed.addRequest('asha', now)
  await backend.startAfterCrash()
  await vi.waitFor(async () => expect(await usable(ravi)).toBe(1), 20_000)
  // What has just been taken may be at work elsewhere.
  await vi.waitFor(async () => expect(await requests()).toEqual([{ user_id: ids['asha'] }]), 20_000)
  await backend.startAfterCrash()
  expect(await usable(ravi)).toBe(1)
})
