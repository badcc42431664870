export const SETTINGS = {
  title: 'Settings',
  tabs: 'Settings',
  notBuilt: (tab: string) => `${tab}: not built yet`,
  notBuiltText: 'This part of the settings comes with a later version.',
  retry: 'Retry',
  loadFailed: 'The list could not be loaded',
  away: 'The server cannot be reached. Check the connection and try again.',
} as const

export const PASSWORD_TEXT = {
  title: 'Change password',
  lead: 'At least eight characters, with a small letter, a capital letter and a figure.',
  current: 'Current password',
  next: 'New password',
  again: 'New password again',
  show: 'Show characters',
  submit: 'Change password',
  currentMissing: 'Enter your current password',
  same: 'Choose another one than the current password',
  different: 'The two do not agree',
} as const

export const EDITOR_TEXT = {
  title: 'Ticker messages',
  lead: 'They run above the map for everybody and are shown once after each login.',
  add: 'Add message',
  edit: 'Edit',
  remove: 'Delete',
  editNamed: (text: string) => `Edit “${text}”`,
  removeNamed: (text: string) => `Delete “${text}”`,
  criticality: 'Criticality',
  message: 'Message',
  actions: 'Actions',
  normal: 'Normal',
  critical: 'Critical',
  newMessage: 'New message',
  editMessage: 'Edit message',
  text: 'Text',
  isCritical: 'Critical: shown bold',
  count: (used: number, most: number) => `${used} of ${most} characters`,
  runs: 'Longer than 150 characters: it runs as a marquee.',
  textMissing: 'Enter the text of the message',
  textTooLong: (most: number) => `Use at most ${most} characters`,
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  removeTitle: 'Delete message?',
  removeText: 'It disappears for everybody. This cannot be undone.',
} as const

export const MAINTENANCE_TEXT = {
  title: 'Maintenance',
  lead: 'While it is on, everybody sees this notice above every page, the login included. Nobody is kept from working.',
  switch: 'Show the maintenance notice',
} as const

export const OUTBOX_TEXT = {
  title: 'Mail outbox',
  lead: 'Mails lie here instead of being sent while no mail server is configured. Links in them let their reader in: hand them to the person they are for only.',
  reload: 'Reload',
  close: 'Close',
} as const
