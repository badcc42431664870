import type { Role } from '#contract/roles.ts'
import { ADMIN_ROLES, ROLES, VIEWER_ROLES } from '#contract/roles.ts'

/** Screens that exist. `notBuilt` is the honest empty state that shows the route's title. */
export type BuiltScreen = 'login' | 'track' | 'cssupport' | 'help' | 'settings' | 'notBuilt'

/** `public`: for guests only; `open`: for everybody; `private`: for members of `roles`. */
export type Access = 'public' | 'open' | 'private'

/** The menus a route can stand in (SHL-18 to 21); `beta` is the main owner menu, `alpha` the older one. */
export type MenuName = 'profile' | 'admin' | 'beta' | 'alpha'

/** Label and place in one menu, from 1. */
export type MenuPlace = { readonly place: number; readonly label: string }

/** One row of the table of routes. `title` goes before the product's name; '' shows the product alone (SHL-28). */
export type Route = {
  readonly path: string
  readonly screen: BuiltScreen
  readonly title: string
  readonly access: Access
  readonly roles: readonly Role[]
  /** `stored`: the user's choice counts here; `dark`: always dark (SHL-45, CONFLICT-05). */
  readonly theme: 'stored' | 'dark'
  /** Whether the header shows the theme toggle (SHL-34). */
  readonly toggle: boolean
  readonly menus: Readonly<Partial<Record<MenuName, MenuPlace>>>
}

type Extra = Partial<Pick<Route, 'screen' | 'roles' | 'menus' | 'access'>>

const fixed = (path: string, title: string, extra: Extra = {}): Route => ({
  path,
  screen: 'notBuilt',
  title,
  access: 'private',
  roles: VIEWER_ROLES,
  theme: 'dark',
  toggle: false,
  menus: {},
  ...extra,
})
const themed = (path: string, title: string, extra: Extra = {}): Route => ({
  ...fixed(path, title, extra),
  theme: 'stored',
  toggle: true,
})

const PUBLIC = { access: 'public', roles: ROLES } as const
const OPEN = { access: 'open', roles: ROLES } as const
const EVERY_ROLE = { roles: ROLES } as const
const ADMINS = { roles: ADMIN_ROLES } as const
const at = (place: number, label: string): MenuPlace => ({ place, label })

/** Every address of the portal, once. Guards, menus, titles, redirects and themes are read from here. */
export const ROUTES: readonly Route[] = [
  fixed('/', '', { ...PUBLIC, screen: 'login' }),
  fixed('/login', '', { ...PUBLIC, screen: 'login' }),
  fixed('/forgot-password', '', PUBLIC),
  themed('/liveTrack', '', OPEN),

  fixed('/profile', 'Profile', {
    ...EVERY_ROLE,
    menus: { profile: at(1, 'Profile'), admin: at(1, 'Profile') },
  }),
  fixed('/profiles', 'Profile', EVERY_ROLE),
  fixed('/profiles/driver', 'Profile', EVERY_ROLE),
  fixed('/profiles/vehicle', 'Profile', EVERY_ROLE),
  fixed('/profiles/dealer', 'Profile', ADMINS),
  fixed('/profiles/customer-admin', 'Profile', ADMINS),
  fixed('/profiles/my-profile', 'Profile', EVERY_ROLE),
  fixed('/cssupport', '', { screen: 'cssupport', roles: ['CSSUPPORT'] }),
  fixed('/support', 'Help', { ...EVERY_ROLE, screen: 'help' }),

  fixed('/owner-suite', 'Dashboard', { menus: { beta: at(1, 'Dashboard'), alpha: at(1, 'Dashboard') } }),
  themed('/dashboard', 'Dashboard'),
  themed('/track-trace', 'Track And Trace', { screen: 'track', menus: { beta: at(2, 'Track and Trace') } }),
  fixed('/my-fleet', 'Track And Trace', { screen: 'track', menus: { alpha: at(2, 'Find My Truck') } }),
  fixed('/liveTracking', 'Track And Trace', { screen: 'track' }),
  themed('/alerts', 'Alerts', { menus: { beta: at(3, 'Alerts') } }),
  themed('/trip-management', 'Trip Management', { menus: { beta: at(4, 'Trip Management') } }),
  fixed('/daily-trip-analysis', 'Trip Management', { menus: { alpha: at(3, 'Trip Management') } }),
  fixed('/fleet-health', 'Fleet Health', {
    menus: { beta: at(5, 'Fleet Health'), alpha: at(4, 'Fleet Health') },
  }),
  themed('/driving-analysisv2', 'Driving Analysis', { menus: { beta: at(6, 'Driving Analysis') } }),
  fixed('/driving-analysis', 'Driving Analysis', { menus: { alpha: at(5, 'Driving Analysis') } }),
  themed('/reportsv2', 'Reports', { menus: { beta: at(7, 'Reports') } }),
  fixed('/reports', 'Reports', { menus: { alpha: at(6, 'Reports') } }),
  fixed('/reports/vehicle-summary', 'Reports'),
  fixed('/reports/over-speed', 'Reports'),
  fixed('/reports/fuel-consumption', 'Reports'),
  fixed('/reports/alert', 'Reports'),
  fixed('/reports/vehicle-instant', 'Reports'),
  fixed('/reports/engine-overrun', 'Reports'),
  fixed('/reports/neutral-driving', 'Reports'),
  fixed('/settings', 'Settings', {
    ...EVERY_ROLE,
    screen: 'settings',
    menus: { admin: at(2, 'Settings'), beta: at(8, 'Settings'), alpha: at(7, 'Settings') },
  }),
  themed('/demo', 'Demo', { menus: { beta: at(9, 'Demo') } }),
  fixed('/lab', '', { roles: ['ROOTADMIN', 'ANALYTICSUSER', 'CSSUPPORT'] }),
]
