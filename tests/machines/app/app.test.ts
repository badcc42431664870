import { describe, expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { titleOf } from '#src/machines/app/app.logic.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import {
  selectBlockingFailure,
  selectFirstName,
  selectFleet,
  selectMapTheme,
  selectMenu,
  selectPath,
  selectTheme,
  selectUiType,
} from '#src/machines/app/app.selectors.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import {
  environment,
  sessionInfoOf,
  startApp,
  startGuest,
  startMember,
  userOf,
} from '#tests/kit/machines/app.fixture.ts'

type Snapshot = SnapshotFrom<typeof appMachine>

test('OPEN-06 an unusable environment blocks the page and names the fault; Retry reads it again', async () => {
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

describe('routes', () => {
  test('SHL-20 users have a menu, guests have none', async () => {
    expect(selectMenu((await startGuest('/support')).now())).toEqual([])
    expect(selectMenu((await startMember('/support', userOf('MANAGER'))).now()).length).toBeGreaterThan(0)
  })

  test('SHL-15 an unknown address shows the fallback to everybody', async () => {
    expect((await startGuest('/nowhere')).screen()).toBe('unknown')
    expect((await startMember('/nowhere', userOf('MANAGER'))).screen()).toBe('unknown')
  })

  test('SHL-16 SHL-17 a forbidden address is denied', async () => {
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
    expect((await startGuest('/liveTrack?q=abc')).screen()).toBe('share')
  })

  test('SHL-28 the title names the page and the product', async () => {
    const { go, now } = await startMember('/track-trace', userOf('MANAGER'))
    expect(titleOf(selectPath(now()))).toBe('Track And Trace')
    go('/fleet-health')
    expect(titleOf(selectPath(now()))).toBe('Fleet Health')
  })
})

describe('preferences', () => {
  test('SHL-42 the toggle flips the visible theme and stores it', async () => {
    const { app, now, preferences } = await startMember('/track-trace', userOf('MANAGER'))
    app.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType: 'beta' })
    expect(selectTheme(now())).toBe('light')
    app.send({ type: 'theme.toggled' })
    expect(selectTheme(now())).toBe('dark')
    expect(preferences.done).toEqual([{ key: 'theme', value: 'dark' }])
  })

  test('MAP-09 the map keeps its own theme until the map and the page agree again', async () => {
    const { app, now, preferences } = await startMember('/track-trace', userOf('MANAGER'))
    const looks = () => [selectTheme(now()), selectMapTheme(now())]
    app.send({ type: 'appearance.read', theme: null, mapTheme: 'dark', uiType: 'beta' })
    expect(looks()).toEqual(['light', 'dark'])
    app.send({ type: 'theme.toggled' })
    app.send({ type: 'theme.toggled' })
    expect(looks()).toEqual(['light', 'dark'])
    app.send({ type: 'mapTheme.toggled' })
    expect(looks()).toEqual(['light', 'light'])
    app.send({ type: 'theme.toggled' })
    expect(looks()).toEqual(['dark', 'dark'])
    app.send({ type: 'mapTheme.toggled' })
    expect(looks()).toEqual(['dark', 'light'])
    expect(preferences.done.filter(({ key }) => key === 'mapTheme').map(({ value }) => value)).toEqual([
      '',
      'light',
    ])
  })

  test('SHL-34 without a toggle nothing flips', async () => {
    const { app, preferences } = await startMember('/settings', userOf('MANAGER'))
    app.send({ type: 'theme.toggled' })
    expect(preferences.done).toEqual([])
  })

  test('SHL-24 changing the interface stores it and leads to the dashboard', async () => {
    const { app, now, path, preferences, went } = await startMember('/track-trace', userOf('MANAGER'))
    app.send({ type: 'interface.changed', uiType: 'beta' })
    expect(went.at(-1), 'Back returns to the other interface').toEqual({ path: DASHBOARD, replace: false })
    expect(path()).toBe(DASHBOARD)
    expect(selectUiType(now())).toBe('beta')
    expect(preferences.done).toEqual([{ key: 'uiType', value: 'beta' }])
  })

  test('SHL-24 OPEN-29 users who may not open the dashboard go to their own first page', async () => {
    const { app, path, screen } = await startMember('/profile', userOf('CONFIG MANAGER'))
    app.send({ type: 'interface.changed', uiType: 'beta' })
    expect([path(), screen()]).toEqual(['/settings', 'settings'])
  })

  test('SES-15 after a log-out the page has the theme of who has chosen none', async () => {
    const { app, now } = await startMember('/alerts', userOf('MANAGER'))
    app.send({ type: 'appearance.read', theme: 'dark', mapTheme: 'light', uiType: 'beta' })
    app.send({ type: 'session.ended', why: 'requested' })
    expect([now().context.theme, now().context.mapTheme]).toEqual([null, null])
  })

  test('OPEN-69 where a returned guest wanted to go is forgotten when the session ends', async () => {
    const { app, now } = await startMember('/alerts', userOf('MANAGER'))
    app.send({ type: 'identity.returned', savedLocation: '/reportsv2' })
    expect(now().context.savedLocation).toBe('/reportsv2')
    app.send({ type: 'session.ended', why: 'requested' })
    expect(now().context.savedLocation).toBeNull()
  })

  test('SHL-42 a theme chosen in another tab is followed', async () => {
    const { app, now } = await startMember('/alerts', userOf('MANAGER'))
    app.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType: 'beta' })
    expect(selectTheme(now())).toBe('light')
    app.send({ type: 'appearance.read', theme: 'dark', mapTheme: null, uiType: 'beta' })
    expect(selectTheme(now())).toBe('dark')
  })
})

describe('CSSUPPORT with the stored role of another user', () => {
  const fleetRole = (now: () => Snapshot) => selectFleet(now())?.getSnapshot().context.role

  test('SHL-54 guards and the fleet use the chosen role', async () => {
    const fixture = startApp('/settings')
    fixture.app.send({ type: 'acting.read', role: 'CONFIG MANAGER', timeZone: 'Europe/Berlin' })
    await fixture.env.latest().resolve(environment)
    await fixture.stored.latest().resolve(sessionInfoOf(userOf('CSSUPPORT')))
    expect(fleetRole(fixture.now)).toBe('CONFIG MANAGER')
    fixture.go('/track-trace')
    expect(fixture.screen()).toBe('denied')
  })

  test('SES-10 the stored role is ignored for any other role', async () => {
    const fixture = startApp('/track-trace')
    fixture.app.send({ type: 'acting.read', role: 'CONFIG MANAGER', timeZone: 'Europe/Berlin' })
    await fixture.env.latest().resolve(environment)
    await fixture.stored.latest().resolve(sessionInfoOf(userOf('MANAGER')))
    expect(fixture.screen()).toBe('track')
    expect(fleetRole(fixture.now)).toBe('MANAGER')
  })

  test('SES-15 the stored role is removed with the session', async () => {
    const fixture = startApp('/settings')
    fixture.app.send({ type: 'acting.read', role: 'CUSTOMER', timeZone: 'Europe/Berlin' })
    await fixture.env.latest().resolve(environment)
    await fixture.stored.latest().resolve(sessionInfoOf(userOf('CSSUPPORT')))
    fixture.session().send({ type: 'session.logOut' })
    await fixture.forget.latest().resolve()
    expect(fixture.now().context.actingRole).toBeNull()
  })
})

describe('SHL-31 the first name', () => {
  test('comes from the user record until a stored or fetched name arrives', async () => {
    const { shell, now } = await startMember('/settings', userOf('MANAGER'))
    expect(selectFirstName(now())).toBe('Asha')
    await shell.ports.firstName.latest().resolve({ firstName: 'Mohan' })
    expect(selectFirstName(now())).toBe('Mohan')
  })

  test('stays as recorded when no other name arrives', async () => {
    const { shell, now } = await startMember('/settings', userOf('MANAGER'))
    await shell.ports.firstName.latest().reject(new Error('not reached'))
    expect(selectFirstName(now())).toBe('Asha')
  })
})

test('SHL-47 stored screen state is cleared when a member logs in, but not for guests', async () => {
  const guest = await startGuest('/')
  expect(guest.cleared.done).toHaveLength(0)
  await guest.logInAs(userOf('MANAGER'))
  expect(guest.cleared.done).toHaveLength(1)
  guest.go('/alerts')
  expect(guest.cleared.done).toHaveLength(1)
})

test('ALR-42 the alert list is open on its screen alone, and reads each address that is shown there', async () => {
  const { shell, go } = await startMember('/alerts?type=IDLING', userOf('MANAGER', { alphaAccess: false }))
  const { alertAddress, alerts } = shell.ports
  expect(alertAddress.latest().input).toEqual({ isOpen: false })
  const address = { filter: DEFAULT_ALERT_FILTER, alertId: null, hidden: [], now: 0, isPeriodInvalid: false }
  await alertAddress.latest().resolve(address)
  expect(alerts.calls).toHaveLength(1)
  go('/alerts?type=OVERSPEED')
  expect(alertAddress.latest().input).toEqual({ isOpen: true })
  go('/settings')
  expect([alerts.latest().signal.aborted, alertAddress.latest().signal.aborted]).toEqual([true, true])
  go('/alerts')
  expect(alertAddress.latest().input).toEqual({ isOpen: false })
})
