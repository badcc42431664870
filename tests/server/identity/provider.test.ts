import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IDENTITY } from '#server/identity/limits.ts'
import { LOGIN_LIMIT } from '#server/identity/login-limiter.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { CLIENT, placeOf, proof, providerOf } from '#tests/kit/server/identity-provider.driver.ts'

const backend = withBackend()
const provider = providerOf(backend)
const { isAccepted } = provider
let userId = 0

beforeAll(async () => {
  userId = await backend.addUser('Asha', 'MANAGER', null)
})
beforeEach(() => backend.setLead(0))

describe('SES-61 OPEN-02 signing in', () => {
  test('the page asks for a user name and a password, runs no script, and cannot be framed', async () => {
    const { status, html, headers } = await provider.open(provider.addressFor(proof().challenge))
    expect(status).toBe(200)
    expect(html).toContain('<title>Sign in | Roadbook</title>')
    expect(html).toContain('autocomplete="username"')
    expect(html).toContain('autocomplete="current-password"')
    expect(html).not.toMatch(/<script|\son\w+=|style=/)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'set-cookie': expect.stringMatching(/; Path=\/identity\/authorize; HttpOnly; SameSite=Lax$/),
    })
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
  })

  test('the right password redirects with a code and the state, and the code is exchanged for tokens', async () => {
    const { verifier, challenge } = proof()
    const { status, headers } = await provider.signIn(provider.addressFor(challenge), ' ASHA ')
    expect(status).toBe(303)
    const place = placeOf(headers)
    expect(place).toEqual({ path: '/login', code: expect.stringMatching(/^[\w-]{43}$/), state: 'a state' })
    const answer = await provider.exchange((place as unknown as { code: string }).code, verifier)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
      expires_on: expect.any(Number),
      expires_in: expect.any(Number),
      token_type: 'Bearer',
    })
  })

  test('SES-02 the access token names the user', async () => {
    const { access_token: token } = await provider.logIn('asha')
    const { body } = await backend.ask('GET', '/api/v2/session', { token })
    expect(body).toEqual({
      ...{ id: userId, roles: ['MANAGER'], firstName: 'Asha' },
      ...{ alphaAccess: true, betaAccess: true },
    })
  })

  test('the id token is signed by the published key, for this client and this request', async () => {
    const { id_token: idToken, access_token: token } = await provider.logIn('asha')
    const { body: about } = await backend.ask('GET', '/identity/.well-known/openid-configuration')
    const { issuer, jwks_uri: keysAt } = about as { issuer: string; jwks_uri: string }
    const { body: keys } = await backend.ask('GET', new URL(keysAt).pathname)
    expect(JSON.stringify(keys)).not.toContain('"d":')
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys as JSONWebKeySet), {
      ...{ issuer, audience: CLIENT.client_id, typ: 'JWT' },
    })
    expect(payload).toMatchObject({ sub: String(userId), nonce: 'a nonce', sid: expect.any(String) })
    expect(await isAccepted(token)).toBe(true)
    expect(await isAccepted(idToken)).toBe(false)
  })

  test.each([
    ['a wrong password', 'asha', 'wrong'],
    ['nobody', 'no-such-user', PASSWORD],
    ['an empty form', '', ''],
  ])('%s shows the page again with the reason', async (_name, userName, password) => {
    const { status, body } = await provider.signIn(provider.addressFor(proof().challenge), userName, password)
    expect(status).toBe(200)
    expect(String(body)).toContain('role="alert">Enter Valid Credentials<')
    expect(String(body)).not.toContain(`value="${PASSWORD}"`)
  })

  test('typed text is shown as text', async () => {
    const { body } = await provider.signIn(
      provider.addressFor(proof().challenge),
      '"><script>1</script>',
      'x',
    )
    expect(String(body)).toContain('value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"')
  })

  test('AC-12 it shares the limit of the other login', async () => {
    await backend.addUser('target', 'MANAGER', null)
    const address = provider.addressFor(proof().challenge)
    for (let i = 0; i < LOGIN_LIMIT.perAccount; i += 1)
      await (i % 2
        ? provider.signIn(address, 'target', 'wrong')
        : backend.ask('POST', '/api/v2/login', { body: { userName: 'target', password: 'wrong' } }))
    const { status, body, headers } = await provider.signIn(address, 'TARGET')
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(String(body)).toContain('Too many failed logins')
  })

  test("a forged form is refused: no cookie, another browser's, another request's", async () => {
    const address = provider.addressFor(proof().challenge)
    const [mine, theirs] = [await provider.open(address), await provider.open(address)]
    const fields = { userName: 'asha', password: PASSWORD }
    const other = provider.addressFor(proof().challenge, { state: 'another' })
    const answers = [
      await provider.send(address, '', { ...fields, formToken: mine.formToken }),
      await provider.send(address, mine.cookie, { ...fields, formToken: theirs.formToken }),
      await provider.send(other, mine.cookie, { ...fields, formToken: mine.formToken }),
      await provider.send(address, mine.cookie, fields),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const { status } = await provider.send(address, mine.cookie, { ...fields, formToken: mine.formToken })
    expect(status).toBe(303)
  })

  test('a form that is too large or of another type is refused with a page', async () => {
    const address = provider.addressFor(proof().challenge)
    const large = await provider.send(address, '', { password: 'x'.repeat(20_000) })
    expect(large.status).toBe(413)
    expect(large.headers['content-type']).toBe('text/html; charset=utf-8')
    const json = await backend.ask('POST', address, { headers: { 'content-type': 'text/xml' }, body: '<a/>' })
    expect(json.status).toBe(415)
  })
})

describe('SE-07 refresh tokens belong to a client', () => {
  test('SE-07 another client’s id is refused without ending the login', async () => {
    const { refresh_token: refreshToken } = await provider.logIn('asha')
    for (const client_id of ['evil', '']) {
      const { status, body } = await provider.refresh(refreshToken, { client_id })
      expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    }
    expect((await provider.refresh(refreshToken)).status).toBe(200)
    // Used by now: for another client that is still not a reuse.
    backend.setLead(IDENTITY.graceMs + 1_000)
    const login = await provider.logIn('asha')
    const next = (await provider.refresh(login.refresh_token)).body as { refresh_token: string }
    backend.setLead(2 * IDENTITY.graceMs + 3_000)
    expect((await provider.refresh(login.refresh_token, { client_id: 'evil' })).status).toBe(400)
    expect((await provider.refresh(next.refresh_token)).status).toBe(200)
  })
})

describe('SES-18 ending a session', () => {
  const logOut = (fields: Readonly<Record<string, string>>, method: 'GET' | 'POST' = 'GET') => {
    const text = new URLSearchParams(fields).toString()
    return method === 'GET'
      ? backend.ask('GET', `/identity/logout?${text}`)
      : backend.ask('POST', '/identity/logout', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: text,
        })
  }

  test.each(['GET', 'POST'] as const)(
    'SES-18 a %s with the id token ends the login and redirects back',
    async (method) => {
      const { id_token, access_token: token, refresh_token: refreshToken } = await provider.logIn('asha')
      const other = await provider.logIn('asha')
      // Hints are valid after the id token has expired.
      backend.setLead(IDENTITY.idTokenLifeS * 1000 - 10_000)
      const fields = { id_token_hint: id_token, post_logout_redirect_uri: '/login', state: 'back' }
      const { status, headers } = await logOut(fields, method)
      expect(status).toBe(303)
      expect(headers).toMatchObject({ location: '/login?state=back', 'clear-site-data': '"cache"' })
      expect(await isAccepted(token)).toBe(false)
      expect((await provider.refresh(refreshToken)).status).toBe(400)
      expect((await provider.refresh(other.refresh_token)).status).toBe(200)
      backend.setLead(IDENTITY.idTokenLifeS * 1000 + 60_000)
      expect((await logOut(fields, method)).status).toBe(303)
    },
  )

  test.each(['https://evil.example/', '//evil.example', '/login/', '/'])(
    'SES-18 %s is refused as a return address',
    async (address) => {
      const { id_token, refresh_token: refreshToken } = await provider.logIn('asha')
      const answer = await logOut({ id_token_hint: id_token, post_logout_redirect_uri: address })
      expect(answer.status).toBe(400)
      expect(answer.headers).not.toHaveProperty('location')
      expect((await provider.refresh(refreshToken)).status).toBe(400)
    },
  )

  test('without an id token, or with another token, nothing ends', async () => {
    const { access_token: token } = await provider.logIn('asha')
    for (const hint of ['', 'x.y.z', token]) {
      const answer = await logOut({ id_token_hint: hint, post_logout_redirect_uri: '/login' })
      expect(answer.status).toBe(400)
      expect(answer.headers).not.toHaveProperty('location')
    }
    expect(await isAccepted(token)).toBe(true)
  })
})
