import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttp } from '#src/services/http/http.ts'
import { createIdentityLogin } from '#src/services/session/identity-login.ts'
import { createSessionService } from '#src/services/session/session-service.ts'
import { createFixedBarrier } from '#src/services/session/token-barrier.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { type Answerer, json, startServer } from '#tests/kit/services/http-server.ts'

const PROVIDER = {
  clientId: 'portal',
  redirectUri: '/login',
  scope: 'openid',
  authorizeUrl: '/identity/authorize',
  logoutUrl: 'https://id.example/logout',
}
const USER = {
  ...{ id: 7, roles: ['MANAGER'], firstName: 'Asha', betaAccess: true, alphaAccess: false },
  timeZone: 'Europe/Berlin',
} as const
const GRANT = {
  ...{ access_token: 'a1', refresh_token: 'r1', id_token: 'i.d.t', expires_on: 2_000_000_000 },
  ...{ expires_in: 300, token_type: 'Bearer' },
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const good: Answerer = (seen, response) =>
  seen.path === '/identity/token' ? json(response, 200, GRANT) : json(response, 200, USER)

/** A page at an address, with what waits in its session storage. */
const openAt = async (
  search: string,
  {
    waiting,
    answer = good,
    redirectUri = PROVIDER.redirectUri,
  }: { waiting?: unknown; answer?: Answerer; redirectUri?: string } = {},
) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  const fixture = createHttpFixture(server.base)
  if (waiting !== undefined) fixture.page.session.set('forReturn', JSON.stringify(waiting))
  const left: string[] = []
  const replaced: string[] = []
  const forms: { action: string; method: string; fields: Record<string, string> }[] = []
  const element = () => {
    const made = { action: '', method: '', fields: {} as Record<string, string>, name: '', value: '' }
    return Object.assign(made, {
      append: (field: { name: string; value: string }) => {
        made.fields[field.name] = field.value
      },
      submit: () => forms.push(made),
    })
  }
  const environment = () => ({ ...fixture.environment(), identityProvider: { ...PROVIDER, redirectUri } })
  const page = {
    crypto,
    location: {
      search,
      pathname: '/login',
      href: `https://portal.example/login${search}`,
      assign: (to: string) => left.push(to),
    },
    history: {
      state: null,
      replaceState: (_: unknown, _title: string, to: URL) => replaced.push(to.pathname + to.search),
    },
    document: { createElement: element, body: { append: () => {} } },
  } as unknown as Parameters<typeof createIdentityLogin>[0]['page']
  const session = createSessionService({ ...fixture, environment, lock: async (act) => act(false) })
  const login = createIdentityLogin({
    ...{ page, session, environment },
    ...{ http: fixture.http, grants: fixture.grants, storage: fixture.storage },
    asBearer: (token) =>
      createHttp({
        ...{ environment, barrier: createFixedBarrier(token), userId: () => null, actingFor: () => null },
        ...{ cdsMode: () => null, sessionLost: () => {} },
      }),
  })
  return { ...fixture, server, login, session, left, replaced, forms }
}

const WAITING = { state: 's1', verifier: 'v1', savedLocation: '/alerts' }

describe('leaving for the identity provider', () => {
  test('SES-61 OPEN-02 the address carries an S256 challenge and a state, and the verifier stays in the page', async () => {
    const { login, left, page } = await openAt('')
    void login.go('/alerts')
    await expect.poll(() => left).toHaveLength(1)
    const address = new URL(left[0] ?? '')
    expect(address.origin + address.pathname).toBe('https://portal.example/identity/authorize')
    const kept = JSON.parse(page.session.get('forReturn') ?? '')
    expect(kept).toEqual({
      state: expect.stringMatching(/^[\w-]{43}$/),
      verifier: expect.stringMatching(/^[\w-]{43}$/),
      savedLocation: '/alerts',
    })
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: 'portal', redirect_uri: '/login', scope: 'openid' },
      ...{ state: kept.state, code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(kept.verifier).digest('base64url'),
    })
    expect(address.href).not.toContain(kept.verifier)
  })

  test('OPEN-02 a page at another address than the provider returns to says so instead of leaving', async () => {
    const { login, left, page } = await openAt('', { redirectUri: 'https://fleet.example/login' })
    await expect(login.go(null)).rejects.toThrow('https://fleet.example')
    expect(left).toEqual([])
    expect(page.session.size).toBe(0)
  })

  test('each login has its own state and verifier', async () => {
    const { login, left } = await openAt('')
    void login.go(null)
    void login.go(null)
    await expect.poll(() => left).toHaveLength(2)
    expect(new Set(left.map((to) => new URL(to).searchParams.get('state'))).size).toBe(2)
    expect(new Set(left.map((to) => new URL(to).searchParams.get('code_challenge'))).size).toBe(2)
  })
})

describe('returning', () => {
  test('CONFLICT-40 code and state are removed from the address at once, and the pending login is consumed', async () => {
    const { login, replaced, page } = await openAt('?code=c1&state=s1', { waiting: WAITING })
    expect(replaced).toEqual(['/login'])
    expect(page.session.size).toBe(0)
    expect(login.returned()).toEqual({ savedLocation: '/alerts' })
  })

  test.each(['', '?code=c1', '?state=s1', '?vehicle=5'])(
    'an address with %j is not a return',
    async (search) => {
      const { login, replaced, page } = await openAt(search, { waiting: WAITING })
      expect(login.returned()).toBeNull()
      expect(replaced).toEqual([])
      expect(page.session.size).toBe(1)
    },
  )

  test('SES-02 SES-08 SES-12 SES-13 SES-14 SES-61 the code gives the same session as a password', async () => {
    const { login, server, page } = await openAt('?code=c1&state=s1', { waiting: WAITING })
    expect(await login.finish()).toMatchObject({ kind: 'accepted', user: USER, expiresOn: 2_000_000_000 })
    const [exchange, who] = server.seen
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      ...{ client_id: 'portal', redirect_uri: '/login', scope: 'openid' },
      ...{ grant_type: 'authorization_code', code: 'c1', code_verifier: 'v1' },
    })
    expect(who).toMatchObject({ path: '/api/v2/session', headers: { authorization: 'Bearer a1' } })
    const stored = Object.fromEntries(page.local)
    expect(JSON.parse(stored['user'] ?? '')).toEqual({ ...USER, token: 'a1' })
    expect(JSON.parse(stored['grant'] ?? '')).toMatchObject({ refreshToken: 'r1', codeVerifier: 'v1' })
    expect(stored).toMatchObject({
      ...{ id_token: 'i.d.t', refreshRate: '60', dtcPopup: 'true', firstName: 'Asha' },
      ...{ alphaUser: 'false', betaUser: 'true' },
    })
  })

  test.each([
    ['another state', '?code=c1&state=s2', WAITING, 'mismatch'],
    ['nothing that waited', '?code=c1&state=s1', undefined, 'mismatch'],
    ['garbage that waited', '?code=c1&state=s1', { state: 's1' }, 'mismatch'],
    ['a refusal', '?error=access_denied&state=s1', WAITING, 'denied'],
    ['a provider that is down', '?error=temporarily_unavailable&state=s1', WAITING, 'away'],
    ['another error', '?error=server_error&state=s1', WAITING, 'failed'],
  ])('SE-13 %s logs no one in and sends no request', async (_name, search, waiting, why) => {
    const { login, server, page } = await openAt(search, { ...(waiting ? { waiting } : {}) })
    expect(await login.finish()).toEqual({ kind: 'failed', why })
    expect(server.seen).toEqual([])
    expect(page.local.size).toBe(0)
  })

  test('the issuer that came with the code is sent with it', async () => {
    const { login, server } = await openAt('?code=c1&state=s1&iss=https%3A%2F%2Fid.example', {
      waiting: WAITING,
    })
    await login.finish()
    expect(new URLSearchParams(server.seen[0]?.body).get('iss')).toBe('https://id.example')
  })

  test.each(['personUnknown', 'emailUnverified', 'userDisabled', 'userLinkedElsewhere'])(
    '%s is reported by its code, and the next sign-in asks who it is',
    async (code) => {
      const { login, left, page } = await openAt('?code=c1&state=s1', {
        waiting: WAITING,
        answer: (_, response) =>
          json(response, 403, { error: 'access_denied', error_description: 'no', code }),
      })
      await expect(login.finish()).rejects.toMatchObject({ name: 'CallRefused', code })
      expect(page.local.size).toBe(0)
      void login.go(null)
      await expect.poll(() => left).toHaveLength(1)
      expect(new URL(left[0] ?? '').searchParams.get('prompt')).toBe('login')
    },
  )

  test('an expired code is reported as such', async () => {
    const { login, page } = await openAt('?code=c1&state=s1', {
      waiting: WAITING,
      answer: (_, response) =>
        json(response, 400, { error: 'invalid_grant', error_description: 'used', code: 'codeInvalid' }),
    })
    expect(await login.finish()).toEqual({ kind: 'failed', why: 'expired' })
    expect(page.local.size).toBe(0)
  })

  test('SE-16 no partial session is left if the user cannot be fetched', async () => {
    const { login, page } = await openAt('?code=c1&state=s1', {
      waiting: WAITING,
      answer: (seen, response) =>
        seen.path === '/identity/token' ? json(response, 200, GRANT) : json(response, 503, {}),
    })
    await expect(login.finish()).rejects.toMatchObject({ name: 'CallRefused' })
    expect(page.local.size).toBe(0)
  })

  test('SES-25 a 417 of the provider gives what it said', async () => {
    const { login, page } = await openAt('?code=c1&state=s1', {
      waiting: WAITING,
      answer: (_, response) => json(response, 417, { message: 'Not now' }),
    })
    await expect(login.finish()).rejects.toMatchObject({ name: 'CallRefused', message: 'Not now' })
    expect(page.local.size).toBe(0)
  })
})

describe('SES-18 logging out', () => {
  test('SES-18 CONFLICT-40 the id token is sent to the log out address in a form, not in the address', async () => {
    const { login, session, forms } = await openAt('?code=c1&state=s1', { waiting: WAITING })
    await login.finish()
    const logOutAtProvider = login.logOutAtProvider()
    await session.forget('expired')
    void logOutAtProvider?.()
    expect(forms).toMatchObject([
      {
        ...{ method: 'post', action: 'https://id.example/logout' },
        fields: { id_token_hint: 'i.d.t', post_logout_redirect_uri: '/login' },
      },
    ])
  })

  test('a session opened with a password does not leave the page', async () => {
    const { login, grants } = await openAt('')
    grants.write({ ...grantOf('a1'), codeVerifier: '' })
    expect(login.logOutAtProvider()).toBeNull()
  })
})
