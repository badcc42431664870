import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/records/session.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import { headerOf, matchRoute, menuOf, payHubOf } from '#src/machines/app/app.logic.ts'
import type { Visitor } from '#src/machines/app/visitor.logic.ts'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import { MENUS, PRIVATE, ROLE_LETTERS, userOf, visitorOf } from './role-table.fixture.ts'

describe('CSSUPPORT acting for a user', () => {
  const acting = (actingRole: Role) => visitorOf(userOf('CSSUPPORT'), 'beta', { actingRole })

  test('AC-14 opens what both roles may open, plus its own choice of user and the lab', () => {
    for (const role of ['CUSTOMER', 'CUSTOMERADMIN', 'MANAGER', 'CONFIG MANAGER'] as const) {
      for (const { path, who } of PRIVATE) {
        const isOwn = path === '/cssupport' || path.startsWith('/lab')
        const both = who.includes('C') && who.includes(ROLE_LETTERS[role])
        expect(matchRoute(path, acting(role)).kind, `${role} ${path}`).toBe(
          isOwn || both ? 'screen' : 'denied',
        )
      }
    }
  })

  test('SHL-54 has the menu of the chosen role everywhere, plus SWITCH PROFILE', () => {
    const paths = (role: Role, path: string) => menuOf(path, acting(role)).map((entry) => entry.path)
    expect(paths('CUSTOMER', '/cssupport').join(' ')).toBe(MENUS.beta)
    expect(paths('CONFIG MANAGER', '/settings').join(' ')).toBe(MENUS.settings)
    expect(headerOf('/cssupport', acting('CUSTOMER')).hasSwitchProfile).toBe(true)
  })

  test('OPEN-04 is led from public routes to the dashboard, or to the first page the chosen role has', () => {
    expect(matchRoute('/', acting('CUSTOMER'))).toEqual({ kind: 'redirect', to: DASHBOARD })
    expect(matchRoute('/', acting('CONFIG MANAGER'))).toEqual({ kind: 'redirect', to: '/settings' })
  })
})

test('SHL-36 SHL-37 CONFLICT-09 PayHub is disabled for ROOTADMIN and CSSUPPORT, and hidden for ROOTADMIN', () => {
  const roles = (has: (role: Role) => boolean) => ROLES.filter(has)
  expect(roles((role) => payHubOf(role).isDisabled)).toEqual(['ROOTADMIN', 'CSSUPPORT'])
  expect(roles((role) => payHubOf(role).isShown).toSorted()).toEqual([
    'CSSUPPORT',
    'CUSTOMERADMIN',
    'MANAGER',
  ])
})

describe('OPEN-20 the lab', () => {
  const kind = (user: SessionUser | null, more: Partial<Visitor>) =>
    matchRoute('/lab', visitorOf(user, 'beta', more)).kind

  test('is open to everybody when the environment enables it', () => {
    for (const role of ROLES) expect(kind(userOf(role), { isLabOpen: true }), role).toBe('screen')
    expect(kind(null, { isLabOpen: true })).toBe('screen')
    expect(kind(userOf('CUSTOMER'), {})).toBe('denied')
  })

  test('OPEN-30 is open to the user configured for the support view', () => {
    expect(kind(userOf('CUSTOMER'), { supportViewUserId: '7' })).toBe('screen')
    expect(kind(userOf('CUSTOMER'), { supportViewUserId: '8' })).toBe('denied')
  })
})
