import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { simpleParser } from 'mailparser'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { IDENTITY } from '#server/identity/limits.ts'
import { createLoginLimiter, LOGIN_LIMIT } from '#server/identity/login-limiter.ts'
import { createPasswordTurns } from '#server/identity/password-turns.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { createMailTexts } from '#server/mail/mail-texts.ts'
import { emlOf } from '#server/mail/outbox.repository.ts'
import { createPreferencesRepository } from '#server/preferences/preferences.repository.ts'
import { createPasswordRepository } from '#server/session/passwords.repository.ts'
import { createPasswordService } from '#server/session/passwords.service.ts'
import { FLEET_API, PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const NEXT = 'Another good passw0rd'
const SENT = { message: 'If the account exists a reset link was sent' }

type Head = { mailId: number; recipient: string; subject: string }

let companyId = 0
let admin: { token: string }

const addPasswordUser = async (userName: string, email: string | null) => {
  const id = await backend.addUser(userName, 'CUSTOMER', companyId)
  await backend.database.db.updateTable('app_user').set({ email }).where('id', '=', id).execute()
  return id
}
const forget = (account: string, headers = {}) =>
  backend.ask('POST', '/api/v2/forgotPassword', { body: { account }, headers })
const reset = (code: string, newPassword = NEXT) =>
  backend.ask('POST', '/api/v2/resetPassword', { body: { code, newPassword } })
const change = (token: string, currentPassword: string, newPassword = NEXT) =>
  backend.ask('POST', `${FLEET_API}/changePassword`, { token, body: { currentPassword, newPassword } })
const mailsTo = async (recipient: string): Promise<Head[]> => {
  const { body } = await backend.ask('GET', `${FLEET_API}/mailOutbox`, { token: admin.token })
  return (body as { mails: Head[] }).mails.filter((mail) => mail.recipient === recipient)
}
/** The code in the newest mail, once there are this many. */
const codeFor = async (recipient: string, count = 1): Promise<string> => {
  await vi.waitFor(async () => expect(await mailsTo(recipient)).toHaveLength(count), 10_000)
  const [newest] = await mailsTo(recipient)
  const { body } = await backend.ask('GET', `${FLEET_API}/mailOutbox/${newest?.mailId}`, {
    token: admin.token,
  })
  const text = (body as { mailText: string }).mailText
  return /\/reset-password#([\w-]{43})\n/.exec(text)?.[1] ?? `no code in ${text}`
}
const canLogIn = async (userName: string, password: string): Promise<boolean> => {
  const { body } = await backend.ask('POST', '/api/v2/login', { body: { userName, password } })
  return typeof body === 'object' && body !== null && 'grant' in body
}

beforeAll(async () => {
  companyId = (await addCompany(backend.database.db)).id
  await backend.addUser('root', 'ROOTADMIN', null)
  admin = await backend.logIn('root')
})

describe('OPEN-03 a forgotten password', () => {
  test('a link is mailed, works once, and ends every login of the user', async () => {
    await addPasswordUser('asha', 'asha@fleet.example')
    const { token } = await backend.logIn('asha')
    expect(await forget('ASHA')).toMatchObject({ status: 200, body: SENT })
    const code = await codeFor('asha@fleet.example')
    expect((await reset(code)).status).toBe(200)
    expect([await canLogIn('asha', PASSWORD), await canLogIn('asha', NEXT)]).toEqual([false, true])
    await vi.waitFor(async () => {
      const { status } = await backend.ask('GET', `${FLEET_API}/fleetmaptracking/vehicles`, { token })
      expect(status).toBe(401)
    }, 5_000)
    expect(await reset(code, 'A third good passw0rd')).toMatchObject({
      status: 400,
      body: {
        error: true,
        message: 'This link is no longer valid. Ask for a new one.',
        code: 'resetLinkInvalid',
      },
    })
    expect(await canLogIn('asha', NEXT)).toBe(true)
  })

  test('it can be requested by e-mail address; a newer link leaves the older one, both expire after 30 minutes, and one used ends the other', async () => {
    await addPasswordUser('ravi', 'Ravi@fleet.example')
    await forget('ravi@FLEET.example')
    const first = await codeFor('Ravi@fleet.example')
    await forget('ravi')
    const second = await codeFor('Ravi@fleet.example', 2)
    backend.setLead(IDENTITY.resetLifeMs + 1000)
    for (const code of [first, second]) expect((await reset(code)).status).toBe(400)
    backend.setLead(0)
    expect((await reset(first)).status).toBe(200)
    expect((await reset(second, 'A third good passw0rd')).status).toBe(400)
  })

  test('AC-11 the answer is the same for an unknown account, a disabled one and one without e-mail, and no mail is sent', async () => {
    await addPasswordUser('mute', null)
    const gone = await addPasswordUser('gone', 'gone@fleet.example')
    await backend.database.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', gone)
      .execute()
    for (const account of ['nobody', 'mute', 'gone', 'gone@fleet.example'])
      expect(await forget(account)).toMatchObject({ status: 200, body: SENT })
    await addPasswordUser('last', 'last@fleet.example')
    await forget('last')
    await codeFor('last@fleet.example')
    expect(await mailsTo('gone@fleet.example')).toEqual([])
  })

  test('AC-12 attempts are limited per account, whatever address is claimed', async () => {
    await addPasswordUser('busy', 'busy@fleet.example')
    const statuses: number[] = []
    for (let i = 0; i <= LOGIN_LIMIT.perAccount; i += 1)
      statuses.push((await forget(i % 2 ? 'busy' : ' BUSY ', { 'x-forwarded-for': `10.0.0.${i}` })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(LOGIN_LIMIT.perAccount)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a short password, an invalid code and an endless account are bad requests', async () => {
    for (const poor of ['Sh0rt', 'all small letters 1', 'ALL CAPITALS 1', 'No digit at all'])
      expect(await reset('x'.repeat(43), poor)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('newPassword') },
      })
    expect((await reset('')).status).toBe(400)
    expect((await forget('x'.repeat(201))).status).toBe(400)
  })

  test('SE-14 the log contains neither codes nor passwords', async () => {
    await addPasswordUser('quiet', 'quiet@fleet.example')
    await forget('quiet')
    const code = await codeFor('quiet@fleet.example')
    await reset(code)
    const log = backend.logged.join('\n')
    expect(log).toContain('resetPassword')
    for (const secret of [code, NEXT, PASSWORD]) expect(log).not.toContain(secret)
  })
})

describe("ADM-12 changing one's own password", () => {
  test('SE-15 requires the current one, keeps this login and ends the others', async () => {
    await addPasswordUser('meena', null)
    const [here, there] = [await backend.logIn('meena'), await backend.logIn('meena')]
    expect(await change(here.token, 'not it')).toMatchObject({
      status: 400,
      body: { message: 'The current password is not right.', code: 'currentPasswordWrong' },
    })
    expect((await change(here.token, PASSWORD)).status).toBe(200)
    expect([await canLogIn('meena', PASSWORD), await canLogIn('meena', NEXT)]).toEqual([false, true])
    const listed = async (token: string) =>
      (await backend.ask('GET', `${FLEET_API}/fleetmaptracking/vehicles`, { token })).status
    await vi.waitFor(async () => expect(await listed(there.token)).toBe(401), 5_000)
    expect(await listed(here.token)).toBe(200)
  })

  test('limits guesses of the current one', async () => {
    await addPasswordUser('target', null)
    const { token } = await backend.logIn('target')
    const statuses: number[] = []
    for (let i = 0; i <= LOGIN_LIMIT.perAccount; i += 1)
      statuses.push((await change(token, `guess ${i}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(await canLogIn('target', PASSWORD)).toBe(true)
  })

  test('AC-12 requesting links for any name uses up no attempts here', async () => {
    const id = await addPasswordUser('calm', null)
    const { token } = await backend.logIn('calm')
    for (const name of [`user ${id}`, `change ${id}`])
      for (let i = 0; i <= LOGIN_LIMIT.perAccount; i += 1) await forget(name)
    expect((await change(token, PASSWORD)).status).toBe(200)
  })
})

test('OPEN-03 an invalid code costs no hash', async () => {
  let hashes = 0
  const hash = async () => {
    hashes += 1
    return 'a hash'
  }
  const care = createPasswordService({
    stored: createPasswordRepository({ db: backend.database.db }),
    passwords: { ...(await createPasswords()), hash },
    mail: { send: async () => {} },
    passwordTurns: createPasswordTurns(),
    limiter: createLoginLimiter({ now: Date.now }),
    publicUrl: () => '',
    productName: async () => 'Roadbook',
    languageOf: async () => null,
    mailTexts: createMailTexts({ dir: '' }),
    now: Date.now,
    onError: () => {},
  })
  expect(await care.reset('x'.repeat(43), NEXT, (work) => work())).toBe(false)
  expect(hashes).toBe(0)
})

describe('the outbox', () => {
  test('a mail is a file that mail programs open, readable by its owner only', async () => {
    await addPasswordUser('filed', 'filed@fleet.example')
    backend.setEnvironment({ productName: 'Truck book' })
    await forget('filed')
    const code = await codeFor('filed@fleet.example')
    const names = await readdir(backend.outboxDir)
    const files = await Promise.all(names.map((name) => readFile(join(backend.outboxDir, name), 'utf8')))
    const file = files.find((text) => text.includes('To: filed@fleet.example')) ?? ''
    const [head = '', body = ''] = file.split('\r\n\r\n')
    expect(head).toMatch(
      /^From: Truck book <[^\r]+\r\nTo: .+\r\nSubject: Choose a new password\r\nDate: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000/,
    )
    const text = Buffer.from(body, 'base64').toString()
    expect(text).toContain(`/reset-password#${code}`)
    expect(text).toContain('your Truck book account')
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true)
  })

  test('a mail is in the language of its reader, with a subject in words that mail programs decode', async () => {
    const userId = await addPasswordUser('hindi', 'hindi@fleet.example')
    await createPreferencesRepository({ db: backend.database.db }).replace(userId, {
      ...DEFAULT_PREFERENCES,
      language: 'hi-IN',
    })
    await forget('hindi')
    const code = await codeFor('hindi@fleet.example')
    const names = await readdir(backend.outboxDir)
    const files = await Promise.all(names.map((name) => readFile(join(backend.outboxDir, name), 'utf8')))
    const file = files.find((text) => text.includes('To: hindi@fleet.example')) ?? ''
    const { subject, text } = await simpleParser(file)
    expect(subject).toBe('नया पासवर्ड चुनें')
    expect(text).toContain('30 मिनट के भीतर')
    expect(text).toContain(`/reset-password#${code}`)
  })

  test('a long subject is split into words that a header may hold', async () => {
    const subject = 'आपके खाते के लिए ग़लत पासवर्ड 🚚'.repeat(4)
    const file = emlOf({ to: 'a@b.example', subject, text: 'x' }, { from: 'c@d.example', at: 0, id: '1' })
    const words = file.match(/=\?utf-8\?B\?[^?]+\?=/g) ?? []
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(75)
    expect((await simpleParser(file)).subject).toBe(subject)
  })
})

describe('a password that is changed while somebody uses it', () => {
  test('a login that was under way with the old one is refused', async () => {
    const { db } = backend.database
    const userId = await addPasswordUser('raced', null)
    await addPasswordUser('another', null)
    const { password_hash } = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    let login: Promise<boolean> = Promise.resolve(true)
    await db.transaction().execute(async (trx) => {
      // The salt is another one: what was checked is no longer the user's.
      const changed = await (await createPasswords()).hash(PASSWORD)
      expect(changed).not.toBe(password_hash)
      await trx.updateTable('app_user').set({ password_hash: changed }).where('id', '=', userId).execute()
      login = canLogIn('raced', PASSWORD)
      const waiting = () =>
        sql`select from pg_locks where locktype = 'transactionid' and not granted`
          .execute(db)
          .then(({ rows }) => rows.length)
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    })
    expect(await login).toBe(false)
    expect(await canLogIn('raced', PASSWORD)).toBe(true)
  })

  test('of two changes at once by the same old one, one counts', async () => {
    await addPasswordUser('twice', null)
    const logins = [await backend.logIn('twice'), await backend.logIn('twice')]
    const next = ['First good passw0rd', 'Second good passw0rd']
    const replies = await Promise.all(logins.map(({ token }, i) => change(token, PASSWORD, next[i])))
    const isSet = await Promise.all(next.map((password) => canLogIn('twice', password)))
    expect(isSet.filter((is) => is)).toHaveLength(1)
    expect(replies.map(({ status }) => status === 200)).toEqual(isSet)
  })
})

describe('a reset link that was mailed before', () => {
  const users = () => createUserRepository({ db: backend.database.db })
  test.each([
    [
      'the user got another e-mail address',
      (id: number) => users().change(id, { email: `${id}@new.example` }),
    ],
    [
      'the user was disabled and enabled again',
      (id: number) =>
        users()
          .disable(id)
          .then(() => users().enable(id)),
    ],
    ['the user was disabled', (id: number) => users().disable(id)],
    ['the user got another role', (id: number) => users().change(id, { role: 'CUSTOMERADMIN' })],
  ])('%s sets no password', async (what, happen) => {
    const name = `mailed${what.length}`
    const id = await addPasswordUser(name, `${name}@old.example`)
    await forget(name)
    const code = await codeFor(`${name}@old.example`)
    await happen(id)
    expect((await reset(code)).status).toBe(400)
    await users().enable(id)
    expect([await canLogIn(name, NEXT), await canLogIn(name, PASSWORD)]).toEqual([false, true])
  })

  test('is not usable while the user is disabled, however it came about', async () => {
    const id = await addPasswordUser('offline', 'offline@old.example')
    await forget('offline')
    const code = await codeFor('offline@old.example')
    const disabled = { disabled_at: new Date() }
    await backend.database.db.updateTable('app_user').set(disabled).where('id', '=', id).execute()
    expect((await reset(code)).status).toBe(400)
  })
})
