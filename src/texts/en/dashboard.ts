import type { SelectedPeriod } from '#contract/links/dashboard.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { texts } from '../texts.ts'

export const DASHBOARD = texts('dashboard.screen', {
  title: {
    Fleet: 'Fleet, {period}',
    Vehicle: '{name}, {period}',
    Group: '{name}, {period}',
  },
  unread: 'The dashboard could not be opened.',
  scope: 'Filter by',
  period: 'Period',
  vehicles: 'Vehicles',
  someVehicles: '{count, plural, one {# vehicle} other {# vehicles}}',
  widgets: 'Widgets',
  arrange: 'Arrange the widgets',
  reset: 'Standard order',
  moveUp: 'Move {widget} up',
  moveDown: 'Move {widget} down',
  moveHere: 'Drag {widget} to another place',
  hide: 'Hide',
  table: 'Table',
  csv: 'Download as CSV',
  png: 'Download as PNG',
  more: 'More on {widget}',
  asOf: 'as of {time}',
  loading: '{widget} is loading',
  deriving:
    '{count, plural, one {One stored day is} other {# stored days are}} still being worked out. The figures appear by themselves.',
  failedAway: 'The server cannot be reached.',
  failedKept: 'Not up to date: the server cannot be reached.',
  showEvidence: '{label}: {value}. Show the vehicles behind it',
  bars: '{widget}, bar by bar',
})

/** Beside figures whose fixes are not all counted yet. */
export const FIGURES_WAITING = texts('dashboard.waiting', {
  days: '{count, number} of {all, number} {all, plural, one {day} other {days}} {count, plural, one {is} other {are}} still being added up. Figures will rise.',
})

/** Beside figures of a range of which not all days are known. */
export const FIGURES_KNOWN = texts('dashboard.known', {
  days: '{count, number} of {all, number} {all, plural, one {day is} other {days are}} known',
})

/** Names of the periods (DSH-03), as they follow in a sentence and as they are chosen. */
export const PERIOD = texts('dashboard.periods', {
  last7Days: '7 days',
  last30Days: '30 days',
  last60Days: '60 days',
  last90Days: '90 days',
} satisfies Readonly<Record<SelectedPeriod, string>>)
export const LAST_PERIOD = texts('dashboard.lastPeriods', {
  last7Days: 'last 7 days',
  last30Days: 'last 30 days',
  last60Days: 'last 60 days',
  last90Days: 'last 90 days',
} satisfies Readonly<Record<SelectedPeriod, string>>)

/** The names of the widgets (DSH-01). */
export const WIDGET = texts('dashboard.widgets', {
  MILAGE_DAILY: 'Mileage',
  ADBLUE_DAILY: 'AdBlue',
  UTILIZATION_DAILY: 'Utilisation',
  FLEET_STATUS: 'Fleet status',
  DRIVING_SCORE: 'Driving score',
  SPEED_BAND: 'Speed band',
  RPM_BAND: 'RPM band',
  FLEET_INSIGHTS: 'Fleet insights',
  TRIP_STATUS: 'Trip status',
  SERVICE_REMINDERS: 'Service reminders',
} satisfies Readonly<Record<DashboardWidget, string>>)

/** What the figures say. `days`: those of the period before. */
export const FINDING = texts('dashboard.findings', {
  mileage: {
    rose: 'Fuel economy rose {percent} % against the {days} days before',
    fell: 'Fuel economy fell {percent} % against the {days} days before',
    same: 'Fuel economy is as in the {days} days before',
  },
  adblue: {
    rose: 'Daily AdBlue use rose {percent} % against the {days} days before',
    fell: 'Daily AdBlue use fell {percent} % against the {days} days before',
    same: 'Daily AdBlue use is as in the {days} days before',
  },
  utilisation: {
    rose: 'Utilisation rose {percent} % against the {days} days before',
    fell: 'Utilisation fell {percent} % against the {days} days before',
    same: 'Utilisation is as in the {days} days before',
  },
  score: {
    rose: 'The driving score rose {percent} % against the {days} days before',
    fell: 'The driving score fell {percent} % against the {days} days before',
    same: 'The driving score is as in the {days} days before',
  },
  speed: '{percent} % of the driving was at the optimal {band}',
  rpm: '{percent} % of the engine time was at the optimal {band}',
  status: '{running, number} of {all, plural, one {# truck is} other {# trucks are}} running',
  trips: '{good, number} of {all, plural, one {# trip was} other {# trips were}} Early or Ontime',
  services: '{count, plural, =0 {No truck is} one {One truck is} other {# trucks are}} overdue for service',
  insights: '{count, plural, one {One thing stands out} other {# things stand out}}',
  none: '{widget}, {period}',
})

export const FIGURE = texts('dashboard.figures', {
  before: '{value} in the {days} days before',
  aDay: '{value} a day',
  aTruckDay: '{value} a day for each truck',
  /** `days`: those of trucks, that are over and known. */
  ofDays: '{value}, as a mean of the {days, number} of {all, number} finished days of trucks that are known',
  noAverage: 'No finished day is known to make a mean of',
  unknownBefore: 'The {days} days before are not known well enough to compare',
  ofHundred: 'of 100',
  company: 'company: {score}',
  withCompany: '{score}, company: {company}',
  category: { Excellent: 'Excellent', Good: 'Good', Average: 'Average', Poor: 'Poor' },
  fuelFor: '{fuel} of fuel for {distance}',
  odometers: 'Distance: {shares}',
  doubted: 'For {distance}, odometers and positions differ and positions count',
  utilised: '{utilised} utilised, of which {driving} driving',
  hours: '{running} running and {idling} idling of {hours}',
  known: '{days} of {all} days are known: {part}',
  knownPart: '{percent} of the {hours} known',
  withKnown: '{value} ({known} of what is known)',
  nothingKnown: 'Nothing is known of what trucks did',
  times: '{running} running, {idling} idling',
  points: '{change} points vs. previous period',
  unscored:
    '{count, plural, one {One truck} other {# trucks}} drove less than {distance} and {count, plural, one {has} other {have}} no score',
  doneIn: 'Done in the last {days} days',
  unrecorded: '{count, plural, one {One has} other {# have}} no service recorded',
  uncounted: '{count, plural, one {One is} other {# are}} not counted',
  week: '{from} – {to}',
  optimal: 'optimal',
  notRecommended: 'not recommended',
  upTo: 'up to {value}',
  above: 'above {value}',
  between: '{from}-{to}',
  /** What is said beside mileage of medium-duty trucks (RPT-27, RPT-28). */
  mdtTip:
    'MDT trucks need at least {distance} a day for best results. If an MDT truck was stopped for more than {hours} hours, ignore the first hour of data that day.',
  /** The tooltips of DSH-09 and DSH-10. */
  speedTip: 'Optimal {optimal} {unit}, not recommended above {limit} {unit}',
  rpmTip: 'Optimal {optimal} rpm, not recommended above {limit} rpm',
  percent: '{value} %',
  expected: 'expected {time}',
})

/** Why a widget is empty. */
export const EMPTY = texts('dashboard.empty', {
  title: 'No data',
  noVehicles: {
    Fleet: 'There is no truck yet.',
    Vehicle: 'This truck is gone.',
    Group: 'There is no truck in this group.',
  },
  silent: 'No truck has reported in this period.',
  noFuel: 'No fuel use is known: no truck has reported its fuel level while driving.',
  noAdblue: 'No AdBlue use is known: no truck has reported its AdBlue level while driving.',
  noMovement: 'No truck has moved in this period.',
  noRpm: 'No truck has reported its engine speed.',
  shortDistance: 'A driving score needs 50 km; no truck has driven as far.',
  noAlerts: 'None of the alerts that make the driving score is selected in the settings.',
  noTrips: 'No trips were due in this period.',
  noServices: 'No service of these trucks is recorded, so nobody knows when the next one is due.',
  noInsights: 'Nothing stands out in this period.',
})

/** The insights, each before the trucks that show it. */
export const INSIGHT = texts('dashboard.insights', {
  best: {
    mileage: 'The best fuel economy:',
    utilization: 'The highest utilisation:',
    score: 'The best driving scores:',
  },
  worst: {
    mileage: 'The lowest fuel economy:',
    utilization: 'The lowest utilisation:',
    score: 'The lowest driving scores:',
  },
  silent: '{count, plural, one {One truck} other {# trucks}} did not report in this period:',
  stood: '{count, plural, one {One truck} other {# trucks}} stood for more than half of the time:',
  fuelUse:
    '{count, plural, one {The fuel economy of one truck differs} other {The fuel economy of # trucks differs}} from its own last 30 days:',
  others: 'and {count, number} more',
  lastFix: 'last heard of {time}',
  neverHeard: 'never reported',
  usually: '{value}, usually {from} to {to}',
  ofKnown: '{known} of what is known, {value} of all hours',
})

/** The statuses (DSH-07) and the buckets of trips (DSH-08). */
export const FLEET_STATUS = texts('dashboard.statuses', {
  RUNNING: 'Running',
  IDLING: 'Idling',
  STOPPED: 'Stopped',
  KEYON: 'Key on',
  OFFLINE: 'Offline',
})
export const BUCKET = texts('dashboard.buckets', { Early: 'Early', Ontime: 'Ontime', Delayed: 'Delayed' })

/** Headings of tables. */
export const COLUMN = texts('dashboard.columns', {
  day: 'Day',
  week: 'Week',
  distance: 'Distance ({unit})',
  byOdometer: 'By odometer (%)',
  fuel: 'Fuel ({unit})',
  economy: 'Fuel economy ({unit})',
  adblue: 'AdBlue ({unit})',
  utilisation: 'Utilisation (%)',
  driving: 'Of which driving (%)',
  known: 'Known',
  ofKnown: 'Of what is known (%)',
  running: 'Running',
  idling: 'Idling',
  stopped: 'Stopped',
  engineOn: 'Engine on',
  band: 'Band',
  time: 'Time',
  share: 'Share (%)',
  before: 'Before (%)',
  status: 'Status',
  vehicles: 'Vehicles',
  vehicle: 'Vehicle',
  trips: 'Trips',
  score: 'Driving score',
  companyScore: 'By the company’s alerts',
  speeding: 'Above the limit',
  excess: 'Mean excess ({unit})',
  longIdling: 'Long idling',
  neutralTime: 'In neutral',
  overrunTime: 'Overrun',
  harsh: 'Harsh, reported',
  service: 'Service',
  insight: 'Insight',
  value: 'Value',
  hour: 'Hour',
  speed: 'Speed ({unit})',
  maxSpeed: 'Greatest speed ({unit})',
  playback: 'Playback',
  lastPosition: 'Last position',
  route: 'Route',
  arrival: 'Arrival',
})

/** The vehicles, trips and hours behind a figure. */
export const EVIDENCE = texts('dashboard.evidence', {
  title: '{widget}, {time}',
  titleOf: '{vehicle}, {widget}, {time}',
  trips: 'Trips behind the figure',
  vehicles: 'Vehicles behind the figure',
  hours: 'Hours behind the figure',
  back: 'All vehicles',
  backToTrips: 'All trips',
  now: 'now',
  open: 'Show the hours of {vehicle}',
  play: 'Play back {vehicle}, {time}',
  limited: 'The first {shown, number} of {all, number} are listed. The download has all.',
  limitedFile:
    'The first {shown, number} of {all, number} are listed. The download has {downloaded, number}.',
})
