import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/records/session.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { menuNameOf, menuOf, placeOf, showsThemeToggle, themeOf } from '#src/machines/app/app.logic.ts'
import { ROUTES } from '#src/machines/app/routes.ts'

const userOf = (role: Role, access: Partial<SessionUser> = {}): SessionUser => ({
  id: 7,
  roles: [role],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  ...access,
})
const manager = userOf('MANAGER')
const paths = ROUTES.map(({ path }) => path)

test('no address stands twice in the table', () => {
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
})

test('SHL-01 SHL-02 the public routes', () => {
  expect(ROUTES.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
    '/',
    '/login',
    '/forgot-password',
  ])
})

test('SHL-04 to SHL-13 OPEN-73 every named private route is there and asks for a login', () => {
  const named =
    `/profiles/driver /profiles/vehicle /profiles/dealer /profiles/customer-admin /profiles/my-profile /profiles /profile
     /owner-suite /dashboard /cssupport /trip-management /track-trace /settings /fleet-health /daily-trip-analysis /reportsv2
     /alerts /driving-analysisv2 /demo /support /my-fleet /driving-analysis /reports /reports/vehicle-summary
     /reports/over-speed /reports/fuel-consumption /reports/alert /reports/vehicle-instant /reports/engine-overrun
     /reports/neutral-driving /liveTracking`.split(/\s+/)
  for (const path of named) expect(placeOf(path, null, 'alpha'), path).toEqual({ kind: 'mustLogIn' })
})

const TOGGLED = [
  '/alerts',
  '/reportsv2',
  '/driving-analysisv2',
  '/track-trace',
  '/dashboard',
  '/trip-management',
  '/liveTrack',
  '/demo',
]

test('SHL-34 CONFLICT-05 the toggle shows on its eight routes and nowhere else', () => {
  expect(paths.filter((path) => showsThemeToggle(path, manager)).toSorted()).toEqual(TOGGLED.toSorted())
})

describe('SHL-45 CONFLICT-04 the theme', () => {
  const themes = (options: Omit<Parameters<typeof themeOf>[0], 'path'>) =>
    paths.filter((path) => themeOf({ path, ...options }) === 'light').toSorted()

  test('is light on the themed routes of the newer interface, until dark is chosen; dark elsewhere', () => {
    expect(themes({ user: manager, stored: null, uiType: 'beta' })).toEqual(TOGGLED.toSorted())
    expect(themes({ user: manager, stored: 'light', uiType: 'beta' })).toEqual(TOGGLED.toSorted())
    expect(themes({ user: manager, stored: 'dark', uiType: 'beta' })).toEqual([])
  })

  test('SHL-43 starts dark in the older interface', () => {
    expect(themes({ user: manager, stored: null, uiType: 'alpha' })).toEqual([])
    expect(themes({ user: manager, stored: 'light', uiType: 'alpha' })).toEqual(TOGGLED.toSorted())
  })

  test('SHL-44 has no light side for users of the older interface alone', () => {
    const alphaOnly = userOf('MANAGER', { betaAccess: false })
    expect(themes({ user: alphaOnly, stored: 'light', uiType: 'alpha' })).toEqual([])
    expect(paths.filter((path) => showsThemeToggle(path, alphaOnly))).toEqual([])
  })
})

describe('the menus', () => {
  const menu = (role: Role, uiType: 'alpha' | 'beta', path = '/settings') =>
    menuOf(menuNameOf(path, userOf(role), uiType), userOf(role))

  test('SHL-20 the main owner menu', () => {
    expect(menu('MANAGER', 'beta')).toEqual([
      { path: '/owner-suite', label: 'Dashboard' },
      { path: '/track-trace', label: 'Track and Trace' },
      { path: '/alerts', label: 'Alerts' },
      { path: '/trip-management', label: 'Trip Management' },
      { path: '/fleet-health', label: 'Fleet Health' },
      { path: '/driving-analysisv2', label: 'Driving Analysis' },
      { path: '/reportsv2', label: 'Reports' },
      { path: '/settings', label: 'Settings' },
      { path: '/demo', label: 'Demo' },
    ])
  })

  test('SHL-21 the older menu', () => {
    expect(menu('CUSTOMER', 'alpha')).toEqual([
      { path: '/owner-suite', label: 'Dashboard' },
      { path: '/my-fleet', label: 'Find My Truck' },
      { path: '/daily-trip-analysis', label: 'Trip Management' },
      { path: '/fleet-health', label: 'Fleet Health' },
      { path: '/driving-analysis', label: 'Driving Analysis' },
      { path: '/reports', label: 'Reports' },
      { path: '/settings', label: 'Settings' },
    ])
  })

  test('SHL-18 SHL-19 OPEN-31 the admin menu, and the profile-only one on /cssupport', () => {
    const admin = ['/profile', '/settings']
    expect(menu('ROOTADMIN', 'beta').map(({ path }) => path)).toEqual(admin)
    expect(menu('SUPERADMIN', 'alpha').map(({ path }) => path)).toEqual(admin)
    expect(menu('CSSUPPORT', 'beta', '/cssupport').map(({ path }) => path)).toEqual(['/profile'])
    expect(menu('CSSUPPORT', 'beta').map(({ path }) => path)).toContain('/track-trace')
  })

  test('OPEN-29 CONFIG MANAGER finds settings only', () => {
    expect(menu('CONFIG MANAGER', 'beta').map(({ path }) => path)).toEqual(['/settings'])
  })

  test('SHL-23 nobody finds an entry that would be denied', () => {
    for (const role of ROLES) {
      for (const uiType of ['alpha', 'beta'] as const) {
        for (const { path } of menu(role, uiType)) {
          expect(placeOf(path, userOf(role), uiType).kind, `${role} ${path}`).toBe('screen')
        }
      }
    }
  })
})

test('OPEN-32 only administrators open dealer and customer admin profiles', () => {
  for (const path of ['/profiles/dealer', '/profiles/customer-admin']) {
    const opens = ROLES.filter((role) => placeOf(path, userOf(role), 'beta').kind === 'screen')
    expect(opens).toEqual(['ROOTADMIN', 'SUPERADMIN'])
  }
})

test('SES-03 only the first role counts', () => {
  const twoRoles = { ...manager, roles: ['CUSTOMER', 'ROOTADMIN'] as Role[] }
  expect(placeOf('/profiles/dealer', twoRoles, 'beta')).toEqual({ kind: 'denied' })
})
