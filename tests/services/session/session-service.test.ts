import { afterEach, describe, expect, test } from 'vitest'
import { createSessionService } from '#src/services/session/session-service.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { type Answerer, json, startServer } from '#tests/kit/services/http-server.ts'

const USER = {
  id: 7,
  roles: ['CUSTOMER', 'MANAGER'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: false,
  timeZone: 'Europe/Berlin',
} as const
const TOKENS = { access_token: 'a1', refresh_token: 'r1', expires_on: 2_000_000_000 }

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const sessionOn = async (answer: Answerer) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  const fixture = createHttpFixture(server.base)
  const session = createSessionService({ ...fixture, lock: (work) => work(false), now: () => 1_000 })
  return { ...fixture, server, session }
}

const loggedIn = async (answer: Answerer) => {
  const all = await sessionOn((seen, response) =>
    seen.path === '/api/v2/login'
      ? json(response, 200, { user: USER, grant: TOKENS }, { date: 'Fri, 20 Nov 2026 10:00:00 GMT' })
      : answer(seen, response),
  )
  await all.session.logIn({ userName: 'asha', password: 'pw' })
  return all
}

const refreshing = (reply: Answerer) => loggedIn(reply)

describe('log in', () => {
  test('SES-02 SES-04 SES-07 SES-11 SES-12 SES-13 SES-14 CST-01 OPEN-82 stores user, tokens with expiry in seconds, refresh rate and flags', async () => {
    const { page, session, server } = await loggedIn(() => undefined)
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ userName: 'asha', password: 'pw' })
    const stored = Object.fromEntries(page.local)
    expect(JSON.parse(stored['user'] ?? '')).toEqual({ ...USER, token: 'a1' })
    expect(JSON.parse(stored['grant'] ?? '')).toMatchObject({
      accessToken: 'a1',
      refreshToken: 'r1',
      expiresOn: 2_000_000_000,
    })
    expect(stored).toMatchObject({
      refreshRate: '60',
      dtcPopup: 'true',
      firstName: 'Asha',
      alphaUser: 'false',
      betaUser: 'true',
    })
    expect(session.userId()).toBe(7)
  })

  test("SE-10 the issue time of the tokens is the server's, and no token is among the emitted values", async () => {
    const { session } = await sessionOn((_, response) =>
      json(response, 200, { user: USER, grant: TOKENS }, { date: 'Fri, 20 Nov 2026 10:00:00 GMT' }),
    )
    expect(await session.logIn({ userName: 'a', password: 'b' })).toEqual({
      kind: 'accepted',
      user: USER,
      expiresOn: 2_000_000_000,
      now: Date.parse('2026-11-20T10:00:00Z'),
    })
  })

  test('SES-26 wrong credentials are refused and nothing is stored', async () => {
    const { session, page } = await sessionOn((_, response) =>
      json(response, 200, { '401': 'UNAUTHORIZED', message: 'Enter Valid Credentials' }),
    )
    expect(await session.logIn({ userName: 'a', password: 'b' })).toEqual({ kind: 'refused' })
    expect(page.local.size).toBe(0)
  })
})

describe('restore', () => {
  test('SES-01 the session exists exactly while its user record does', async () => {
    const { session, page } = await loggedIn(() => undefined)
    expect(session.restore()).toEqual({
      user: USER,
      expiresOn: 2_000_000_000,
      now: Date.parse('2026-11-20T10:00:00Z'),
    })
    page.local.delete('user')
    expect(session.restore()).toBeNull()
    expect(page.local.has('grant')).toBe(false)
  })

  test.each([
    ['user', '{"id":7}'],
    ['user', 'x'],
    ['grant', '{"accessToken":""}'],
    ['grant', 'x'],
  ])('SE-16 a garbled %s record (%s) gives no partial session', async (key, text) => {
    const { session, page } = await loggedIn(() => undefined)
    page.local.set(key, text)
    expect(session.restore()).toBeNull()
    expect([...page.local.keys()]).toEqual(['alphaUser', 'betaUser'])
  })

  test('SE-11 changes in other tabs are emitted', async () => {
    const { session, page } = await loggedIn(() => undefined)
    let notifications = 0
    session.onReplaced(() => {
      notifications += 1
    })
    page.otherTabSets('theme', 'dark')
    page.otherTabSets('user', null)
    page.otherTabSets(null, null)
    expect(notifications).toBe(2)
  })
})

describe('refresh', () => {
  const next = {
    access_token: 'a2',
    refresh_token: 'r2',
    expires_on: 2_000_000_300,
    expires_in: 300,
    token_type: 'Bearer',
  }

  test('SES-23 SES-24 sends exactly the six fields as a form and stores the new pair', async () => {
    const { session, server, grants, page } = await refreshing((_, response) =>
      json(response, 200, next, { date: 'Fri, 20 Nov 2026 10:05:00 GMT' }),
    )
    expect(await session.refresh()).toEqual({
      kind: 'refreshed',
      expiresOn: 2_000_000_300,
      now: Date.parse('2026-11-20T10:05:00Z'),
    })
    const sent = server.seen[1]
    expect(sent).toMatchObject({ method: 'POST', path: '/identity/token' })
    expect(sent?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    const fields = new URLSearchParams(sent?.body)
    expect([...fields.keys()].toSorted()).toEqual([
      'client_id',
      'code_verifier',
      'grant_type',
      'redirect_uri',
      'refresh_token',
      'scope',
    ])
    expect(fields.get('grant_type')).toBe('refresh_token')
    expect(fields.get('refresh_token')).toBe('r1')
    expect(grants.read()).toMatchObject({ accessToken: 'a2', refreshToken: 'r2' })
    expect(JSON.parse(page.local.get('user') ?? '').token).toBe('a2')
  })

  test('CONFLICT-39 invalid_grant is a refusal', async () => {
    const { session } = await refreshing((_, response) => json(response, 400, { error: 'invalid_grant' }))
    expect(await session.refresh()).toEqual({ kind: 'refused' })
  })

  test.each<[string, Answerer, number | null]>([
    ['500', (_, response) => json(response, 500, { message: 'x' }), null],
    ['503 with Retry-After', (_, response) => json(response, 503, {}, { 'retry-after': '4' }), 4000],
    ['HTML', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), null],
    ['a cut', (_, response) => void response.destroy(), null],
    ['another OAuth error', (_, response) => json(response, 400, { error: 'invalid_client' }), null],
  ])('SE-04 %s keeps the session and says when to try again', async (_, answer, retryAfterMs) => {
    const { session, grants } = await refreshing(answer)
    expect(await session.refresh()).toEqual({ kind: 'away', retryAfterMs })
    expect(grants.read()).toMatchObject({ accessToken: 'a1' })
  })

  test('SES-21 calls wait while the tokens are renewed', async () => {
    const { session, barrier } = await refreshing(() => undefined)
    const stop = new AbortController()
    const renewed = session.refresh(stop.signal)
    let isThrough = false
    const pending = barrier.token().then((token) => {
      isThrough = true
      return token
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isThrough).toBe(false)
    stop.abort()
    await expect(renewed).rejects.toMatchObject({ name: 'AbortError' })
    expect(await pending).toBe('a1')
  })

  test('SE-11 a pair that arrives after the log out is discarded', async () => {
    const { session, page } = await loggedIn(async ({ path }, response) => {
      if (path === '/identity/token') {
        await session.forget('expired')
        json(response, 200, next)
      }
    })
    expect(await session.refresh()).toEqual({ kind: 'gone' })
    expect(page.local.has('grant')).toBe(false)
    expect(page.local.has('user')).toBe(false)
  })
})

describe('log out', () => {
  const fill = ({ page }: Awaited<ReturnType<typeof loggedIn>>) => {
    for (const key of Object.values(STORED)) if (!page.local.has(key)) page.local.set(key, '1')
    page.session.set('draft', '1')
  }

  test('SES-15 SES-16 clears the session keys and keeps the interface', async () => {
    const all = await loggedIn((_, response) => json(response, 200, { message: 'bye' }))
    fill(all)
    await all.session.forget('requested')
    expect([...all.page.local.keys()].toSorted()).toEqual([
      'alertColumns',
      'alertSignals',
      'alphaUser',
      'betaUser',
      'preferences',
      'uiType',
    ])
    expect(all.page.session.size).toBe(0)
    expect(all.server.seen[1]).toMatchObject({
      path: '/api/v2/logout',
      headers: { authorization: 'Bearer a1' },
    })
  })

  test('SE-15 an expired token is renewed first, so that the server ends the login', async () => {
    const all = await loggedIn(({ path }, response) =>
      path === '/identity/token'
        ? json(response, 200, {
            ...TOKENS,
            access_token: 'a2',
            refresh_token: 'r2',
            expires_in: 300,
            token_type: 'Bearer',
          })
        : json(response, 200, { message: 'bye' }),
    )
    const over = all.grants.read()
    if (over === null) throw new Error('nobody is logged in')
    all.grants.write({ ...over, expiresOn: 1 })
    await all.session.forget('requested')
    expect(all.server.seen.slice(1)).toMatchObject([
      { path: '/identity/token' },
      { path: '/api/v2/logout', headers: { authorization: 'Bearer a2' } },
    ])
    expect(all.grants.read()).toBeNull()
  })

  test('SE-11 a server that does not answer delays nobody', async () => {
    const all = await loggedIn(() => undefined)
    await all.session.forget('requested')
    expect(all.server.seen.at(-1)).toMatchObject({ path: '/api/v2/logout' })
    expect(all.session.restore()).toBeNull()
  })

  test('SES-15 an unreachable server does not keep the user logged in', async () => {
    const all = await loggedIn((_, response) => void response.destroy())
    await all.session.forget('requested')
    expect(all.session.restore()).toBeNull()
  })

  test('an expired session is cleared without a call', async () => {
    const all = await loggedIn(() => undefined)
    await all.session.forget('expired')
    expect(all.server.seen).toHaveLength(1)
    expect(all.grants.read()).toBeNull()
  })

  test("a session replaced by another tab keeps that tab's values", async () => {
    const all = await loggedIn(() => undefined)
    all.grants.write(grantOf('of the other tab'))
    await all.session.forget('elsewhere')
    expect(all.grants.read()?.accessToken).toBe('of the other tab')
  })
})
