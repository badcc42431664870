import { describe, expect, test } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import {
  selectBlockingFailure,
  selectFirstName,
  selectFleet,
  selectScreen,
  selectSession,
  selectTheme,
  selectTitle,
  selectUiType,
} from '#src/machines/app/app.selectors.ts'
import type { Navigation, Preference } from '#src/machines/app/app.setup.ts'
import {
  type FleetStreamFact,
  fleetMachine,
  type ListSummary,
  type RefreshFact,
} from '#src/machines/fleet/fleet.machine.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import type { ListRequest } from '#src/machines/fleet/list-memo.logic.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import type {
  EndReason,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionFacts,
} from '#src/machines/session/session.logic.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import { actionByHand, eventsByHand, promiseByHand } from '#tests/kit/machine-ports.ts'
import { shellByHand } from '#tests/kit/shell-machines.ts'

type Snapshot = SnapshotFrom<typeof appMachine>

const environment = { productName: 'Roadbook', apiKey: 'key' } as Environment
const userOf = (role: Role, access: Partial<SessionUser> = {}): SessionUser => ({
  id: 7,
  roles: [role],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  ...access,
})
const factsOf = (user: SessionUser): SessionFacts => ({ user, expiresOn: 2e9, now: 1.9e12 })

/** The app at an address, with a page that goes where it is sent. */
const startApp = (at: string) => {
  const env = promiseByHand<Environment>()
  const finish = promiseByHand<IdentityReturn>()
  const stored = promiseByHand<SessionFacts | null>()
  const logIn = promiseByHand<LogInResult, { userName: string; password: string }>()
  const refresh = promiseByHand<RefreshResult>()
  const forget = promiseByHand<void, { why: EndReason }>()
  const notices = actionByHand<Notice>()
  const preferences = actionByHand<Preference>()
  const cleared = actionByHand<undefined>()
  const shell = shellByHand(notices.act)
  const went: Navigation[] = []
  const go = (address: string) => {
    const [path = '', search] = address.split('?')
    app.send({ type: 'route.changed', path, search: search === undefined ? '' : `?${search}` })
  }
  const app = createActor(
    appMachine.provide({
      actors: {
        readEnvironment: env.logic,
        session: sessionMachine.provide({
          actors: {
            readStoredSession: stored.logic,
            logIn: logIn.logic,
            finishIdentityLogIn: finish.logic,
            refreshGrant: refresh.logic,
            forget: forget.logic,
          },
          actions: { notify: notices.act },
        }),
        fleet: fleetMachine.provide({
          actors: {
            loadList: promiseByHand<ListSummary, ListRequest>().logic,
            fleetStream: eventsByHand<FleetStreamFact>().logic,
            refreshRate: eventsByHand<RefreshFact>().logic,
          },
        }),
        ...shell.machines,
      },
      actions: {
        navigate: (_, to) => {
          went.push(to)
          go(to.path)
        },
        notify: notices.act,
        storePreference: preferences.act,
        clearSavedScreens: cleared.act,
      },
    }),
  )
  app.start()
  go(at)
  const now = () => app.getSnapshot()
  const session = () => {
    const actor = selectSession(now())
    if (actor === undefined) throw new Error('There is no session yet.')
    return actor
  }
  const logInAs = async (user: SessionUser) => {
    session().send({ type: 'session.logIn', userName: 'asha', password: 'roadbook' })
    await logIn.latest().resolve({ kind: 'accepted', ...factsOf(user) })
  }
  return {
    app,
    env,
    finish,
    stored,
    refresh,
    forget,
    notices,
    preferences,
    cleared,
    shell,
    went,
    go,
    now,
    session,
    logInAs,
    path: () => now().context.path,
    screen: () => selectScreen(now()),
  }
}

const startGuest = async (at: string) => {
  const kit = startApp(at)
  await kit.env.latest().resolve(environment)
  await kit.stored.latest().resolve(null)
  return kit
}

const startMember = async (at: string, user: SessionUser) => {
  const kit = startApp(at)
  await kit.env.latest().resolve(environment)
  await kit.stored.latest().resolve(factsOf(user))
  return kit
}

test('OPEN-06 an unusable environment blocks the page, names what is wrong, and Retry reads it again', async () => {
  const { app, env, screen, now } = startApp('/track-trace')
  expect(screen()).toBe('loading')
  await env.latest().reject(new Error('env.json has no apiKey'))
  expect(screen()).toBe('blocked')
  expect(selectBlockingFailure(now())).toBe('env.json has no apiKey')
  app.send({ type: 'app.retry' })
  await env.latest().resolve(environment)
  expect(selectBlockingFailure(now())).toBeNull()
  expect(screen()).toBe('loading')
})

describe('SES-61 a return from the identity provider', () => {
  const comeBack = async (savedLocation: string | null) => {
    const kit = startApp('/login')
    kit.app.send({ type: 'identity.returned', savedLocation })
    await kit.env.latest().resolve(environment)
    return kit
  }

  test.each([
    ['ROOTADMIN', null, '/profile'],
    ['CSSUPPORT', null, '/cssupport'],
    ['MANAGER', null, '/track-trace'],
    ['MANAGER', '/alerts?x=1', '/alerts?x=1'],
    ['MANAGER', 'https://evil.example/', '/track-trace'],
    ['MANAGER', '/profiles/dealer', '/track-trace'],
  ] as const)('SES-19 %s who wanted %s lands on %s', async (role, savedLocation, landing) => {
    const { finish, stored, went, screen, now } = await comeBack(savedLocation)
    expect(screen()).toBe('loading')
    await finish.latest().resolve({ kind: 'accepted', ...factsOf(userOf(role)) })
    expect(stored.calls).toHaveLength(0)
    expect(went.at(0)).toEqual({ path: landing, replace: true })
    expect(now().context.savedLocation).toBeNull()
  })

  test('one that failed shows the login', async () => {
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
    app.send({ type: 'preferences.read', theme: null, uiType: 'alpha' })
    await logInAs(userOf('CUSTOMER'))
    expect(path()).toBe('/track-trace')
  })
})

describe('SHL-03 somebody logged in on a public route', () => {
  test.each([
    ['ROOTADMIN', 'beta', '/profile'],
    ['SUPERADMIN', 'alpha', '/profile'],
    ['CSSUPPORT', 'beta', '/cssupport'],
    ['MANAGER', 'beta', '/track-trace'],
    ['MANAGER', 'alpha', '/owner-suite'],
  ] as const)('%s with the %s interface is sent to %s', async (role, uiType, to) => {
    for (const from of ['/', '/login', '/forgot-password']) {
      const { app, go, path } = await startMember('/support', userOf(role))
      app.send({ type: 'preferences.read', theme: null, uiType })
      go(from)
      expect(path(), from).toBe(to)
    }
  })

  test('also when the session is restored there', async () => {
    const { path } = await startMember('/', userOf('MANAGER'))
    expect(path()).toBe('/owner-suite')
  })
})

describe('SHL-14 a guest on a private route', () => {
  test("is told 'Please login to continue.' and sent home", async () => {
    const { notices, path, screen, went } = await startGuest('/alerts?page=2')
    expect(notices.done).toEqual([{ kind: 'warning', text: 'pleaseLogIn' }])
    expect(went).toEqual([{ path: '/', replace: true }])
    expect([path(), screen()]).toEqual(['/', 'login'])
  })

  test('OPEN-69 comes back there after login, once', async () => {
    const { logInAs, now } = await startGuest('/alerts?page=2')
    await logInAs(userOf('MANAGER'))
    expect(now().context).toMatchObject({ path: '/alerts', search: '?page=2', savedLocation: null })
  })

  test('OPEN-69 lands as usual where the role may not open the saved location', async () => {
    const { logInAs, path } = await startGuest('/profiles/dealer')
    await logInAs(userOf('CUSTOMERADMIN'))
    expect(path()).toBe('/track-trace')
  })
})

describe('the end of a session', () => {
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

describe('addresses', () => {
  test('SHL-15 an unknown one shows the fallback, for everybody', async () => {
    expect((await startGuest('/nowhere')).screen()).toBe('unknown')
    expect((await startMember('/nowhere', userOf('MANAGER'))).screen()).toBe('unknown')
  })

  test('SHL-16 SHL-17 a forbidden one is denied', async () => {
    for (const path of ['/profiles/dealer', '/profiles/customer-admin']) {
      expect((await startMember(path, userOf('CUSTOMERADMIN'))).screen(), path).toBe('denied')
      expect((await startMember(path, userOf('ROOTADMIN'))).screen(), path).toBe('notBuilt')
    }
  })

  test('CONFLICT-06 the map is the same screen under its three paths', async () => {
    for (const path of ['/track-trace', '/my-fleet', '/liveTracking', '/track-trace/']) {
      expect((await startMember(path, userOf('MANAGER'))).screen(), path).toBe('track')
    }
  })

  test('the map is open exactly on its paths', async () => {
    const { go, now } = await startMember('/alerts', userOf('MANAGER'))
    const mode = () => {
      const fleet = selectFleet(now())
      return fleet && selectMode(fleet.getSnapshot())
    }
    expect(mode()).toBe('closed')
    go('/track-trace')
    expect(mode()).toBe('normalFleet')
    go('/my-fleet')
    expect(mode()).toBe('normalFleet')
    go('/settings')
    expect(mode()).toBe('closed')
  })

  test('SHL-13 SHR-01 the share page needs no login', async () => {
    expect((await startGuest('/liveTrack?q=abc')).screen()).toBe('notBuilt')
  })

  test('SHL-28 the title names the page and the product', async () => {
    const { go, now } = await startMember('/track-trace', userOf('MANAGER'))
    expect(selectTitle(now())).toBe('Track And Trace | Roadbook')
    go('/fleet-health')
    expect(selectTitle(now())).toBe('Fleet Health | Roadbook')
  })
})

describe('preferences', () => {
  test('SHL-42 the toggle flips what is seen and stores it', async () => {
    const { app, now, preferences } = await startMember('/track-trace', userOf('MANAGER'))
    app.send({ type: 'preferences.read', theme: null, uiType: 'beta' })
    expect(selectTheme(now())).toBe('light')
    app.send({ type: 'theme.toggled' })
    expect(selectTheme(now())).toBe('dark')
    expect(preferences.done).toEqual([{ key: 'theme', value: 'dark' }])
  })

  test('SHL-34 where there is no toggle nothing flips', async () => {
    const { app, preferences } = await startMember('/settings', userOf('MANAGER'))
    app.send({ type: 'theme.toggled' })
    expect(preferences.done).toEqual([])
  })

  test('SHL-24 changing the interface stores it and leads to /owner-suite', async () => {
    const { app, now, path, preferences } = await startMember('/track-trace', userOf('MANAGER'))
    app.send({ type: 'interface.changed', uiType: 'beta' })
    expect(path()).toBe('/owner-suite')
    expect(selectUiType(now())).toBe('beta')
    expect(preferences.done).toEqual([{ key: 'uiType', value: 'beta' }])
  })

  test('SHL-24 OPEN-29 it leads whoever may not open the dashboard to the own first page', async () => {
    const { app, path, screen } = await startMember('/profile', userOf('CONFIG MANAGER'))
    app.send({ type: 'interface.changed', uiType: 'beta' })
    expect([path(), screen()]).toEqual(['/settings', 'settings'])
  })

  test('SHL-42 a choice made in another tab is followed', async () => {
    const { app, now } = await startMember('/alerts', userOf('MANAGER'))
    app.send({ type: 'preferences.read', theme: null, uiType: 'beta' })
    expect(selectTheme(now())).toBe('light')
    app.send({ type: 'preferences.read', theme: 'dark', uiType: 'beta' })
    expect(selectTheme(now())).toBe('dark')
  })
})

describe('CSSUPPORT and the stored role of another user', () => {
  const fleetRole = (now: () => Snapshot) => selectFleet(now())?.getSnapshot().context.role

  test('SHL-54 guards and the fleet go by the chosen role', async () => {
    const kit = startApp('/settings')
    kit.app.send({ type: 'acting.read', role: 'CONFIG MANAGER' })
    await kit.env.latest().resolve(environment)
    await kit.stored.latest().resolve(factsOf(userOf('CSSUPPORT')))
    expect(fleetRole(kit.now)).toBe('CONFIG MANAGER')
    kit.go('/track-trace')
    expect(kit.screen()).toBe('denied')
  })

  test('SES-10 it means nothing for any other role', async () => {
    const kit = startApp('/track-trace')
    kit.app.send({ type: 'acting.read', role: 'CONFIG MANAGER' })
    await kit.env.latest().resolve(environment)
    await kit.stored.latest().resolve(factsOf(userOf('MANAGER')))
    expect(kit.screen()).toBe('track')
    expect(fleetRole(kit.now)).toBe('MANAGER')
  })

  test('SES-15 it goes with the session', async () => {
    const kit = startApp('/settings')
    kit.app.send({ type: 'acting.read', role: 'CUSTOMER' })
    await kit.env.latest().resolve(environment)
    await kit.stored.latest().resolve(factsOf(userOf('CSSUPPORT')))
    kit.session().send({ type: 'session.logOut' })
    await kit.forget.latest().resolve()
    expect(kit.now().context.actingRole).toBeNull()
  })
})

describe('SHL-31 the first name', () => {
  test('is that of the record until the kept or fetched one comes', async () => {
    const { shell, now } = await startMember('/settings', userOf('MANAGER'))
    expect(selectFirstName(now())).toBe('Asha')
    await shell.ports.firstName.latest().resolve({ firstName: 'Mohan' })
    expect(selectFirstName(now())).toBe('Mohan')
  })

  test('stays where none comes', async () => {
    const { shell, now } = await startMember('/settings', userOf('MANAGER'))
    await shell.ports.firstName.latest().reject(new Error('not reached'))
    expect(selectFirstName(now())).toBe('Asha')
  })
})

test('SHL-47 what screens kept is emptied when a member comes in, and not for guests', async () => {
  const guest = await startGuest('/')
  expect(guest.cleared.done).toHaveLength(0)
  await guest.logInAs(userOf('MANAGER'))
  expect(guest.cleared.done).toHaveLength(1)
  guest.go('/alerts')
  expect(guest.cleared.done).toHaveLength(1)
})
