import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend()
const USER_DETAIL = '/api/v2/onlinefleetmngmt/dicv/getUserDetail'
let userId = 0

const refresh = (refreshToken: string) =>
  backend.ask('POST', '/identity/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: 'roadbook',
      redirect_uri: '',
      scope: 'openid',
      grant_type: 'refresh_token',
      code_verifier: '',
      refresh_token: refreshToken,
    }).toString(),
  })
const newTokenOf = ({ body }: { body: unknown }) => (body as { refresh_token: string }).refresh_token
const isAccepted = async (token: string) =>
  (await backend.ask('GET', `${USER_DETAIL}?userId=${userId}`, { token })).status === 200

beforeAll(async () => {
  userId = await backend.addUser('Asha', 'MANAGER', null)
})
beforeEach(() => backend.setLead(0))

describe('logging in', () => {
  test('OPEN-01 the right password returns the user and working tokens', async () => {
    const { status, body } = await backend.ask('POST', '/api/v2/login', {
      body: { userName: ' ASHA ', password: PASSWORD },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        ...{ id: userId, roles: ['MANAGER'], firstName: 'Asha', betaAccess: true, alphaAccess: true },
        timeZone: 'Asia/Kolkata',
      },
      grant: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_on: expect.any(Number),
      },
    })
    const { grant } = body as { grant: { access_token: string; expires_on: number } }
    expect(grant.expires_on - Date.now() / 1000).toBeGreaterThan(290)
    expect(grant.expires_on - Date.now() / 1000).toBeLessThanOrEqual(300)
    expect(await isAccepted(grant.access_token)).toBe(true)
  })

  test.each([
    ['asha', 'wrong'],
    ['nobody', PASSWORD],
  ])('SES-26 %s with %j answers 200 with the key 401', async (userName, password) => {
    const { status, body } = await backend.ask('POST', '/api/v2/login', { body: { userName, password } })
    expect(status).toBe(200)
    expect(body).toEqual({ '401': 'Unauthorized', message: 'Enter Valid Credentials' })
  })

  test('AC-12 the eleventh attempt after ten wrong passwords is refused, in any spelling, with the right password too', async () => {
    await backend.addUser('target', 'MANAGER', null)
    const guess = (userName: string, password: string, address: string) =>
      backend.ask('POST', '/api/v2/login', {
        body: { userName, password },
        headers: { 'x-forwarded-for': address },
      })
    for (let i = 0; i < 10; i += 1) await guess(i % 2 ? 'Target' : ' target', `guess ${i}`, `10.0.0.${i}`)
    const { status, body, headers } = await guess('TARGET', PASSWORD, '10.0.1.1')
    expect(status).toBe(429)
    expect(body).toMatchObject({ status: 429, error: true })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await backend.logIn('asha')).token).not.toBe('')
  })

  test('each failed login leaves a line in the log with the address, without what was typed; a right one leaves none', async () => {
    const before = backend.logged.length
    const id = await backend.addUser('tried', 'MANAGER', null)
    for (const [userName, password] of [
      ['tried', 'a wrong secret'],
      ['my secret as a name', 'a wrong secret'],
      ['tried', PASSWORD],
    ])
      await backend.ask('POST', '/api/v2/login', { body: { userName, password } })
    const lines = backend.logged.slice(before)
    const failed = lines.filter((line) => line.includes('a login failed')).map((line) => JSON.parse(line))
    expect(failed).toMatchObject([
      { level: 40, userId: id, address: '127.0.0.1' },
      { level: 40, userId: null, address: '127.0.0.1' },
    ])
    expect(lines.join('')).not.toMatch(/secret/)
  })

  test('a disabled user cannot log in, and earlier tokens are revoked', async () => {
    const id = await backend.addUser('leaver', 'MANAGER', null)
    const { token, refreshToken } = await backend.logIn('leaver')
    await backend.database.db
      .updateTable('app_user')
      .set({ disabled_at: new Date() })
      .where('id', '=', id)
      .execute()
    backend.setLead(2_000)
    const answer = await backend.ask('GET', `${USER_DETAIL}?userId=${id}`, { token })
    expect(answer.status).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(400)
    const login = await backend.ask('POST', '/api/v2/login', {
      body: { userName: 'leaver', password: PASSWORD },
    })
    expect(login.body).toHaveProperty('401')
  })
})

describe('tokens', () => {
  test('SES-23 SES-24 a refresh returns a new pair and expires_on in seconds', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const { status, body, headers } = await refresh(refreshToken)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_on: expect.any(Number),
      expires_in: expect.any(Number),
      token_type: 'Bearer',
    })
    expect(newTokenOf({ body })).not.toBe(refreshToken)
    expect(await isAccepted((body as { access_token: string }).access_token)).toBe(true)
  })

  test('SE-03 after a lost reply the same successor is returned within ten seconds', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const first = newTokenOf(await refresh(refreshToken))
    backend.setLead(9_000)
    expect(newTokenOf(await refresh(refreshToken))).toBe(first)
    expect((await refresh(first)).status).toBe(200)
  })

  test('SE-07 twenty refreshes at once get one successor', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(newTokenOf)).size).toBe(1)
  })

  test('SE-06 a spent token after the grace period ends the login: newest refresh token and access token are revoked', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const answer = await refresh(refreshToken)
    const { access_token: token } = answer.body as { access_token: string }
    expect(await isAccepted(token)).toBe(true)
    backend.setLead(11_000)
    const replayed = await refresh(refreshToken)
    expect(replayed.status).toBe(400)
    expect(replayed.body).toMatchObject({ error: 'invalid_grant', error_description: expect.any(String) })
    expect((await refresh(newTokenOf(answer))).status).toBe(400)
    expect(await isAccepted(token)).toBe(false)
    const audits = backend.logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.includes('was used again'))
    expect(audits.at(-1)).toMatchObject({ level: 40, userId })
    expect(JSON.stringify(audits)).not.toContain(refreshToken)
  })

  test('SE-07 a grandparent token within the grace period is refused and ends the login', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const second = newTokenOf(await refresh(refreshToken))
    const third = newTokenOf(await refresh(second))
    expect((await refresh(refreshToken)).status).toBe(400)
    expect((await refresh(third)).status).toBe(400)
  })

  test('SE-08 a hundred refreshes do not move the end of a login by a second', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const ENDS_MS = 7 * 24 * 3_600_000
    let current = refreshToken
    let livesFor = 0
    for (let i = 1; i <= 100; i += 1) {
      backend.setLead((i * (ENDS_MS - 100_000)) / 100)
      const answer = await refresh(current)
      expect(answer.status, `refresh ${i}`).toBe(200)
      current = newTokenOf(answer)
      livesFor = (answer.body as { expires_in: number }).expires_in
    }
    expect(livesFor).toBeLessThanOrEqual(100)
    expect(livesFor).toBeGreaterThan(50)
    backend.setLead(ENDS_MS)
    expect((await refresh(current)).status).toBe(400)
  })

  test('logout revokes access token and refresh token at once', async () => {
    const { token, refreshToken } = await backend.logIn('asha')
    const other = await backend.logIn('asha')
    const { status } = await backend.ask('POST', '/api/v2/logout', {
      token,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(200)
    expect(await isAccepted(token)).toBe(false)
    expect((await refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await isAccepted(other.token)).toBe(true)
  })

  test('an access token expires after five minutes, and a forged one is refused', async () => {
    const { token } = await backend.logIn('asha')
    const [head, , signature] = token.split('.')
    const forged = Buffer.from(
      JSON.stringify({ sub: String(userId), sid: 'x', iss: 'roadbook', aud: 'roadbook', exp: 9e9 }),
    ).toString('base64url')
    expect(await isAccepted(`${head}.${forged}.${signature}`)).toBe(false)
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    expect(await isAccepted(`${none}.${forged}.`)).toBe(false)
    backend.setLead(301_000)
    expect(await isAccepted(token)).toBe(false)
  })

  test('the database contains no token and no password in plain text', async () => {
    const { refreshToken } = await backend.logIn('asha')
    const next = newTokenOf(await refresh(refreshToken))
    const rows = await backend.database.db.selectFrom('refresh_token').selectAll().execute()
    const users = await backend.database.db.selectFrom('app_user').selectAll().execute()
    const text = JSON.stringify([rows, users])
    for (const secret of [refreshToken, next, PASSWORD]) expect(text).not.toContain(secret)
  })

  test.each([
    [{ grant_type: 'password', refresh_token: 'x' }, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'never issued' }, 'invalid_grant'],
  ])('%j is refused as %s', async (fields, error) => {
    const { status, body } = await backend.ask('POST', '/identity/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error })
  })
})
