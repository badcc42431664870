import { texts } from '../texts.ts'

export const TICKER_TEXT = texts('ticker.bar', {
  bar: 'Messages',
  critical: 'Critical:',
  of: '{at} of {count}',
})

export const EDITOR_TEXT = texts('ticker.editor', {
  title: 'Ticker messages',
  lead: 'They run above the map for all users, and are shown after a login until the user has confirmed them. A changed message is shown again.',
  add: 'Add message',
  remove: 'Delete',
  editNamed: 'Edit “{text}”',
  removeNamed: 'Delete “{text}”',
  normal: 'Normal',
  critical: 'Critical',
  newMessage: 'New message',
  editMessage: 'Edit message',
  text: 'Text',
  isCritical: 'Critical (shown in bold)',
  count: '{used} of {most} characters',
  runs: 'Messages longer than {most} characters scroll as a marquee.',
  textMissing: 'Enter the text of the message',
  textTooLong: 'Use at most {most} characters',
  save: 'Save',
  removeTitle: 'Delete message?',
  removeText: 'It disappears for all users. This cannot be undone.',
})
