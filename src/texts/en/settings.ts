import { texts } from '../texts.ts'
export const SETTINGS = texts('settings.page', {
  title: 'Settings',
  tabs: 'Settings',
  notLoaded: '{tab} could not be loaded.',
  notBuilt: '{tab}: not built yet',
  notBuiltText: 'This part of the settings will come in a later version.',
})

/** The labels of the tabs, by id. */
export const SETTINGS_TAB = texts('settings.tabs', {
  groups: 'Groups',
  regions: 'Regions',
  alertPreferences: 'Alert preferences',
  scalingFactor: 'Scaling factor',
  drivingScore: 'Driving score',
  alertSettings: 'Alert settings',
  changePassword: 'Change password',
  importPositions: 'Import positions',
  gateway: 'Gateway',
  tickerMessages: 'Ticker messages',
  maintenance: 'Maintenance',
  undelivered: 'Undelivered notifications',
  mailOutbox: 'Mail outbox',
  supportAccess: 'Support access',
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
  lead: 'Without a mail server or an SMS gateway, mails and SMS are kept here instead of being sent: the newest 200, and the newest 200 notifications of alerts. You see those to users below your role. Sign-in links give access to an account: pass each mail only to its recipient.',
  reload: 'Reload',
})

/** The channels of notifications. */
export const CHANNEL = texts('settings.channels', { email: 'E-mail', sms: 'SMS' })

export const UNDELIVERED = texts('settings.undelivered', {
  title: 'Undelivered notifications',
  lead: 'Notifications of alerts that were tried for almost nine hours, or refused at once, and given up.',
  reload: 'Reload',
  none: 'Every notification has been delivered or is on its way.',
  noneGivenUp: 'No notification was given up.',
  keptEmail:
    'No mail server is set up for this portal, so no e-mail is sent: each is kept, where only the operators of the portal read it.',
  keptSms:
    'No SMS gateway is set up for this portal, so no SMS is sent: each is kept, where only the operators of the portal read it.',
  shown:
    '{count, plural, one {# notification} other {# notifications}}{isAll, select, yes {} other {, the newest of {total}}}',
  alert: '{type}: {registration}',
  recipient: '{channel} to {userName}',
  why: '{reason} · {attempts, plural, one {# try} other {# tries}}',
  withStatus: '{reason} ({status})',
  sendAgain: 'Send again',
  sendAgainOf: 'Send again: {registration}, {channel} to {userName}',
  sendAllAgain: 'Send all again',
  retried:
    '{count, plural, one {# notification will be sent again.} other {# notifications will be sent again.}}',
})

/** Why a notification was given up. */
export const DELIVERY_FAILURE = texts('settings.deliveryFailures', {
  refused: 'It was refused',
  timeout: 'There was no answer in time',
  unavailable: 'The server could not be reached or did not work',
  interrupted: 'The portal was stopped while sending it',
})
