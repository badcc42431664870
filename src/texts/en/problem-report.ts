import { texts } from '../texts.ts'

export const PROBLEM_REPORT = texts('problem-report', {
  open: 'Report a problem',
  lead: 'The portal keeps the last minutes of this page: what you pressed, what servers answered, and when. From a file with them support can run them again and find the cause.',
  privacy:
    'Passwords and keys are never in it. Names, registrations, telephone numbers and addresses are masked, and places are moved elsewhere.',
  notOpened: 'The report could not be opened. Check the connection, load the page again and try again.',
  note: 'What went wrong?',
  noteHint: 'What did you do, what did you expect, and what happened? This text is not masked.',
  withPlaces: 'Include places',
  withPlacesHint: 'Leaves trucks and geofences where they are. Tick this if the map shows them wrongly.',
  contents: '{count, plural, one {# event} other {# events}} since {time}',
  save: 'Save the file',
  saved: 'Saved as {name}. Send it to your support.',
  savedFor: 'Saved as {name}. Send it to {email}.',
  notSaved: 'The file could not be made. Check the connection and try again.',
  send: 'Send to support',
  sent: 'Sent to support as report {id}.',
  notSent: 'The report could not be sent. Save the file instead, or try again.',
  reports: 'Reports that users sent',
  reportsLoading: 'Loading the reports…',
  reportsFailed: 'The reports could not be loaded.',
  reportsRetry: 'Try again',
  reportsNone: 'No user has sent a report in the last 30 days.',
  report: 'Report {id}',
  openReport: 'Open report {id} of {user}',
  reportNotOpened: 'The report could not be opened. Try again.',
})
