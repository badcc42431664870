import { TICKER } from '#contract/constants.ts'

export const TICKER_TEXT = {
  bar: 'Messages',
  critical: 'Critical:',
  of: (at: number, count: number) => `${at} of ${count}`,
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
  runs: `Messages longer than ${TICKER.marqueeAbove} characters scroll as a marquee.`,
  textMissing: 'Enter the text of the message',
  textTooLong: (most: number) => `Use at most ${most} characters`,
  save: 'Save',
  removeTitle: 'Delete message?',
  removeText: 'It disappears for all users. This cannot be undone.',
} as const
