export const SETTINGS = {
  title: 'Settings',
  tabs: 'Settings',
  notBuilt: (tab: string) => `${tab}: not built yet`,
  notBuiltText: 'This part of the settings will come in a later version.',
} as const

/** The labels of the tabs, by id. */
export const SETTINGS_TAB = {
  groups: 'Groups',
  regions: 'Regions',
  alertPreferences: 'Alert preferences',
  scalingFactor: 'Scaling factor',
  alertSettings: 'Alert settings',
  changePassword: 'Change password',
  importPositions: 'Import positions',
  gateway: 'Gateway',
  tickerMessages: 'Ticker messages',
  maintenance: 'Maintenance',
  mailOutbox: 'Mail outbox',
} as const

export const PASSWORD_TEXT = {
  title: 'Change password',
  current: 'Current password',
  submit: 'Change password',
  currentMissing: 'Enter your current password',
  same: 'Choose a password that differs from the current one',
} as const

export const OUTBOX_TEXT = {
  title: 'Mail outbox',
  lead: 'While no mail server is configured, mails are kept here instead of being sent. You see those to users below your role. Sign-in links give access to an account: pass each mail only to its recipient.',
  reload: 'Reload',
} as const
