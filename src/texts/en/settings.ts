import { texts } from '../texts.ts'
export const SETTINGS = texts('settings.page', {
  title: 'Settings',
  tabs: 'Settings',
  notBuilt: '{tab}: not built yet',
  notBuiltText: 'This part of the settings will come in a later version.',
})

/** The labels of the tabs, by id. */
export const SETTINGS_TAB = texts('settings.tabs', {
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
})

export const PASSWORD_TEXT = texts('settings.password', {
  title: 'Change password',
  current: 'Current password',
  submit: 'Change password',
  currentMissing: 'Enter your current password',
  same: 'Choose a password that differs from the current one',
})

export const OUTBOX_TEXT = texts('settings.outbox', {
  title: 'Mail outbox',
  lead: 'While no mail server is configured, mails are kept here instead of being sent. You see those to users below your role. Sign-in links give access to an account: pass each mail only to its recipient.',
  reload: 'Reload',
})
