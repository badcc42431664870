import { describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#contract/roles.ts'
import {
  afterSwitch,
  awayFromPublic,
  headerOf,
  landingOf,
  matchRoute,
  menuOf,
  otherPagesOf,
  routeOf,
  sidebarOf,
  themeOf,
  titleOf,
} from '#src/machines/app/app.logic.ts'
import { ROUTES } from '#src/machines/app/routes.ts'
import { actingHome, DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import { SCREENS } from '#src/machines/kit/screens.ts'
import { ACCESS, MENUS, PRIVATE, ROLE_LETTERS, userOf, visitorOf } from './role-table.fixture.ts'

/** Where public routes lead members, by older and newer interface (SHL-03, CONFLICT-08, CONFLICT-36). */
const AWAY: Readonly<Record<Role, readonly [string, string]>> = {
  ROOTADMIN: ['/profile', '/profile'],
  SUPERADMIN: ['/profile', '/profile'],
  CSSUPPORT: ['/cssupport', '/cssupport'],
  CUSTOMER: [DASHBOARD, '/track-trace'],
  CUSTOMERADMIN: [DASHBOARD, '/track-trace'],
  MANAGER: [DASHBOARD, '/track-trace'],
  'CONFIG MANAGER': ['/settings', '/settings'],
  ANALYTICSUSER: [DASHBOARD, '/track-trace'],
  SUPPORT: [DASHBOARD, '/track-trace'],
}

const TOGGLED = `/alerts /reportsv2 /driving-analysisv2 /track-trace /dashboard /trip-management /liveTrack /demo`
const PAYHUB: Readonly<Record<string, string>> = { A: 'enabled', M: 'enabled', C: 'disabled' }

/** What support opens before it has chosen a user: nothing that shows a customer's fleet (OPEN-04). */
const OWN_OF_SUPPORT = PRIVATE.map(({ path }) => path).filter((path) =>
  /^\/(profile|cssupport|support$|settings|lab)/.test(path),
)

const INTERFACES = ['alpha', 'beta'] as const
const STORED = [null, 'light', 'dark'] as const
test('the hand-written table lists exactly the private routes', () => {
  const known = ROUTES.filter(({ access }) => access === 'private').map(({ path }) => path)
  expect(PRIVATE.map(({ path }) => path).toSorted()).toEqual(known.toSorted())
  expect(known.length).toBeGreaterThan(30)
})

describe.each(ROLES)('%s', (role) => {
  const letter = ROLE_LETTERS[role]
  const isAdmin = letter === 'R' || letter === 'S'

  test('SHL-04 to SHL-12 SHL-16 SHL-17 OPEN-29 OPEN-32 OPEN-73 opens exactly the routes in its row, in either interface', () => {
    for (const uiType of INTERFACES) {
      for (const { path, who } of PRIVATE) {
        const place = matchRoute(path, visitorOf(userOf(role), uiType))
        if (letter === 'C' && !OWN_OF_SUPPORT.includes(path) && who.includes('C'))
          expect(place, path).toEqual({ kind: 'redirect', to: '/cssupport' })
        else expect(place.kind, `${path} ${uiType}`).toBe(who.includes(letter) ? 'screen' : 'denied')
      }
    }
  })

  test('SHL-03 CONFLICT-08 CONFLICT-36 is led away from public routes', () => {
    for (const [i, uiType] of INTERFACES.entries()) {
      for (const path of ['/', '/login', '/forgot-password']) {
        const place = matchRoute(path, visitorOf(userOf(role), uiType))
        expect(place, `${path} ${uiType}`).toEqual({ kind: 'redirect', to: AWAY[role][i] })
      }
    }
  })

  test('SHL-03 SHL-24 OPEN-04 is never led to a page that is not built', () => {
    for (const uiType of INTERFACES) {
      const visitor = visitorOf(userOf(role), uiType)
      for (const path of [
        landingOf(visitor),
        awayFromPublic(visitor),
        afterSwitch(visitor),
        actingHome(role),
      ]) {
        const route = routeOf(path)
        expect(route && SCREENS[route.screen].isBuilt, path).toBe(true)
      }
    }
  })

  test('SHL-15 sees the fallback for an unknown address', () => {
    expect(matchRoute('/nowhere', visitorOf(userOf(role), 'beta'))).toEqual({ kind: 'unknown' })
  })

  test('SHL-18 to SHL-23 OPEN-31 has the menu of its role, interface and area, with one entry highlighted per screen', () => {
    for (const uiType of INTERFACES) {
      for (const { path, marked } of PRIVATE) {
        const name = isAdmin
          ? 'admin'
          : letter === 'C' && path === '/cssupport'
            ? 'profile'
            : letter === 'F' || letter === 'C'
              ? 'settings'
              : uiType
        const menu = menuOf(path, visitorOf(userOf(role), uiType))
        expect(menu.map((entry) => entry.path).join(' '), `${path} ${uiType}`).toBe(MENUS[name])
        const here = isAdmin ? marked.admin : marked[uiType]
        const expected = here === '' || (name === 'settings' && path !== '/settings') ? [] : [here]
        const found = menu.filter(({ isHere }) => isHere).map(({ label }) => label)
        expect(found, `${path} ${uiType}`).toEqual(name === 'profile' ? [] : expected)
      }
    }
  })

  test('SHL-19 finds every page of its interface that it may open in its menu or on its profile, and every entry opens', () => {
    for (const uiType of INTERFACES) {
      const visitor = visitorOf(userOf(role), uiType)
      const listed = [...menuOf('/profile', visitor), ...otherPagesOf('/profile', visitor)].map(
        (entry) => entry.path,
      )
      const opens = (path: string) => matchRoute(path, visitor).kind === 'screen'
      const pages = MENUS[uiType]?.split(' ').filter(opens) ?? []
      expect(new Set(listed), uiType).toEqual(new Set(isAdmin ? ['/profile', ...pages] : pages))
      expect(
        listed.filter((path) => !opens(path)),
        uiType,
      ).toEqual([])
      expect(new Set(listed).size, uiType).toBe(listed.length)
    }
  })

  test('SHL-29 SHL-33 to SHL-37 SHL-52 SHL-54 SHL-56 has the header of its role and area', () => {
    for (const uiType of INTERFACES) {
      for (const { path } of PRIVATE) {
        expect(headerOf(path, visitorOf(userOf(role), uiType)), `${path} ${uiType}`).toEqual({
          hasThemeToggle: TOGGLED.split(' ').includes(path),
          hasInterfaceSwitch: letter !== 'R' && path !== '/cssupport',
          hasProfileLink: !(letter === 'C' && path === '/cssupport'),
          payHub: path === '/owner-suite' ? (PAYHUB[letter] ?? null) : null,
          hasSwitchProfile: letter === 'C' && path !== '/cssupport',
        })
      }
    }
  })

  test('SHL-33 SHL-44 has no interface switch and no light theme with a single interface', () => {
    for (const access of [ACCESS.alphaOnly, ACCESS.betaOnly]) {
      for (const { path } of PRIVATE) {
        const { hasInterfaceSwitch, hasThemeToggle } = headerOf(path, visitorOf(userOf(role, access), 'beta'))
        expect(hasInterfaceSwitch, path).toBe(false)
        expect(hasThemeToggle, path).toBe(access.betaAccess && TOGGLED.split(' ').includes(path))
      }
    }
  })

  test('SHL-42 to SHL-46 CONFLICT-04 CONFLICT-05 sees each page in the theme of its area, interface and choice', () => {
    for (const [name, access] of Object.entries(ACCESS)) {
      for (const uiType of INTERFACES) {
        for (const stored of STORED) {
          for (const { path, theme } of PRIVATE) {
            const isAlpha = name === 'alphaOnly' || (name === 'both' && uiType === 'alpha')
            const light = stored === 'light' || (stored === null && !isAlpha)
            const expected = theme === 'stored' && name !== 'alphaOnly' && light ? 'light' : 'dark'
            const found = themeOf(path, visitorOf(userOf(role, access), uiType), stored)
            expect(found, `${path} ${name} ${uiType} ${stored}`).toBe(expected)
          }
        }
      }
    }
  })

  test('SHL-25 SHL-26 CONFLICT-41 has its profile sidebar, with the labels of its role, on every profile page', () => {
    const three = ['Driver', 'Vehicle', 'My Profile']
    const five = ['Driver Profile', 'Dealer Profile', 'Vehicle Profile', 'My Profile', 'Customer Admin']
    for (const path of ['/profile', '/profiles', '/profiles/driver']) {
      const sidebar = sidebarOf(path, visitorOf(userOf(role), 'beta'))
      expect(
        sidebar?.entries.map(({ label }) => label),
        path,
      ).toEqual(letter === 'R' ? five : three)
      const here = sidebar?.entries.filter(({ isHere }) => isHere).map(({ label }) => label)
      const [first] = letter === 'R' ? five : three
      expect(here, path).toEqual([path === '/profiles/driver' ? first : 'My Profile'])
    }
  })
})

test('SHL-14 a guest must log in for each private route', () => {
  for (const { path } of PRIVATE) {
    expect(matchRoute(path, visitorOf(null, 'alpha')), path).toEqual({ kind: 'mustLogIn' })
  }
})

test('SHL-01 SHL-02 SHL-13 a guest opens the public routes and the share page', () => {
  for (const path of ['/', '/login', '/forgot-password', '/liveTrack'])
    expect(matchRoute(path, visitorOf(null, 'alpha')).kind, path).toBe('screen')
})

test('SHL-28 every page has its title', () => {
  for (const { path, title } of PRIVATE) expect(titleOf(path), path).toBe(title)
})

test('SHL-27 the report sidebar lists its pages', () => {
  const labels = `Vehicle Summary, Over Speed, Fuel Consumption, Alerts, Vehicle Instant, Engine Over Run, Neutral Driving`
  const at = (path: string) => sidebarOf(path, visitorOf(userOf('MANAGER'), 'alpha'))?.entries ?? []
  expect(at('/reports').map(({ label }) => label)).toEqual(labels.split(', '))
  expect(at('/reports').find(({ isHere }) => isHere)?.label).toBe('Vehicle Summary')
  expect(at('/reports/engine-overrun').find(({ isHere }) => isHere)?.label).toBe('Engine Over Run')
  expect(at('/reportsv2')).toEqual([])
})
