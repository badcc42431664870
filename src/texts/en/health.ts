import { texts } from '../texts.ts'

export const HEALTH = texts('health.screen', {
  title: 'Fleet Health',
  tabs: 'Parts of fleet health',
  rows: '{total, plural, =0 {Nothing listed} one {# listed} other {# listed}}',
  limited: 'The first {shown, number} of {total, number} are listed. Narrow the choice to see the others.',
  severity: 'Severity',
  anySeverity: 'Any severity',
  reload: 'Refresh',
  excel: 'Excel',
  pdf: 'PDF',
  downloads: 'Downloads come with the reports.',
  failedAway: 'The server cannot be reached. Check your connection, then try again.',
  notReported: 'not reported',
})

export const HEALTH_TAB = texts('health.tabs', {
  live: 'Trouble codes now',
  history: 'History of codes',
  services: 'Service reminders',
  fluids: 'Fluids',
})

/** How urgent a trouble code is. */
export const DTC_SEVERITY = texts('health.severities', {
  high: 'Stop and check',
  medium: 'Repair soon',
  low: 'Keep an eye on it',
})

export const DTC = texts('health.codes', {
  registration: 'Registration',
  code: 'Code',
  meaning: 'What it means',
  severity: 'Severity',
  began: 'Came up',
  lastSeen: 'Last seen',
  cleared: 'Cleared',
  isSet: 'still set',
  occurrences: 'Times',
  occurrencesOf: '{count, plural, one {seen once} other {seen # times}} on this truck',
  unknownPart: 'Unknown component',
  unknownFailure: 'The truck does not say what is wrong with it.',
  unknownCode: 'Our table does not know this code: see the manual of the truck.',
  open: 'Open {code} of {registration}, {time}',
  panel: 'Trouble code',
  place: 'Location',
  playback: 'Play the route',
})

/** Which services are listed. */
export const SERVICE_LIST = texts('health.serviceLists', {
  overdue: 'Overdue',
  dueSoon: 'Due soon',
  done: 'Done',
  all: 'All trucks',
})

/** Where a truck stands. */
export const SERVICE_STATE = texts('health.serviceStates', {
  overdue: 'Overdue',
  dueSoon: 'Due soon',
  upToDate: 'Up to date',
  notCounted: 'Not counted',
  notRecorded: 'No service recorded',
})

export const SERVICE = texts('health.services', {
  lists: 'Service lists',
  registration: 'Registration',
  state: 'Next service',
  left: 'What is left',
  last: 'Last service',
  odometer: 'Odometer',
  done: 'Done on',
  by: 'Recorded by',
  kmLeft: '{distance} left',
  kmOver: '{distance} over',
  hoursLeft: '{hours, plural, one {# engine hour} other {# engine hours}} left',
  hoursOver: '{hours, plural, one {# engine hour} other {# engine hours}} over',
  daysLeft: '{days, plural, one {# day} other {# days}} left',
  daysOver: '{days, plural, one {# day} other {# days}} over',
  used: '{percent} % of the interval used',
  never: 'none recorded',
  record: 'Record a service',
  recordOf: 'Record a service of {registration}',
  isRecorded: 'The service of {registration} is recorded. It is under “{list}” now.',
  isSet: 'The interval of {registration} is saved.',
  changed: 'The truck: {before} → {after}, {left}.',
  unchanged: 'The truck: {after}, {left}.',
  neverDue: 'nothing that it reports comes due',
  interval: 'Interval',
  intervalOf: 'Set the service interval of {registration}',
  actions: 'Change',
  undo: 'Undo',
  undoOf: 'Undo the service of {registration}, {date}',
  undone: 'Taken back by {by} on {time}',
  undoneBySomebody: 'Taken back on {time}',
  recorded: '{by} on {time}',
  recordedBySomebody: 'on {time}',
})

export const SERVICE_FORM = texts('health.serviceForms', {
  date: 'Date of the service',
  odometer: 'Odometer then, km',
  odometerHint: 'Leave it empty to take what the truck reported.',
  note: 'Note',
  save: 'Save',
  saveAnyway: 'It is right, save it',
  reported: 'The truck reports {odometer} now.',
  close: 'Close',
  failed: 'It could not be saved. Check your connection, then try again.',
  dateWrong: 'Choose a day up to today.',
  odometerWrong: 'Write km from 0 to 5,000,000, or nothing.',
  km: 'Interval (km)',
  hours: 'Interval (engine hours)',
  days: 'Interval (days)',
  intervalHint: 'Leave a field empty where services do not go by it.',
  intervalWrong: 'Write a whole number from {min, number} to {max, number}, or nothing.',
  useDefault: 'Use the interval of its segment',
})

export const FLUID = texts('health.fluids', {
  fuel: 'Fuel',
  adblue: 'AdBlue',
  coolant: 'Coolant',
  oilPressure: 'Oil pressure',
  battery: 'Battery',
  reported: 'Reported',
  ofTank: '{percent} %',
  open: 'Open the fluids of {registration}',
  panel: 'Fluid levels, last 30 days',
  below: 'below usual',
  above: 'above usual',
  engineOff: 'engine off',
  usual: 'Usual: {from} to {to}',
  usualUnknown: 'Usual levels appear after seven days of readings.',
  running: 'While the engine runs.',
  nothing: 'Not reported in the last thirty days.',
  plot: '{fluid}, each day’s mean, lowest and highest',
  table: 'Show the days',
  day: 'Day',
  low: 'Lowest',
  mean: 'Mean',
  high: 'Highest',
  deriving:
    '{count, plural, one {One day is still being worked out; it may be missing here.} other {# days are still being worked out; they may be missing here.}}',
})

export const DTC_POPUP = texts('health.popup', {
  name: 'Trouble codes',
  title: '{vehicles, plural, one {# truck reports trouble codes} other {# trucks report trouble codes}}',
  open: 'Open fleet health',
  close: 'Close',
})
