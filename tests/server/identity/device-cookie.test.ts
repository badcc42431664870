import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import { LOGIN_LIMIT } from '#server/identity/login-limiter.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend({ publicUrl: 'https://fleet.example' })

const tryPassword = (userName: string, password: string, cookie?: string) =>
  backend.ask('POST', '/api/v2/login', {
    body: { userName, password },
    headers: cookie === undefined ? {} : { cookie },
  })
const setCookies = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  [headers['set-cookie'] ?? []].flat() as string[]
/** What the browser sends after a login. */
const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  setCookies(answer)[0]?.split(';')[0] ?? 'none'
const lockOut = async (userName: string) => {
  for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1) await tryPassword(userName, 'wrong')
  expect(await tryPassword(userName, PASSWORD)).toMatchObject({ status: 429 })
}
const mails = () => backend.database.db.selectFrom('mail').selectAll().execute()

beforeAll(async () => {
  for (const name of ['asha', 'ravi', 'meena', 'tara']) {
    const id = await backend.addUser(name, 'MANAGER', null)
    const email = `${name}@fleet.example`
    await backend.database.db.updateTable('app_user').set({ email }).where('id', '=', id).execute()
  }
})

test('AC-12 a browser that has logged in goes on while strangers lock the account, until it is wrong too often', async () => {
  const known = cookieOf(await tryPassword('asha', PASSWORD))
  await lockOut('asha')
  const answer = await tryPassword('ASHA ', PASSWORD, `other=1; ${known}; more=2`)
  expect(answer).toMatchObject({ status: 200, body: { user: { firstName: 'asha' } } })
  expect(Object.keys(answer.body as object).sort()).toEqual(['grant', 'user'])
  expect((await tryPassword('asha', PASSWORD)).status).toBe(429)
  for (let i = 0; i < LOGIN_LIMIT.perDevice; i += 1)
    expect((await tryPassword('asha', 'wrong', known)).status).toBe(200)
  expect((await tryPassword('asha', PASSWORD, known)).status).toBe(429)
})

test('AC-12 the cookie is hidden from scripts, and sent to the login alone', async () => {
  const cookies = setCookies(await tryPassword('ravi', PASSWORD))
  expect(cookies.map((cookie) => cookie.replace(/=[\w-]{22}\.[\w-]{43};/, '=…;'))).toEqual([
    expect.stringMatching(
      /^roadbook_device_\d+=…; Path=\/api\/v2\/login; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ])
})

test("AC-12 a cookie that is forged, malformed, another user's, or older than the password counts as none", async () => {
  const mine = cookieOf(await tryPassword('meena', PASSWORD))
  const [name = '', value = ''] = mine.split('=')
  const theirs = cookieOf(await tryPassword('tara', PASSWORD)).split('=')[1]
  await lockOut('meena')
  const changed = value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  for (const bad of [
    ...[
      changed,
      `${value}x`,
      value.slice(1),
      `${value.slice(0, 22)}.`,
      '',
      '%00',
      '"',
      theirs,
      'x'.repeat(4000),
    ],
    ...[`${value.slice(0, -3)}äöü`],
  ])
    expect((await tryPassword('meena', PASSWORD, `${name}=${bad}`)).status).toBe(429)
  expect((await tryPassword('meena', PASSWORD, mine)).status).toBe(200)
  const { token } = await (async () => {
    const { body } = await tryPassword('meena', PASSWORD, mine)
    return { token: (body as { grant: { access_token: string } }).grant.access_token }
  })()
  const body = { currentPassword: PASSWORD, newPassword: 'Another good passw0rd' }
  const change = await backend.ask('POST', '/api/v2/onlinefleetmngmt/dicv/changePassword', { token, body })
  expect(change.status).toBe(200)
  expect((await tryPassword('meena', 'Another good passw0rd', mine)).status).toBe(429)
})

test('AC-12 the owner is told by mail of a lockout, at most once a day and without a secret; nobody else is', async () => {
  const before = (await mails()).length
  backend.setEnvironment({ productName: 'Truck book' })
  await lockOut('tara')
  await lockOut('nobody')
  await tryPassword('tara', 'wrong')
  await vi.waitFor(async () => expect(await mails()).toHaveLength(before + 1), 5_000)
  backend.setLead(LOGIN_LIMIT.windowMs + 1000)
  await lockOut('tara')
  backend.setLead(DAY_MS + 1000)
  await lockOut('tara')
  await vi.waitFor(async () => {
    const sent = await mails()
    expect([sent.length, Number(sent.at(-1)?.sent_at) > Date.now() + DAY_MS / 2]).toEqual([before + 2, true])
  }, 5_000)
  backend.setLead(0)
  const mail = (await mails()).at(-1)
  expect(mail).toMatchObject({ recipient: 'tara@fleet.example', subject: 'Wrong passwords for your account' })
  expect(mail?.body).toContain('10 wrong passwords for your Truck book account tara')
  expect(mail?.body).not.toMatch(/https?:|wrong,|#/)
  const files = await vi.waitFor(() => readdir(backend.outboxDir), 5_000)
  const texts = await Promise.all(files.map((file) => readFile(join(backend.outboxDir, file), 'utf8')))
  expect(texts.some((text) => text.includes('To: tara@fleet.example'))).toBe(true)
})
