import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { type MenuName, ROUTES, type Route } from './routes.ts'

/** The older (alpha) and the newer (beta) interface (SHL-46). */
export type UiType = 'alpha' | 'beta'
/** How the page is drawn. */
export type Theme = 'light' | 'dark'

/** The role that counts: the first one (SES-03). */
export const roleOf = (user: SessionUser): Role | undefined => user.roles[0]

const tidy = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path)

/** The row of the table for a path, without regard to a trailing slash. */
export const routeOf = (path: string): Route | undefined => ROUTES.find((route) => route.path === tidy(path))

/** Whether a user's role opens a route. */
export const mayOpen = (user: SessionUser, route: Route): boolean => {
  const role = roleOf(user)
  return role !== undefined && route.roles.includes(role)
}

const landings: Readonly<Partial<Record<Role, string>>> = {
  ROOTADMIN: '/profile',
  SUPERADMIN: '/profile',
  CSSUPPORT: '/cssupport',
  'CONFIG MANAGER': '/settings',
}

/** Where a login leads: by role, literally, whatever interface is on (SES-19, CONFLICT-07; docs/decisions/0004). */
export const landingOf = (user: SessionUser): string => landings[roleOf(user) ?? 'CUSTOMER'] ?? '/track-trace'

/** Where a public route leads somebody who is logged in: the role first, then the interface (SHL-03, CONFLICT-36). */
export const awayFromPublic = (user: SessionUser, uiType: UiType): string =>
  landings[roleOf(user) ?? 'CUSTOMER'] ?? (uiType === 'beta' ? '/track-trace' : '/owner-suite')

/** Where to go after a login: the saved location if the role may open it, else the landing page (OPEN-69). */
export const afterLogIn = (user: SessionUser, savedLocation: string | null): string => {
  const route = savedLocation === null ? undefined : routeOf(savedLocation.split('?')[0] ?? '')
  return savedLocation !== null && route?.access === 'private' && mayOpen(user, route)
    ? savedLocation
    : landingOf(user)
}

/** The interface a user sees: the only one he may use, else the stored choice, else alpha (SES-06, SHL-46). */
export const uiTypeOf = (user: SessionUser | null, stored: UiType | null): UiType => {
  if (user !== null && user.alphaAccess !== user.betaAccess) return user.alphaAccess ? 'alpha' : 'beta'
  return stored ?? 'alpha'
}

/** What an address means to whoever stands there. */
export type Place =
  | { readonly kind: 'screen'; readonly route: Route }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'mustLogIn' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'denied' }

/** The guards (SHL-03, SHL-14 to 17): what is at a path, for a user or for a guest. */
export const placeOf = (path: string, user: SessionUser | null, uiType: UiType): Place => {
  const route = routeOf(path)
  if (route === undefined) return { kind: 'unknown' }
  if (route.access === 'open') return { kind: 'screen', route }
  if (user === null) return route.access === 'public' ? { kind: 'screen', route } : { kind: 'mustLogIn' }
  if (route.access === 'public') return { kind: 'redirect', to: awayFromPublic(user, uiType) }
  return mayOpen(user, route) ? { kind: 'screen', route } : { kind: 'denied' }
}

const hasLight = (user: SessionUser | null): boolean => user === null || !user.alphaAccess || user.betaAccess

/**
 * The theme of a page (CONFLICT-04, CONFLICT-05): dark for users of the older interface alone (SHL-44) and on routes with
 * the dark side; elsewhere the stored choice, which starts dark in the older interface (SHL-43) and light in the newer one.
 */
export const themeOf = ({
  path,
  user,
  stored,
  uiType,
}: {
  path: string
  user: SessionUser | null
  stored: Theme | null
  uiType: UiType
}): Theme => {
  if (!hasLight(user) || routeOf(path)?.theme !== 'stored') return 'dark'
  if (stored !== null) return stored
  return user !== null && uiType === 'alpha' ? 'dark' : 'light'
}

/** Whether the header shows the theme toggle (SHL-34), which users without a light theme never get (SHL-44). */
export const showsThemeToggle = (path: string, user: SessionUser | null): boolean =>
  hasLight(user) && (routeOf(path)?.toggle ?? false)

/** Whether the header shows the BETA switch (SHL-33). */
export const showsInterfaceSwitch = (path: string, user: SessionUser | null): boolean =>
  user?.alphaAccess === true &&
  user.betaAccess &&
  roleOf(user) !== 'ROOTADMIN' &&
  routeOf(path)?.path !== '/cssupport'

const isSupportOn = (path: string, user: SessionUser | null, place: string): boolean =>
  user !== null && roleOf(user) === 'CSSUPPORT' && routeOf(path)?.path === place

/** Whether the header links to the profile: for everybody, but for CSSUPPORT not on /cssupport (SHL-35). */
export const showsProfileLink = (path: string, user: SessionUser | null): boolean =>
  !isSupportOn(path, user, '/cssupport')

/** Whether the header shows SWITCH PROFILE: for support, everywhere but where it leads (SHL-29, SHL-54). */
export const showsSwitchProfile = (path: string, user: SessionUser | null): boolean =>
  user !== null && roleOf(user) === 'CSSUPPORT' && showsProfileLink(path, user)

const PAYHUB: Readonly<Partial<Record<Role, 'enabled' | 'disabled'>>> = {
  CUSTOMERADMIN: 'enabled',
  MANAGER: 'enabled',
  CSSUPPORT: 'disabled',
}

/** PayHub's button: on /owner-suite for three roles, one of which may only see it (SHL-36, SHL-37, CONFLICT-09). */
export const payHubOf = (path: string, user: SessionUser | null): 'enabled' | 'disabled' | null => {
  const role = user === null ? undefined : roleOf(user)
  return role === undefined || routeOf(path)?.path !== '/owner-suite' ? null : (PAYHUB[role] ?? null)
}

/** The menu a user has (OPEN-31). */
export const menuNameOf = (path: string, user: SessionUser, uiType: UiType): MenuName => {
  const role = roleOf(user)
  if (role === 'ROOTADMIN' || role === 'SUPERADMIN') return 'admin'
  if (role === 'CSSUPPORT' && routeOf(path)?.path === '/cssupport') return 'profile'
  return uiType
}

/** One entry of the sidebar. */
export type MenuEntry = { readonly path: string; readonly label: string }

/** The entries of a menu that the user's role may open, in their order (SHL-18 to 21, SHL-23). */
export const menuOf = (name: MenuName, user: SessionUser): readonly MenuEntry[] =>
  ROUTES.flatMap((route) => {
    const entry = route.menus[name]
    return entry !== undefined && mayOpen(user, route)
      ? [{ path: route.path, label: entry.label, place: entry.place }]
      : []
  })
    .toSorted((a, b) => a.place - b.place)
    .map(({ path, label }) => ({ path, label }))

/** The page's title: '<Page> | <product>' (SHL-28). */
export const titleOf = (path: string, productName: string): string => {
  const title = routeOf(path)?.title ?? ''
  return title === '' ? productName : `${title} | ${productName}`
}
