import { describe, expect, test } from 'vitest'
import { visitorOf } from '#src/machines/app/app.context.ts'
import { firstListAt } from '#src/machines/app/app.logic.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import {
  environment,
  sessionInfoOf,
  startApp,
  startGuest,
  startMember,
  userOf,
} from '#tests/kit/machines/app.fixture.ts'

describe('the first list', () => {
  test.each([
    ['MAP-36', '/track-trace', 'MANAGER', { kind: 'default' }],
    ['MAP-36 with a slash', '/track-trace/', 'MANAGER', { kind: 'default' }],
    ['MAP-35', '/track-trace', 'CUSTOMER', { kind: 'filter', body: { status: '' }, adds: false }],
    ['MAP-34', '/track-trace', 'SUPPORT', null],
    ['SHL-03 led on to the dashboard', '/', 'MANAGER', null],
    ['SHL-03 led elsewhere', '/', 'ROOTADMIN', null],
    ['elsewhere', '/settings', 'MANAGER', null],
    ['nowhere', '/no-such-page', 'MANAGER', null],
  ] as const)('%s at %s for %s', (_name, path, role, list) => {
    const visitor = visitorOf({ user: userOf(role), actingRole: null, uiType: null, environment })
    if (list === null) expect(firstListAt(path, visitor)).toBeNull()
    else expect(firstListAt(path, visitor)).toMatchObject(list)
  })
})

describe('SES-61 a return from the identity provider', () => {
  const comeBack = async (savedLocation: string | null) => {
    const fixture = startApp('/login')
    fixture.app.send({ type: 'identity.returned', savedLocation })
    await fixture.env.latest().resolve(environment)
    return fixture
  }

  test.each([
    ['ROOTADMIN', null, '/profile'],
    ['CSSUPPORT', null, '/cssupport'],
    ['MANAGER', null, '/track-trace'],
    ['MANAGER', '/alerts?x=1', '/alerts?x=1'],
    ['MANAGER', 'https://evil.example/', '/track-trace'],
    ['MANAGER', '/profiles/dealer', '/track-trace'],
  ] as const)(
    'SES-19 a user with role %s who requested %s lands on %s',
    async (role, savedLocation, landing) => {
      const { finish, stored, went, screen, now } = await comeBack(savedLocation)
      expect(screen()).toBe('loading')
      await finish.latest().resolve({ kind: 'accepted', ...sessionInfoOf(userOf(role)) })
      expect(stored.calls).toHaveLength(0)
      expect(went.at(0)).toEqual({ path: landing, replace: true })
      expect(now().context.savedLocation).toBeNull()
    },
  )

  test('a failed return shows the login', async () => {
    const { finish, stored, screen } = await comeBack('/alerts')
    await finish.latest().resolve({ kind: 'failed', why: 'denied' })
    await stored.latest().resolve(null)
    expect(screen()).toBe('login')
  })
})

describe('SES-19 after login', () => {
  test.each([
    ['ROOTADMIN', '/profile'],
    ['SUPERADMIN', '/profile'],
    ['CSSUPPORT', '/cssupport'],
    ['CUSTOMER', '/track-trace'],
    ['CUSTOMERADMIN', '/track-trace'],
    ['MANAGER', '/track-trace'],
    ['CONFIG MANAGER', '/settings'],
    ['ANALYTICSUSER', '/track-trace'],
    ['SUPPORT', '/track-trace'],
  ] as const)('%s goes to %s', async (role, to) => {
    const { logInAs, path } = await startGuest('/')
    await logInAs(userOf(role))
    expect(path()).toBe(to)
  })

  test('CONFLICT-07 the stored interface does not change where a login leads', async () => {
    const { app, logInAs, path } = await startGuest('/login')
    app.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType: 'alpha' })
    await logInAs(userOf('CUSTOMER'))
    expect(path()).toBe('/track-trace')
  })
})

describe('SHL-03 a member on a public route', () => {
  test.each([
    ['ROOTADMIN', 'beta', '/profile'],
    ['SUPERADMIN', 'alpha', '/profile'],
    ['CSSUPPORT', 'beta', '/cssupport'],
    ['MANAGER', 'beta', '/track-trace'],
    ['MANAGER', 'alpha', DASHBOARD],
  ] as const)('%s with the %s interface is sent to %s', async (role, uiType, to) => {
    for (const from of ['/', '/login', '/forgot-password']) {
      const { app, go, path } = await startMember('/support', userOf(role))
      app.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType })
      go(from)
      expect(path(), from).toBe(to)
    }
  })

  test('a restored session is sent there too', async () => {
    const { path } = await startMember('/', userOf('MANAGER'))
    expect(path()).toBe(DASHBOARD)
  })
})

describe('SHL-14 a guest on a private route', () => {
  test("sees 'Please login to continue.' and is sent home", async () => {
    const { notices, path, screen, went } = await startGuest('/alerts?page=2')
    expect(notices.done).toEqual([{ kind: 'warning', text: 'pleaseLogIn' }])
    expect(went).toEqual([{ path: '/', replace: true }])
    expect([path(), screen()]).toEqual(['/', 'login'])
  })

  test('OPEN-69 returns to the requested page after login, once', async () => {
    const { logInAs, now } = await startGuest('/alerts?page=2')
    await logInAs(userOf('MANAGER'))
    expect(now().context).toMatchObject({ path: '/alerts', search: '?page=2', savedLocation: null })
  })

  test('OPEN-69 lands on the usual page if the role may not open the saved location', async () => {
    const { logInAs, path } = await startGuest('/profiles/dealer')
    await logInAs(userOf('CUSTOMERADMIN'))
    expect(path()).toBe('/track-trace')
  })
})

describe('ending a session', () => {
  test('SES-17 logging out leads to the root page, without a message, and saves nothing', async () => {
    const { session, forget, notices, path, screen, now } = await startMember(
      '/track-trace',
      userOf('MANAGER'),
    )
    session().send({ type: 'session.logOut' })
    await forget.latest().resolve()
    expect([path(), screen()]).toEqual(['/', 'login'])
    expect(notices.done).toEqual([])
    expect(now().context.savedLocation).toBeNull()
    expect(selectFleet(now())).toBeUndefined()
  })

  test('OPEN-65 SES-22 after an expiry only the session message shows, and login returns to the page', async () => {
    const { session, refresh, forget, notices, path, logInAs } = await startMember(
      '/fleet-health',
      userOf('MANAGER'),
    )
    session().send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'refused' })
    await forget.latest().resolve()
    expect(notices.done).toEqual([{ kind: 'error', text: 'sessionExpired' }])
    expect(path()).toBe('/')
    await logInAs(userOf('MANAGER'))
    expect(path()).toBe('/fleet-health')
  })
})
