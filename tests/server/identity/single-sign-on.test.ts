import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unlinkUser } from '#server/commands/user-commands.ts'
import { createIdentityLinks } from '#server/identity/identity-links.repository.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { PASSWORD, withBackend } from '#tests/kit/server/backend.fixture.ts'
import {
  OUTSIDE_CLIENT,
  type OutsideProvider,
  sign,
  startOutsideProvider,
} from '#tests/kit/server/outside-provider.ts'
import { proof } from '#tests/kit/server/token-endpoint.driver.ts'
import { CLIENT, LOGIN_URL, PORTAL, singleSignOnOf } from './single-sign-on.driver.ts'

const backend = withBackend({ publicUrl: PORTAL, ssoClientSecret: OUTSIDE_CLIENT.secret })
const portal = singleSignOnOf(backend)
const { isAccepted } = portal
const users = () => createUserRepository({ db: backend.database.db })
let outside: OutsideProvider

/** A user here and an account there with the same e-mail address. */
const addPerson = async (name: string, { verified = true } = {}): Promise<number> => {
  const id = await backend.addUser(name, 'MANAGER', null)
  await users().change(id, { email: `${name}@Fleet.example` })
  outside.addAccount(`${name} outside`, `${name}@fleet.EXAMPLE`, verified)
  return id
}
const signIn = (name: string) => portal.signIn(`${name} outside`)
const logIn = (name: string) => portal.logIn(`${name} outside`)

const configure = (change: Readonly<Record<string, unknown>> = {}) =>
  backend.setEnvironment({
    identityProvider: { issuer: outside.issuer, clientId: OUTSIDE_CLIENT.id, ...change },
  })

let asha = 0
beforeAll(async () => {
  outside = await startOutsideProvider(LOGIN_URL)
  configure()
  asha = await addPerson('asha')
})
afterAll(() => outside.stop())
beforeEach(() => backend.setLead(0))
afterEach(() => {
  outside.reSignWith(null)
  outside.claimIssuer(null)
  outside.setDown(false)
  configure()
})

describe('SES-61 OPEN-02 signing in at the provider', () => {
  test('OPEN-06 clients are told where to go, and neither issuer nor secret', async () => {
    const { body } = await backend.ask('GET', '/env.json')
    expect(body).toHaveProperty('identityProvider', {
      ...{ clientId: OUTSIDE_CLIENT.id, redirectUri: LOGIN_URL, scope: 'openid email' },
      ...{ authorizeUrl: '/identity/authorize', logoutUrl: '/identity/logout' },
    })
  })

  test('as delivered no provider is offered', async () => {
    backend.setEnvironment({})
    expect((await backend.ask('GET', '/env.json')).body).toHaveProperty('identityProvider', null)
    const to = await portal.begin(proof().challenge)
    expect(to.href).toBe(`${LOGIN_URL}?error=unauthorized_client`)
  })

  test('SE-13 the browser goes to the provider with PKCE, its state, and a nonce of the server', async () => {
    const { challenge } = proof()
    const to = await portal.begin(challenge)
    expect(to.origin).toBe(outside.issuer)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      ...{ client_id: OUTSIDE_CLIENT.id, redirect_uri: LOGIN_URL, response_type: 'code' },
      ...{ scope: 'openid email', state: 'a state', nonce: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })
    const [again, other] = [await portal.begin(challenge), await portal.begin(proof().challenge)]
    expect(again.searchParams.get('nonce')).toBe(to.searchParams.get('nonce'))
    expect(other.searchParams.get('nonce')).not.toBe(to.searchParams.get('nonce'))
    const fresh = await portal.begin(challenge, { prompt: 'login' })
    expect(fresh.searchParams.get('prompt')).toBe('login')
  })

  test('SES-08 SES-24 the code gives the portal’s tokens and the provider’s id token', async () => {
    const { verifier, challenge } = proof()
    const returned = await portal.returnOf('asha outside', challenge)
    expect(returned.searchParams.get('state')).toBe('a state')
    const { status, body, headers } = await portal.exchange(returned, verifier)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ access_token: expect.any(String), refresh_token: expect.any(String) },
        ...{ id_token: expect.any(String), token_type: 'Bearer' },
        ...{ expires_on: expect.any(Number), expires_in: expect.any(Number) },
      },
    })
    expect(headers['cache-control']).toBe('no-store')
    const { access_token: token, id_token: idToken } = body as Record<string, string>
    expect((await backend.ask('GET', '/api/v2/session', { token: token ?? '' })).body).toMatchObject({
      id: asha,
    })
    expect(await isAccepted(idToken ?? '')).toBe(false)
  })

  test('SES-23 the session is the portal’s own: it is refreshed while the provider is down', async () => {
    const { refresh_token: refreshToken } = await logIn('asha')
    outside.setDown(true)
    const { status, body } = await portal.refresh(refreshToken)
    expect(status).toBe(200)
    expect(await isAccepted((body as { access_token: string }).access_token)).toBe(true)
  })

  test('a client that the provider does not know lets nobody in, and the log says why', async () => {
    configure({ clientId: 'unknown to the provider' })
    const { verifier } = proof()
    const { body } = await portal.exchange({ code: 'c', iss: outside.issuer }, verifier, {
      client_id: 'unknown to the provider',
    })
    expect(body).toMatchObject({ code: 'signOnRefused' })
    expect(backend.logged.join('')).toContain('the provider does not know the client or its secret')
  })
})

describe('which user a person is', () => {
  test('by a verified e-mail address at first, then by the subject, whatever becomes of the address', async () => {
    const id = await addPerson('meena')
    await logIn('meena')
    outside.addAccount('meena outside', 'another@fleet.example', false)
    const { access_token: token } = await logIn('meena')
    expect((await backend.ask('GET', '/api/v2/session', { token })).body).toMatchObject({ id })
  })

  test('an address that is not verified lets nobody in', async () => {
    await addPerson('ravi', { verified: false })
    const { status, body } = await signIn('ravi')
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'emailUnverified' } })
    const links = await backend.database.db.selectFrom('identity_link').select('subject').execute()
    expect(links).not.toContainEqual({ subject: 'ravi outside' })
  })

  test('a person whom nobody has added is told so and gets no account', async () => {
    outside.addAccount('stranger', 'stranger@fleet.example')
    const before = await users().list()
    const { status, body } = await portal.signIn('stranger')
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { error: 'access_denied', code: 'personUnknown' },
    })
    expect(await users().list()).toEqual(before)
  })

  test('an address that has gone to somebody else does not open the first one’s account until it is unlinked', async () => {
    await addPerson('kavya')
    await logIn('kavya')
    outside.addAccount('the next kavya', 'kavya@fleet.example')
    expect((await portal.signIn('the next kavya')).body).toMatchObject({ code: 'userLinkedElsewhere' })
    const links = createIdentityLinks({ db: backend.database.db })
    expect(await unlinkUser(users(), links, 'Kavya')).toBe('Unlinked kavya.')
    expect(await unlinkUser(users(), links, 'kavya')).toContain('was not linked')
    expect((await portal.signIn('the next kavya')).status).toBe(200)
  })

  test("an address cannot become another user's, and opens the one who has it", async () => {
    const first = await addPerson('first')
    const second = await backend.addUser('second', 'MANAGER', null)
    await expect(users().change(second, { email: 'FIRST@fleet.example' })).rejects.toMatchObject({
      code: 'emailTaken',
    })
    expect((await signIn('first')).status).toBe(200)
    const linked = await backend.database.db
      .selectFrom('identity_link')
      .select('user_id')
      .where('user_id', 'in', [first, second])
      .execute()
    expect(linked).toEqual([{ user_id: first }])
  })

  test('an address that only looks like a user’s opens nobody’s login, and leaves the user theirs', async () => {
    await addPerson('lakshmik')
    outside.addAccount('look-alike', 'lakshmi\u212A@fleet.example')
    expect((await portal.signIn('look-alike')).body).toMatchObject({ code: 'personUnknown' })
    expect((await signIn('lakshmik')).status).toBe(200)
  })

  test.each([true, false])('a disabled user stays out (known to the provider: %s)', async (isLinked) => {
    const name = `leaver ${isLinked}`.replace(' ', '-')
    const id = await addPerson(name)
    if (isLinked) await logIn(name)
    await users().disable(id)
    expect((await signIn(name)).body).toMatchObject({ code: 'userDisabled' })
  })

  test('two first logins of one person at once are one user', async () => {
    await addPerson('twice')
    const answers = await Promise.all([signIn('twice'), signIn('twice'), signIn('twice')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

describe('SE-13 codes and requests', () => {
  test.each([
    ['another client', { client_id: 'evil' }, 'unauthorized_client'],
    ['a foreign host', { redirect_uri: 'https://evil.example/login' }, 'invalid_request'],
    ['a longer address', { redirect_uri: `${LOGIN_URL}1` }, 'invalid_request'],
    ['no address', { redirect_uri: undefined }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['an endless state', { state: 'x'.repeat(501) }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ])('SE-13 %s returns to the portal’s own login page', async (_name, change, error) => {
    const to = await portal.begin(proof().challenge, change)
    expect(to.origin + to.pathname).toBe(LOGIN_URL)
    expect(to.searchParams.get('error')).toBe(error)
    expect((to.searchParams.get('state') ?? '').length).toBeLessThanOrEqual(500)
  })

  test.each([
    ['a wrong verifier', () => ({ code_verifier: proof().verifier })],
    ['no verifier', () => ({ code_verifier: '' })],
    ['another address', () => ({ redirect_uri: '/login' })],
    ['another client', () => ({ client_id: 'roadbook' })],
  ])('SE-13 a code with %s gives nothing', async (_name, change) => {
    const { verifier, challenge } = proof()
    const returned = await portal.returnOf('asha outside', challenge)
    const { status, body } = await portal.exchange(returned, verifier, change())
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: expect.stringMatching(/^code(Invalid|Missing)$/) })
  })

  test('SE-13 a made-up code, and one of another issuer, give nothing', async () => {
    const { verifier, challenge } = proof()
    const made = await portal.exchange({ code: 'made-up', iss: outside.issuer }, verifier)
    expect(made.body).toMatchObject({ error: 'invalid_grant', code: 'codeInvalid' })
    const returned = await portal.returnOf('asha outside', challenge)
    const mixed = await portal.exchange({ ...returned, iss: 'https://evil.example' }, verifier)
    expect(mixed.body).toMatchObject({ code: 'signOnRefused' })
  })

  test('SE-13 a code used twice is refused and ends the login it began', async () => {
    const { verifier, challenge } = proof()
    const returned = await portal.returnOf('asha outside', challenge)
    const { access_token: token = '', refresh_token: refreshToken = '' } = (
      await portal.exchange(returned, verifier)
    ).body as Record<string, string>
    expect(await isAccepted(token)).toBe(true)
    expect((await portal.exchange(returned, verifier)).body).toMatchObject({ code: 'codeInvalid' })
    expect((await portal.refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    backend.setLead(2_000)
    expect(await isAccepted(token)).toBe(false)
  })

  test('SE-13 of ten simultaneous exchanges of one code at most one gives tokens, and those are revoked', async () => {
    const { verifier, challenge } = proof()
    const returned = await portal.returnOf('asha outside', challenge)
    const answers = await Promise.all(Array.from({ length: 10 }, () => portal.exchange(returned, verifier)))
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted.length).toBeLessThanOrEqual(1)
    for (const { body } of granted)
      expect((await portal.refresh((body as { refresh_token: string }).refresh_token)).status).toBe(400)
  })

  test('the database holds no code and no verifier', async () => {
    const { verifier, challenge } = proof()
    const returned = await portal.returnOf('asha outside', challenge)
    await portal.exchange(returned, verifier)
    const rows = await backend.database.db.selectFrom('redeemed_code').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const secret of [returned.code, verifier]) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('what the provider answers is checked', () => {
  const change = (claims: Readonly<Record<string, unknown>>) =>
    outside.reSignWith((own, key) => sign({ ...own, ...claims }, key))

  test.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another-client' }],
    ['an audience beside ours', { aud: [OUTSIDE_CLIENT.id, 'another-client'], azp: 'another-client' }],
    ['a nonce of another login', { nonce: 'of another login' }],
    ['no nonce', { nonce: undefined }],
    ['an hour ago as its end', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['a time to come as its issue', { iat: Math.floor(Date.now() / 1000) + 600 }],
    ['an issue of an hour ago', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['no subject', { sub: undefined }],
    ['our audience, but made for another client', { azp: 'another-client' }],
    ['a NUL in its subject', { sub: 'a\0b' }],
  ])('an id token with %s lets nobody in', async (_name, claims) => {
    change(claims)
    const { status, body } = await signIn('asha')
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'signOnRefused' } })
    expect(backend.logged.join('')).toContain('single sign-on failed')
  })

  test('an e-mail address with a NUL is nobody’s', async () => {
    change({ sub: 'somebody new', email: 'a\0@b.example', email_verified: true })
    expect(await signIn('asha')).toMatchObject({ status: 403, body: { code: 'personUnknown' } })
  })

  test('the same id token untouched is accepted', async () => {
    change({})
    expect((await signIn('asha')).status).toBe(200)
  })

  test('an id token of another key, of a shared secret or without a signature lets nobody in', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const forge = [
      (claims: JWTPayload, kid: string) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey),
      (claims: JWTPayload) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(OUTSIDE_CLIENT.secret)),
      async (claims: JWTPayload) =>
        `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`,
    ]
    for (const each of forge) {
      outside.reSignWith((claims, { kid = '' }) => each(claims, kid))
      expect((await signIn('asha')).body).toMatchObject({ code: 'signOnRefused' })
    }
  })

  test('a provider whose metadata names another issuer is not used', async () => {
    outside.claimIssuer('https://evil.example')
    configure({ issuer: `${outside.issuer}/` })
    const to = await portal.begin(proof().challenge)
    expect(to.href).toBe(`${LOGIN_URL}?error=server_error&state=a+state`)
  })

  test('a new signing key of the provider works at once', async () => {
    expect((await signIn('asha')).status).toBe(200)
    await outside.rotate()
    expect((await signIn('asha')).status).toBe(200)
  })
})

describe('a provider that is down', () => {
  test('is reported on the login page, and passwords work', async () => {
    // Not asked before, so that no metadata is known.
    configure({ scope: 'openid email profile' })
    outside.setDown(true)
    const to = await portal.begin(proof().challenge)
    expect(to.href).toBe(`${LOGIN_URL}?error=temporarily_unavailable&state=a+state`)
    expect(await isAccepted((await backend.logIn('asha')).token)).toBe(true)
    outside.setDown(false)
    expect((await portal.begin(proof().challenge)).origin).toBe(outside.issuer)
  })

  test('after the sign-in is reported too', async () => {
    const { verifier, challenge } = proof()
    const returned = await portal.returnOf('asha outside', challenge)
    outside.setDown(true)
    const { status, body } = await portal.exchange(returned, verifier)
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { error: 'temporarily_unavailable', code: 'signOnAway' },
    })
  })
})

describe('SES-18 logging out', () => {
  const logOut = () =>
    backend.ask('POST', '/identity/logout', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `id_token_hint=x.y.z&post_logout_redirect_uri=${encodeURIComponent(LOGIN_URL)}`,
    })

  test('SES-18 CONFLICT-40 the form goes on to the provider, with nothing in the address', async () => {
    const { status, headers } = await logOut()
    expect(status).toBe(307)
    expect(headers['location']).toBe(`${outside.issuer}/session/end`)
  })

  test('the pages may send that form', async () => {
    await portal.begin(proof().challenge)
    const { headers } = await backend.ask('GET', '/healthz')
    expect(headers['content-security-policy']).toContain(`; form-action 'self' ${outside.issuer}`)
    backend.setEnvironment({})
    await portal.begin(proof().challenge)
    const { headers: without } = await backend.ask('GET', '/healthz')
    expect(without['content-security-policy']).toMatch(/; form-action 'self'$/)
  })

  test('without a provider, or while it is down, the log-out ends at the login page', async () => {
    backend.setEnvironment({})
    expect(await logOut()).toMatchObject({ status: 303, headers: { location: LOGIN_URL } })
    configure({ scope: 'openid' })
    outside.setDown(true)
    expect(await logOut()).toMatchObject({ status: 303, headers: { location: LOGIN_URL } })
  })
})

test('SE-14 no code, verifier, token or secret is logged', async () => {
  const { verifier, challenge } = proof()
  const returned = await portal.returnOf('asha outside', challenge)
  const tokens = Object.values((await portal.exchange(returned, verifier)).body as Record<string, unknown>)
  const secrets = [returned.code, verifier, OUTSIDE_CLIENT.secret, PASSWORD, 'asha@fleet']
  const texts = tokens.filter((token): token is string => typeof token === 'string' && token !== 'Bearer')
  expect(texts).toHaveLength(3)
  const log = backend.logged.join('')
  for (const path of ['/identity/authorize', '/token']) expect(log).toContain(path)
  for (const secret of [...secrets, ...texts]) expect(log).not.toContain(secret)
})

test('SE-07 a login by the provider is refreshed by its own client alone', async () => {
  const { refresh_token: refreshToken } = await logIn('asha')
  expect(CLIENT.client_id).not.toBe('roadbook')
  const asPassword = await backend.ask('POST', '/identity/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `client_id=roadbook&grant_type=refresh_token&refresh_token=${refreshToken}`,
  })
  expect(asPassword.status).toBe(400)
  expect((await portal.refresh(refreshToken)).status).toBe(200)
})
