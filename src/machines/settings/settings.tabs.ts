import { ADMIN_ROLES, CONFIGURER_ROLES, ROLES, type Role } from '#contract/roles.ts'

/** One tab of the settings (ADM-01, ADM-02), and who sees it. One that is not built shows an empty state. */
export type SettingsTab = {
  readonly id: (typeof IDS)[number]
  readonly label: string
  readonly roles: readonly Role[]
  readonly isBuilt: boolean
}
export type SettingsTabId = SettingsTab['id']

const IDS = [
  'groups',
  'regions',
  'alertPreferences',
  'scalingFactor',
  'alertSettings',
  'changePassword',
  'tickerMessages',
  'maintenance',
  'mailOutbox',
] as const

/** The tabs in their order. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  { id: 'groups', label: 'Groups', roles: CONFIGURER_ROLES, isBuilt: false },
  { id: 'regions', label: 'Regions', roles: CONFIGURER_ROLES, isBuilt: false },
  { id: 'alertPreferences', label: 'Alert preferences', roles: CONFIGURER_ROLES, isBuilt: false },
  { id: 'scalingFactor', label: 'Scaling factor', roles: CONFIGURER_ROLES, isBuilt: false },
  { id: 'alertSettings', label: 'Alert settings', roles: CONFIGURER_ROLES, isBuilt: false },
  { id: 'changePassword', label: 'Change password', roles: ROLES, isBuilt: true },
  { id: 'tickerMessages', label: 'Ticker messages', roles: ADMIN_ROLES, isBuilt: true },
  { id: 'maintenance', label: 'Maintenance', roles: ADMIN_ROLES, isBuilt: true },
  { id: 'mailOutbox', label: 'Mail outbox', roles: ADMIN_ROLES, isBuilt: true },
]

/** The tabs that a role sees. */
export const tabsOf = (role: Role): readonly SettingsTab[] =>
  SETTINGS_TABS.filter(({ roles }) => roles.includes(role))

/** The tab that opens first: the first that is built. */
export const firstTabOf = (role: Role): SettingsTabId =>
  tabsOf(role).find(({ isBuilt }) => isBuilt)?.id ?? 'changePassword'
