import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/records/session.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { menuOf, placeOf, wayOn } from '#src/machines/app/app.logic.ts'
import { ROUTES } from '#src/machines/app/routes.ts'
import { hasCustomerView, hasSupportView, type Visitor } from '#src/machines/app/visitor.ts'

const visitorOf = (role: Role, more: Partial<Visitor> = {}): Visitor => ({
  user: { id: 7, roles: [role], firstName: 'Asha', betaAccess: true, alphaAccess: true },
  actingRole: null,
  uiType: 'beta',
  supportViewUserId: '',
  isLabOpen: false,
  ...more,
})
const paths = ROUTES.map(({ path }) => path)

test('no address stands twice in the table', () => {
  expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
})

test('what opens as another route names one with a sidebar', () => {
  for (const { path, opensAs } of ROUTES.filter((route) => route.opensAs !== null))
    expect(ROUTES.find((route) => route.path === opensAs)?.sidebar, path).toBeTruthy()
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

test('SHL-23 SHL-51 nobody finds an entry that would be denied', () => {
  for (const role of ROLES) {
    for (const uiType of ['alpha', 'beta'] as const) {
      const visitor = visitorOf(role, { uiType })
      const menu = menuOf('/support', visitor)
      expect(menu.length, role).toBeGreaterThan(0)
      for (const { path } of menu) expect(placeOf(path, visitor).kind, `${role} ${path}`).toBe('screen')
    }
  }
})

test('a page without content leads everybody to a page that opens', () => {
  const leads = (visitor: Visitor) => wayOn(visitor)?.path
  for (const role of ROLES) {
    const visitor = visitorOf(role)
    expect(placeOf(leads(visitor) ?? '', visitor).kind, role).toBe('screen')
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
  }
  expect(placeOf('/profiles/dealer', visitorOf('CUSTOMER', { user }))).toEqual({ kind: 'denied' })
})

test('SHL-57 the support-view check', () => {
  const passing = (more: Partial<Visitor>) => ROLES.filter((role) => hasSupportView(visitorOf(role, more)))
  expect(passing({})).toEqual(['ROOTADMIN', 'ANALYTICSUSER'])
  expect(passing({ supportViewUserId: '7' })).toEqual([...ROLES])
  expect(hasSupportView({ ...visitorOf('ROOTADMIN'), user: null })).toBe(false)
})

test('SHL-58 CONFLICT-38 the customer-view check: everybody else, and CSSUPPORT in any case', () => {
  const passing = (more: Partial<Visitor>) => ROLES.filter((role) => hasCustomerView(visitorOf(role, more)))
  expect(passing({})).toEqual(ROLES.filter((role) => role !== 'ROOTADMIN' && role !== 'ANALYTICSUSER'))
  expect(passing({ supportViewUserId: '7' })).toEqual(['CSSUPPORT'])
})
