import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import type { SessionUser } from '#contract/records/session.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { landingOf, matchRoute, menuOf, nextStepFor, themeOf } from '#src/machines/app/app.logic.ts'
import { ROUTES } from '#src/machines/app/routes.ts'
import {
  hasCustomerView,
  hasSupportView,
  type UiType,
  uiTypeOf,
  type Visitor,
} from '#src/machines/app/visitor.logic.ts'
import type { Screen } from '#src/machines/kit/screens.ts'

const visitorOf = (role: Role, more: Partial<Visitor> = {}): Visitor => ({
  user: {
    id: 7,
    roles: [role],
    firstName: 'Asha',
    betaAccess: true,
    alphaAccess: true,
    timeZone: DEFAULT_TIME_ZONE,
  },
  actingRole: null,
  uiType: 'beta',
  supportViewUserId: '',
  isLabOpen: false,
  ...more,
})
const paths = ROUTES.map(({ path }) => path)

test('no address occurs twice in the table', () => {
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
})

test('a route that opens as another route names one with a sidebar', () => {
  for (const { path, opensAs } of ROUTES.filter((route) => route.opensAs !== null))
    expect(ROUTES.find((route) => route.path === opensAs)?.sidebar, path).toBeTruthy()
})

describe('the private routes', () => {
  const GROUPS: ReadonlyArray<readonly [row: string, screen: Screen, paths: readonly string[]]> = [
    ['SHL-05', 'profile', ['/profiles', '/profile']],
    ['SHL-06', 'dashboard', ['/owner-suite', '/dashboard']],
    ['SHL-07', 'cssupport', ['/cssupport']],
    ['SHL-08', 'trips', ['/trip-management', '/daily-trip-analysis']],
    ['SHL-08', 'track', ['/track-trace']],
    ['SHL-08', 'settings', ['/settings']],
    ['SHL-08', 'health', ['/fleet-health']],
    ['SHL-08', 'reports', ['/reportsv2']],
    ['SHL-08', 'alerts', ['/alerts']],
    ['SHL-08', 'driving', ['/driving-analysisv2']],
    ['SHL-08', 'demo', ['/demo']],
    ['SHL-09', 'help', ['/support']],
    ['SHL-10', 'track', ['/my-fleet']],
    ['SHL-10', 'driving', ['/driving-analysis']],
    ['SHL-10', 'reports', ['/reports']],
    [
      'SHL-11',
      'reports',
      [
        ...['/reports/vehicle-summary', '/reports/over-speed', '/reports/fuel-consumption', '/reports/alert'],
        ...['/reports/vehicle-instant', '/reports/engine-overrun', '/reports/neutral-driving'],
      ],
    ],
  ]

  test.each(GROUPS)('%s the screen %s is at %j, for members only', (row, screen, at) => {
    const role = row === 'SHL-07' ? 'CSSUPPORT' : 'CUSTOMER'
    for (const path of at) {
      expect(matchRoute(path, { ...visitorOf(role), user: null }), path).toEqual({ kind: 'mustLogIn' })
      expect(matchRoute(path, visitorOf(role)), path).toMatchObject({ kind: 'screen', route: { screen } })
    }
  })

  test('SHL-07 /cssupport is where CSSUPPORT lands; no other role may open it', () => {
    const opening = ROLES.filter((role) => matchRoute('/cssupport', visitorOf(role)).kind === 'screen')
    expect(opening).toEqual(['CSSUPPORT'])
    expect(landingOf(visitorOf('CSSUPPORT'))).toBe('/cssupport')
  })

  test('SHL-12 pages that only the newer interface has appear only in its menu', () => {
    const menu = (uiType: UiType) =>
      menuOf('/support', visitorOf('MANAGER', { uiType })).map(({ path }) => path)
    const newer = ['/track-trace', '/reportsv2', '/alerts', '/driving-analysisv2', '/demo']
    expect(menu('beta')).toEqual(expect.arrayContaining(newer))
    expect(menu('alpha').filter((path) => newer.includes(path))).toEqual([])
  })
})

test('SHL-18 SHL-19 OPEN-31 the profile-only menu and the admin menu', () => {
  const menu = (role: Role, path: string) => menuOf(path, visitorOf(role)).map((entry) => entry.path)
  expect(menu('CSSUPPORT', '/cssupport')).toEqual(['/profile'])
  for (const role of ['ROOTADMIN', 'SUPERADMIN'] as const)
    expect(menu(role, '/profile')).toEqual(['/profile', '/settings'])
})

test('SHL-52 SHL-53 ROOTADMIN and SUPERADMIN land on /profile', () => {
  for (const role of ['ROOTADMIN', 'SUPERADMIN'] as const)
    expect(landingOf(visitorOf(role)), role).toBe('/profile')
})

describe('themes', () => {
  const LIGHT = [
    ...['/alerts', '/reportsv2', '/driving-analysisv2', '/track-trace', '/dashboard', '/trip-management'],
    // CONFLICT-05
    ...['/liveTrack', '/demo'],
  ]

  test('SHL-45 SES-05 only the listed routes have a light theme, and it is their default', () => {
    for (const path of paths)
      expect(themeOf(path, visitorOf('MANAGER'), null), path).toBe(LIGHT.includes(path) ? 'light' : 'dark')
  })

  test('SHL-43 the older interface is dark until the user chooses', () => {
    const older = visitorOf('MANAGER', { uiType: 'alpha' })
    for (const path of paths) expect(themeOf(path, older, null), path).toBe('dark')
    for (const path of LIGHT) expect(themeOf(path, older, 'light'), path).toBe('light')
  })
})

test('SES-04 SES-06 the access in the user record decides the interface; users with both use their choice, alpha by default', () => {
  const user = (alphaAccess: boolean, betaAccess: boolean): SessionUser => ({
    id: 7,
    roles: ['CUSTOMER'],
    timeZone: DEFAULT_TIME_ZONE,
    firstName: 'Asha',
    alphaAccess,
    betaAccess,
  })
  for (const stored of [null, 'alpha', 'beta'] as const) {
    expect(uiTypeOf(user(true, false), stored)).toBe('alpha')
    expect(uiTypeOf(user(false, true), stored)).toBe('beta')
    expect(uiTypeOf(user(true, true), stored)).toBe(stored ?? 'alpha')
  }
})

describe('SHL-59 what the portal has for those it serves', () => {
  const AREAS: ReadonlyArray<readonly [who: string, role: Role, path: string, screen: Screen]> = [
    ['truck owners', 'CUSTOMER', '/owner-suite', 'dashboard'],
    ['fleet managers', 'MANAGER', '/track-trace', 'track'],
    ['dealers', 'ROOTADMIN', '/profiles/dealer', 'profiles'],
    ['drivers', 'CUSTOMER', '/profiles/driver', 'profiles'],
    ['customer administrators', 'CUSTOMERADMIN', '/settings', 'settings'],
    ['support staff', 'CSSUPPORT', '/cssupport', 'cssupport'],
    ['live tracking', 'MANAGER', '/liveTracking', 'track'],
    ['dashboard', 'MANAGER', '/owner-suite', 'dashboard'],
    ['alerts', 'MANAGER', '/alerts', 'alerts'],
    ['trips', 'MANAGER', '/trip-management', 'trips'],
    ['fleet health', 'MANAGER', '/fleet-health', 'health'],
    ['driving analysis', 'MANAGER', '/driving-analysisv2', 'driving'],
    ['reports', 'MANAGER', '/reportsv2', 'reports'],
    ['administration', 'SUPERADMIN', '/settings', 'settings'],
  ]

  test.each(AREAS)('%s: %s opens %s', (_, role, path, screen) => {
    expect(matchRoute(path, visitorOf(role))).toMatchObject({ kind: 'screen', route: { screen } })
  })

  test('data sharing: a customer administrator makes every call of it, a manager all but one', () => {
    const sharing = allCalls.filter(({ path }) => path.startsWith('customerdatashare/'))
    const deniedTo = (role: Role) =>
      sharing.filter(({ roles }) => roles !== 'public' && !roles.includes(role)).map(({ id }) => id)
    expect(sharing).toHaveLength(14)
    expect(deniedTo('CUSTOMERADMIN')).toEqual([])
    expect(deniedTo('MANAGER')).toEqual(['cdsActivateProfile'])
  })
})

describe('the labels of the menus', () => {
  const menu = (uiType: 'alpha' | 'beta') =>
    menuOf('/support', visitorOf('MANAGER', { uiType })).map(({ label }) => label)

  test('SHL-20 the main owner menu', () => {
    expect(menu('beta')).toEqual([
      'Dashboard',
      'Track and Trace',
      'Alerts',
      'Trip Management',
      'Fleet Health',
      'Driving Analysis',
      'Reports',
      'Settings',
      'Demo',
    ])
  })

  test('SHL-10 SHL-21 the older menu', () => {
    expect(menu('alpha')).toEqual([
      'Dashboard',
      'Find My Truck',
      'Trip Management',
      'Fleet Health',
      'Driving Analysis',
      'Reports',
      'Settings',
    ])
  })
})

test('SHL-23 SHL-51 no menu has an entry that would be denied', () => {
  for (const role of ROLES) {
    for (const uiType of ['alpha', 'beta'] as const) {
      const visitor = visitorOf(role, { uiType })
      const menu = menuOf('/support', visitor)
      expect(menu.length, role).toBeGreaterThan(0)
      for (const { path } of menu) expect(matchRoute(path, visitor).kind, `${role} ${path}`).toBe('screen')
    }
  }
})

test('a page without content redirects every role to a page that opens', () => {
  const leads = (visitor: Visitor) => nextStepFor(visitor)?.path
  for (const role of ROLES) {
    const visitor = visitorOf(role)
    expect(matchRoute(leads(visitor) ?? '', visitor).kind, role).toBe('screen')
  }
  expect(leads(visitorOf('CSSUPPORT'))).toBe('/cssupport')
  expect(leads(visitorOf('CSSUPPORT', { actingRole: 'CUSTOMER' }))).toBe('/track-trace')
  expect(leads(visitorOf('CSSUPPORT', { actingRole: 'CONFIG MANAGER' }))).toBe('/settings')
  expect(leads(visitorOf('CONFIG MANAGER'))).toBe('/settings')
  expect(leads({ ...visitorOf('MANAGER'), user: null })).toBe('/')
})

test('SES-03 only the first role counts', () => {
  const user: SessionUser = {
    id: 7,
    roles: ['CUSTOMER', 'ROOTADMIN'],
    firstName: 'Asha',
    betaAccess: true,
    alphaAccess: true,
    timeZone: DEFAULT_TIME_ZONE,
  }
  expect(matchRoute('/profiles/dealer', visitorOf('CUSTOMER', { user }))).toEqual({ kind: 'denied' })
})

test('SHL-57 the support-view check', () => {
  const passing = (more: Partial<Visitor>) => ROLES.filter((role) => hasSupportView(visitorOf(role, more)))
  expect(passing({})).toEqual(['ROOTADMIN', 'ANALYTICSUSER'])
  expect(passing({ supportViewUserId: '7' })).toEqual([...ROLES])
  expect(hasSupportView({ ...visitorOf('ROOTADMIN'), user: null })).toBe(false)
})

test('SHL-58 CONFLICT-38 the customer-view check passes for everyone else, and always for CSSUPPORT', () => {
  const passing = (more: Partial<Visitor>) => ROLES.filter((role) => hasCustomerView(visitorOf(role, more)))
  expect(passing({})).toEqual(ROLES.filter((role) => role !== 'ROOTADMIN' && role !== 'ANALYTICSUSER'))
  expect(passing({ supportViewUserId: '7' })).toEqual(['CSSUPPORT'])
})
