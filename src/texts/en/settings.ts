export const SETTINGS = {
  title: 'Settings',
  tabs: 'Settings',
  notBuilt: (tab: string) => `${tab}: not built yet`,
  notBuiltText: 'This part of the settings will come in a later version.',
} as const

export const PASSWORD_TEXT = {
  title: 'Change password',
  current: 'Current password',
  submit: 'Change password',
  currentMissing: 'Enter your current password',
  same: 'Choose a password that differs from the current one',
} as const

export const EDITOR_TEXT = {
  title: 'Ticker messages',
  lead: 'They run above the map for all users and are shown once after each login.',
  add: 'Add message',
  remove: 'Delete',
  editNamed: (text: string) => `Edit “${text}”`,
  removeNamed: (text: string) => `Delete “${text}”`,
  normal: 'Normal',
  critical: 'Critical',
  newMessage: 'New message',
  editMessage: 'Edit message',
  text: 'Text',
  isCritical: 'Critical (shown in bold)',
  count: (used: number, most: number) => `${used} of ${most} characters`,
  runs: 'Messages longer than 150 characters scroll as a marquee.',
  textMissing: 'Enter the text of the message',
  textTooLong: (most: number) => `Use at most ${most} characters`,
  save: 'Save',
  removeTitle: 'Delete message?',
  removeText: 'It disappears for all users. This cannot be undone.',
} as const

export const MAINTENANCE_TEXT = {
  title: 'Maintenance',
  lead: 'While it is on, everyone sees this notice above every page, including the login page. Work can continue as usual.',
  switch: 'Show the maintenance notice',
} as const

export const OUTBOX_TEXT = {
  title: 'Mail outbox',
  lead: 'While no mail server is configured, mails are kept here instead of being sent. Sign-in links give access to an account: pass each mail only to its recipient.',
  reload: 'Reload',
} as const
