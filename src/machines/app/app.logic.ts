import type { Role } from '#contract/roles.ts'
import type { ListRequest } from '../fleet/fleet.ports.ts'
import { choosesFirst, listRequestOf, PLAIN_LIST } from '../fleet/list-restoration.logic.ts'
import { actingHome, DASHBOARD, LANDINGS } from '../kit/landing.logic.ts'
import { SCREENS, type Screen } from '../kit/screens.ts'
import { type MenuName, ROUTES, type Route, type SidebarName } from './routes.ts'
import { effectiveRoleOf, hasSupportView, roleOf, rolesOf, type Visitor } from './visitor.logic.ts'

/** A theme of the page or the map. */
export type Theme = 'light' | 'dark'

const tidy = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path)

/** The route of a path; a trailing slash is ignored. */
export const routeOf = (path: string): Route | undefined => ROUTES.find((route) => route.path === tidy(path))

/** Whether CSSUPPORT has to choose the user to act for before it opens a route (OPEN-04). */
const mustChooseUser = ({ user, actingRole }: Visitor, { needsUser, roles }: Route): boolean =>
  needsUser &&
  actingRole === null &&
  user !== null &&
  roleOf(user) === 'CSSUPPORT' &&
  roles.includes('CSSUPPORT')

/** Whether a visitor may open a route: it lists every role that counts, or `alsoTo` admits the visitor. */
export const mayOpen = (visitor: Visitor, route: Route): boolean => {
  const { access, roles, alsoTo, acting } = route
  if (mustChooseUser(visitor, route)) return false
  if (access === 'open' || (visitor.isLabOpen && alsoTo.includes('labSetting'))) return true
  if (hasSupportView(visitor) && alsoTo.includes('supportView')) return true
  const held = rolesOf(acting === 'actor' ? { ...visitor, actingRole: null } : visitor)
  return held.length > 0 && held.every((role) => roles.includes(role))
}

const ownLanding = ({ user }: Visitor): string | undefined => LANDINGS[(user && roleOf(user)) ?? 'CUSTOMER']

/** Where a login leads: by role alone, whatever the interface (SES-19, CONFLICT-07; docs/decisions/0004). */
export const landingOf = (visitor: Visitor): string => ownLanding(visitor) ?? '/track-trace'

/** Where a public route leads a logged-in user: by role first, then by interface (SHL-03, CONFLICT-36). */
export const awayFromPublic = (visitor: Visitor): string => {
  if (visitor.actingRole !== null) return actingHome(visitor.actingRole)
  return ownLanding(visitor) ?? (visitor.uiType === 'beta' ? '/track-trace' : DASHBOARD)
}

/**
 * Where a change of the interface leads: to the dashboard, or home where the visitor may not open it (SHL-24,
 * OPEN-29).
 */
export const afterSwitch = (visitor: Visitor): string => {
  const home = visitor.actingRole === null ? landingOf(visitor) : actingHome(visitor.actingRole)
  return matchRoute(DASHBOARD, visitor).kind === 'screen' ? DASHBOARD : home
}

/** Where to go after a login: the saved location if the role may open it, else the landing page (OPEN-69). */
export const afterLogIn = (visitor: Visitor, savedLocation: string | null): string => {
  const route = savedLocation === null ? undefined : routeOf(savedLocation.split('?')[0] ?? '')
  return savedLocation !== null && route?.access === 'private' && mayOpen(visitor, route)
    ? savedLocation
    : landingOf(visitor)
}

/** Where a page without content leads: to the map for visitors who may see it, else to their landing page. */
export const nextStepFor = (visitor: Visitor): Route | undefined => {
  const { user, actingRole } = visitor
  if (user === null) return routeOf('/')
  const home = actingRole === null ? landingOf(visitor) : actingHome(actingRole)
  const map = routeOf('/track-trace')
  return map !== undefined && home !== '/cssupport' && mayOpen(visitor, map) ? map : routeOf(home)
}

/** What an address means to a visitor. */
export type RouteMatch =
  | { readonly kind: 'screen'; readonly route: Route }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'mustLogIn' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'denied' }

/** The guards (SHL-03, SHL-14 to 17): what a visitor gets at a path. */
export const matchRoute = (path: string, visitor: Visitor): RouteMatch => {
  const route = routeOf(path)
  if (route === undefined) return { kind: 'unknown' }
  if (route.access === 'public')
    return visitor.user === null
      ? { kind: 'screen', route }
      : { kind: 'redirect', to: awayFromPublic(visitor) }
  if (mayOpen(visitor, route)) return { kind: 'screen', route }
  if (mustChooseUser(visitor, route)) return { kind: 'redirect', to: '/cssupport' }
  return { kind: visitor.user === null ? 'mustLogIn' : 'denied' }
}

/**
 * The list that the fleet map shows first to a visitor who opens an address or is led on from it; null where that is another
 * screen, and where something has to be chosen first (MAP-34).
 */
export const firstListAt = (path: string, visitor: Visitor): ListRequest | null => {
  const match = matchRoute(path, visitor)
  const route =
    match.kind === 'redirect' ? routeOf(match.to) : match.kind === 'screen' ? match.route : undefined
  const role = effectiveRoleOf(visitor)
  return route?.screen !== 'track' || choosesFirst(PLAIN_LIST, role, null)
    ? null
    : listRequestOf(PLAIN_LIST, role, null)
}

const hasLight = ({ user }: Visitor): boolean => user === null || !user.alphaAccess || user.betaAccess

/**
 * The theme of a page (CONFLICT-04, CONFLICT-05): dark for users of the older interface alone (SHL-44) and on routes with
 * the dark side; elsewhere the stored choice, which starts dark in the older interface (SHL-43) and light in the newer one.
 */
export const themeOf = (path: string, visitor: Visitor, stored: Theme | null): Theme => {
  if (!hasLight(visitor) || routeOf(path)?.theme !== 'stored') return 'dark'
  if (stored !== null) return stored
  return visitor.user !== null && visitor.uiType === 'alpha' ? 'dark' : 'light'
}

const PAYHUB_SHOWN: readonly Role[] = ['CUSTOMERADMIN', 'MANAGER', 'CSSUPPORT']
const PAYHUB_DISABLED: readonly Role[] = ['ROOTADMIN', 'CSSUPPORT']

/** The button of the payment portal for a role: who sees it (SHL-36), and who cannot press it (SHL-37, CONFLICT-09). */
export const payHubOf = (role: Role): { readonly isShown: boolean; readonly isDisabled: boolean } => ({
  isShown: PAYHUB_SHOWN.includes(role),
  isDisabled: PAYHUB_DISABLED.includes(role),
})

/** What the header shows besides logo, greeting and log out (SHL-29). */
export type HeaderTools = {
  /** Not for users without a light theme (SHL-34, SHL-44). */
  readonly hasThemeToggle: boolean
  /** The BETA switch (SHL-33). */
  readonly hasInterfaceSwitch: boolean
  /** The link to the profile (SHL-35). */
  readonly hasProfileLink: boolean
  /** The button of the payment portal, on /owner-suite; null where it is not shown. */
  readonly payHub: 'enabled' | 'disabled' | null
  /** SWITCH PROFILE, to choose another user (SHL-41, SHL-54). */
  readonly hasSwitchProfile: boolean
}

/** The header at a path. It is the user's own: acting for another user changes SWITCH PROFILE alone. */
export const headerOf = (path: string, visitor: Visitor): HeaderTools => {
  const { user, actingRole } = visitor
  const role = user === null ? undefined : roleOf(user)
  const route = routeOf(path)
  const isOnChoice = route?.path === '/cssupport'
  const payHub = role === undefined || route?.path !== '/owner-suite' ? undefined : payHubOf(role)
  const isSupport = role === 'CSSUPPORT'
  return {
    hasThemeToggle: hasLight(visitor) && (route?.toggle ?? false),
    hasInterfaceSwitch: user?.alphaAccess === true && user.betaAccess && role !== 'ROOTADMIN' && !isOnChoice,
    hasProfileLink: user !== null && !(isSupport && isOnChoice),
    payHub: payHub?.isShown ? (payHub.isDisabled ? 'disabled' : 'enabled') : null,
    hasSwitchProfile: isSupport && (actingRole !== null || !isOnChoice),
  }
}

/** The menu a visitor has (OPEN-31). */
export const menuNameOf = (path: string, { user, actingRole, uiType }: Visitor): MenuName => {
  const role = user === null ? undefined : roleOf(user)
  if (role === 'ROOTADMIN' || role === 'SUPERADMIN') return 'admin'
  if (role === 'CSSUPPORT' && actingRole === null && routeOf(path)?.path === '/cssupport') return 'profile'
  return uiType
}

/** One entry of the main sidebar, or of a sidebar inside a screen. */
export type MenuEntry = {
  readonly path: string
  readonly label: string
  /** The current page. */
  readonly isHere: boolean
  /** The page is not built yet. */
  readonly isSoon: boolean
}
/** An entry with the screen it leads to, for its icon. */
export type ScreenEntry = MenuEntry & { readonly screen: Screen }

const shownRouteOf = (path: string): Route | undefined => {
  const route = routeOf(path)
  return route?.opensAs == null ? route : routeOf(route.opensAs)
}

/** Pages with one sidebar belong together, as those of one screen do. */
const familyOf = (path: string) => shownRouteOf(path)?.sidebar?.name ?? routeOf(path)?.screen

const isSoon = (screen: Screen): boolean => !SCREENS[screen].isBuilt

/** The main sidebar at a path: the entries of its menu that the visitor may open, in order (SHL-18 to 21, SHL-23). */
export const menuOf = (path: string, visitor: Visitor): readonly ScreenEntry[] =>
  entriesOf(menuNameOf(path, visitor), path, visitor)

/**
 * The pages of a member's interface that his own menu does not list although he may open them; his profile lists them, so that none can
 * be found by its address alone. Only administrators have such, because their menu has two entries (SHL-19).
 */
export const otherPagesOf = (path: string, visitor: Visitor): readonly ScreenEntry[] => {
  const own = menuOf(path, visitor).map((entry) => entry.path)
  const isLeft = (entry: ScreenEntry): boolean => !own.includes(entry.path)
  return menuNameOf(path, visitor) === 'admin' ? entriesOf(visitor.uiType, path, visitor).filter(isLeft) : []
}

const entriesOf = (name: MenuName, path: string, visitor: Visitor): readonly ScreenEntry[] => {
  const here = familyOf(path)
  return ROUTES.flatMap((route) => {
    const entry = route.menus[name]
    return entry !== undefined && mayOpen(visitor, route) ? [{ ...route, ...entry }] : []
  })
    .toSorted((a, b) => a.place - b.place)
    .map(({ path: to, label, screen }) => ({
      path: to,
      label,
      screen,
      isHere: familyOf(to) === here,
      isSoon: isSoon(screen),
    }))
}

/** The sidebar inside the screen at a path, null where it has none (SHL-25 to SHL-27). */
export const sidebarOf = (
  path: string,
  visitor: Visitor,
): { readonly name: SidebarName; readonly entries: readonly MenuEntry[] } | null => {
  const shown = shownRouteOf(path)
  const name = shown?.sidebar?.name
  if (name === undefined) return null
  const role = effectiveRoleOf(visitor)
  const entries = ROUTES.flatMap((route) => {
    const { sidebar } = route
    if (sidebar?.name !== name || !mayOpen(visitor, route)) return []
    const label = role === 'ROOTADMIN' ? sidebar.label : sidebar.others
    return label === null ? [] : [{ ...route, label, place: sidebar.place, isHere: route === shown }]
  })
  return {
    name,
    entries: entries
      .toSorted((a, b) => a.place - b.place)
      .map(({ path: to, label, isHere, screen }) => ({ path: to, label, isHere, isSoon: isSoon(screen) })),
  }
}

/** The title of the page at a path, without the product's name; '' where it has none. */
export const titleOf = (path: string): string => routeOf(path)?.title ?? ''

/** A page's name in a sentence: its entry in a sidebar, else its title. */
export const pageNameOf = (path: string): string => shownRouteOf(path)?.sidebar?.label ?? titleOf(path)
