import { ADMIN_ROLES, ROLES, type Role, VIEWER_ROLES } from '#contract/roles.ts'
import type { Screen } from '../kit/screens.ts'

/** `public`: for guests only; `open`: for everybody; `private`: for members of `roles`. */
export type Access = 'public' | 'open' | 'private'

/** The menus that can list a route (SHL-18 to 21); `beta` is the main owner menu, `alpha` the older one. */
export type MenuName = 'profile' | 'admin' | 'beta' | 'alpha'

/** The sidebars inside a screen (SHL-25 to SHL-27). */
export type SidebarName = 'profile' | 'reports'

/** Label and place in one menu, from 1. */
export type MenuPlace = { readonly place: number; readonly label: string }

/** Place in a sidebar, and its label: for ROOTADMIN, and for all `others`, who have no such entry where it is null (CONFLICT-41). */
export type SidebarPlace = MenuPlace & { readonly name: SidebarName; readonly others: string | null }

/** One row of the table of routes. `title` goes before the product's name; '' shows the product alone (SHL-28). */
export type Route = {
  readonly path: string
  readonly screen: Screen
  readonly title: string
  readonly access: Access
  readonly roles: readonly Role[]
  /** Who else may open it: the support view (SHL-57), or everybody where the environment sets `lab` (OPEN-20). */
  readonly alsoTo: readonly ('supportView' | 'labSetting')[]
  /** While CSSUPPORT acts for a user: `both` roles must be listed, or it belongs to the supporter's own login (`actor`). */
  readonly acting: 'both' | 'actor'
  /** Whether it shows customers' data, so that CSSUPPORT opens it only as a user whom it acts for (OPEN-04). */
  readonly needsUser: boolean
  /** `stored`: the user's choice counts here; `dark`: always dark (SHL-45, CONFLICT-05). */
  readonly theme: 'stored' | 'dark'
  /** Whether the header shows the theme toggle (SHL-34). */
  readonly toggle: boolean
  readonly menus: Readonly<Partial<Record<MenuName, MenuPlace>>>
  readonly sidebar: SidebarPlace | null
  /** The route whose sidebar entry counts here, where it is another one. */
  readonly opensAs: string | null
}

type Extra = Partial<Omit<Route, 'path' | 'title' | 'screen' | 'theme' | 'toggle'>>

const fixed = (path: string, screen: Screen, title: string, extra: Extra = {}): Route => ({
  path,
  screen,
  title,
  access: 'private',
  roles: VIEWER_ROLES,
  alsoTo: [],
  acting: 'both',
  needsUser: true,
  theme: 'dark',
  toggle: false,
  menus: {},
  sidebar: null,
  opensAs: null,
  ...extra,
})
const themed = (path: string, screen: Screen, title: string, extra: Extra = {}): Route => ({
  ...fixed(path, screen, title, extra),
  theme: 'stored',
  toggle: true,
})

const PUBLIC = { access: 'public', roles: ROLES, needsUser: false } as const
const OPEN = { access: 'open', roles: ROLES, needsUser: false } as const
const EVERY_ROLE = { roles: ROLES, needsUser: false } as const
const SUPPORTS_OWN = { roles: ['CSSUPPORT'], acting: 'actor', needsUser: false } as const
const LAB = { ...SUPPORTS_OWN, alsoTo: ['supportView', 'labSetting'] } as const
const ADMINS = { roles: ADMIN_ROLES } as const
const at = (place: number, label: string): MenuPlace => ({ place, label })
const inProfile = (place: number, label: string, others: string | null) =>
  ({ sidebar: { name: 'profile', place, label, others } }) as const
const inReports = (place: number, label: string) =>
  ({ sidebar: { name: 'reports', place, label, others: label } }) as const

/** Every address of the portal, once. Guards, menus, titles, redirects and themes are read from here. */
export const ROUTES: readonly Route[] = [
  fixed('/', 'login', '', PUBLIC),
  fixed('/login', 'login', '', PUBLIC),
  fixed('/forgot-password', 'recovery', '', PUBLIC),
  fixed('/reset-password', 'recovery', '', PUBLIC),
  themed('/liveTrack', 'share', '', OPEN),

  fixed('/profile', 'profile', 'Profile', {
    ...EVERY_ROLE,
    menus: { profile: at(1, 'Profile'), admin: at(1, 'Profile') },
    opensAs: '/profiles/my-profile',
  }),
  fixed('/profiles', 'profile', 'Profile', { ...EVERY_ROLE, opensAs: '/profiles/my-profile' }),
  fixed('/profiles/driver', 'profiles', 'Profile', {
    ...EVERY_ROLE,
    ...inProfile(1, 'Driver Profile', 'Driver'),
  }),
  fixed('/profiles/dealer', 'profiles', 'Profile', {
    ...ADMINS,
    ...inProfile(2, 'Dealer Profile', null),
  }),
  fixed('/profiles/vehicle', 'profiles', 'Profile', {
    ...EVERY_ROLE,
    ...inProfile(3, 'Vehicle Profile', 'Vehicle'),
  }),
  fixed('/profiles/my-profile', 'profile', 'Profile', {
    ...EVERY_ROLE,
    ...inProfile(4, 'My Profile', 'My Profile'),
  }),
  fixed('/profiles/customer-admin', 'profiles', 'Profile', {
    ...ADMINS,
    ...inProfile(5, 'Customer Admin', null),
  }),
  fixed('/cssupport', 'cssupport', '', SUPPORTS_OWN),
  fixed('/support', 'help', 'Help', EVERY_ROLE),

  fixed('/owner-suite', 'dashboard', 'Dashboard', {
    menus: { beta: at(1, 'Dashboard'), alpha: at(1, 'Dashboard') },
  }),
  themed('/dashboard', 'dashboard', 'Dashboard'),
  themed('/track-trace', 'track', 'Track And Trace', { menus: { beta: at(2, 'Track and Trace') } }),
  fixed('/my-fleet', 'track', 'Track And Trace', { menus: { alpha: at(2, 'Find My Truck') } }),
  fixed('/liveTracking', 'track', 'Track And Trace'),
  themed('/alerts', 'alerts', 'Alerts', { menus: { beta: at(3, 'Alerts') } }),
  themed('/trip-management', 'trips', 'Trip Management', { menus: { beta: at(4, 'Trip Management') } }),
  fixed('/daily-trip-analysis', 'trips', 'Trip Management', { menus: { alpha: at(3, 'Trip Management') } }),
  fixed('/fleet-health', 'health', 'Fleet Health', {
    menus: { beta: at(5, 'Fleet Health'), alpha: at(4, 'Fleet Health') },
  }),
  themed('/driving-analysisv2', 'driving', 'Driving Analysis', {
    menus: { beta: at(6, 'Driving Analysis') },
  }),
  fixed('/driving-analysis', 'driving', 'Driving Analysis', { menus: { alpha: at(5, 'Driving Analysis') } }),
  themed('/reportsv2', 'reports', 'Reports', { menus: { beta: at(7, 'Reports') } }),
  fixed('/reports', 'reports', 'Reports', {
    menus: { alpha: at(6, 'Reports') },
    opensAs: '/reports/vehicle-summary',
  }),
  fixed('/reports/vehicle-summary', 'reports', 'Reports', inReports(1, 'Vehicle Summary')),
  fixed('/reports/over-speed', 'reports', 'Reports', inReports(2, 'Over Speed')),
  fixed('/reports/fuel-consumption', 'reports', 'Reports', inReports(3, 'Fuel Consumption')),
  fixed('/reports/alert', 'reports', 'Reports', inReports(4, 'Alerts')),
  fixed('/reports/vehicle-instant', 'reports', 'Reports', inReports(5, 'Vehicle Instant')),
  fixed('/reports/engine-overrun', 'reports', 'Reports', inReports(6, 'Engine Over Run')),
  fixed('/reports/neutral-driving', 'reports', 'Reports', inReports(7, 'Neutral Driving')),
  fixed('/settings', 'settings', 'Settings', {
    ...EVERY_ROLE,
    menus: { admin: at(2, 'Settings'), beta: at(8, 'Settings'), alpha: at(7, 'Settings') },
  }),
  themed('/demo', 'demo', 'Demo', { menus: { beta: at(9, 'Demo') } }),
  fixed('/lab', 'lab', 'Lab', LAB),
  fixed('/lab/paths', 'lab', 'Lab', LAB),
  fixed('/lab/replay', 'lab', 'Lab', LAB),
  fixed('/lab/faults', 'lab', 'Lab', LAB),
]
