import {
  ADMIN_ROLES,
  COMPANY_ROLES,
  CONFIGURER_ROLES,
  GATEWAY_ROLES,
  IMPORTER_ROLES,
  MANAGER_ROLES,
  ROLES,
  type Role,
} from '#contract/roles.ts'

/** One tab of the settings (ADM-01, ADM-02), and who sees it. One that is not built shows an empty state. */
export type SettingsTab = {
  readonly id: (typeof IDS)[number]
  readonly roles: readonly Role[]
  readonly isBuilt: boolean
}
export type SettingsTabId = SettingsTab['id']

const IDS = [
  'groups',
  'regions',
  'alertPreferences',
  'scalingFactor',
  'drivingScore',
  'alertSettings',
  'changePassword',
  'importPositions',
  'gateway',
  'tickerMessages',
  'maintenance',
  'undelivered',
  'mailOutbox',
  'supportAccess',
] as const

/** Support on its own has no fleet: it sees these tabs as the user whom it acts for (OPEN-04). */
const ofFleet = (roles: readonly Role[]): readonly Role[] => roles.filter((role) => role !== 'CSSUPPORT')

/** The tabs in their order. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  { id: 'groups', roles: ofFleet(CONFIGURER_ROLES), isBuilt: false },
  { id: 'regions', roles: ofFleet(CONFIGURER_ROLES), isBuilt: false },
  { id: 'alertPreferences', roles: ofFleet(CONFIGURER_ROLES), isBuilt: true },
  { id: 'scalingFactor', roles: COMPANY_ROLES, isBuilt: true },
  { id: 'drivingScore', roles: COMPANY_ROLES, isBuilt: true },
  { id: 'alertSettings', roles: ofFleet(CONFIGURER_ROLES), isBuilt: true },
  { id: 'changePassword', roles: ROLES, isBuilt: true },
  { id: 'importPositions', roles: IMPORTER_ROLES, isBuilt: true },
  { id: 'gateway', roles: GATEWAY_ROLES, isBuilt: true },
  { id: 'tickerMessages', roles: ADMIN_ROLES, isBuilt: true },
  { id: 'maintenance', roles: ADMIN_ROLES, isBuilt: true },
  { id: 'undelivered', roles: ofFleet(MANAGER_ROLES), isBuilt: true },
  { id: 'mailOutbox', roles: ADMIN_ROLES, isBuilt: true },
  { id: 'supportAccess', roles: COMPANY_ROLES, isBuilt: true },
]

/** The tabs that a role sees. */
export const tabsOf = (role: Role): readonly SettingsTab[] =>
  SETTINGS_TABS.filter(({ roles }) => roles.includes(role))

/** The tab that opens first: the first that is built. */
export const firstTabOf = (role: Role): SettingsTabId =>
  tabsOf(role).find(({ isBuilt }) => isBuilt)?.id ?? 'changePassword'

/** Whether a role has a tab. */
export const hasTab = (role: Role, tab: SettingsTabId | null): tab is SettingsTabId =>
  tabsOf(role).some(({ id }) => id === tab)

/** The path of the settings. */
export const SETTINGS_PATH = '/settings'
/** The tab that the search of the address names; null where it names none. */
export const tabIn = (search: string): SettingsTabId | null => {
  const name = new URLSearchParams(search).get('tab')
  return IDS.find((id) => id === name) ?? null
}
/** The address of a tab. */
export const settingsTabPath = (tab: SettingsTabId): string => `${SETTINGS_PATH}?tab=${tab}`
