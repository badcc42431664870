import { texts } from '../texts.ts'

export const DRIVING = texts('driving-analysis.screen', {
  title: 'Driving Analysis',
  reports: 'Reports',
  by: 'Scores of',
  owner: 'Trucks',
  order: 'Order',
  bestFirst: 'Best score first',
  sortBy: 'Sort by {column}',
  failedAway: 'The server cannot be reached. Check your connection, then try again.',
  pending:
    '{days, plural, one {The figures of # day are} other {The figures of # days are}} being derived. The scores appear here when that is done.',
  asOf: 'As of {time}',
  nobody: 'No driver assigned',
  compare: 'Compare {name}',
  open: 'Why this score: {name}',
  incidentsOf: '{incident}: {count}, {name}',
})

/** Names of the driver reports (DRV-02). */
export const DRIVER_REPORT = texts('driving-analysis.reports', {
  DRIVER_CATEGORY_AND_SCORE: 'Category and score',
  DRIVER_SCORE_AND_COMPARISON: 'Comparison',
  DRIVING_INCIDENTS: 'Incidents',
  DRIVER_SCORE_TREND: 'Score trend',
  VEHICLE_SUMMARY_ALERT_COUNT: 'Vehicle summary',
})

export const DRIVING_SUBJECT = texts('driving-analysis.subjects', { driver: 'Drivers', vehicle: 'Vehicles' })

/** The headings of columns, by the names that the specification gives them (DRV-03). */
export const DRIVING_COLUMN = texts('driving-analysis.columns', {
  DriverName: 'Driver',
  RegistrationNumber: 'Registration',
  DriverScore: 'Score',
  CompanyScore: 'Company’s score',
  DriverScoreCategory: 'Category',
  TotalDistance: 'Distance',
  TotalDrivingTime: 'Driving time',
  FuelConsumed: 'Fuel consumed',
  FuelDrop: 'Fuel drop',
  MaxSpeed: 'Max speed',
  DrivingWithEconomy: 'Economy driving',
  Overspeed: 'Overspeed',
  Idling: 'Idling',
  Neutral: 'Neutral',
  TOTALHA: 'Harsh acceleration',
  TOTALHB: 'Harsh braking',
  TOTALHC: 'Harsh cornering',
  EngineOverrun: 'Engine overrun',
})

/** The categories of scores, by the names that the server gives them. */
export const SCORE_CATEGORY = texts('driving-analysis.categories', {
  Excellent: 'Excellent',
  Good: 'Good',
  Average: 'Average',
  Poor: 'Poor',
})

/** Why somebody is not scored. */
export const NOT_SCORED = texts('driving-analysis.notScored', {
  title: 'Not scored',
  value: 'N/A',
  distance: 'Not scored: less than {distance} driven',
  alerts: 'Not scored: none of the alerts that count is enabled in the settings',
  nobody: 'Not scored: no driver was assigned to the truck',
})

export const SCORE_SUMMARY = texts('driving-analysis.summary', {
  name: 'Overall score',
  fleet: 'Fleet score',
  median: 'Median',
  better: '{points} better than before',
  worse: '{points} worse than before',
  same: 'as before',
  company: 'company: {score}',
  categories: 'Categories',
  inCategory: '{category}: {count}',
})

export const COMPARISON = texts('driving-analysis.comparison', {
  name: 'Compared with the median',
  empty: 'Select up to {most} in the list below to compare them with the median of the fleet.',
  measure: 'Measure',
  median: 'Fleet median',
  per100Km: '{incident} in 100 km',
  remove: 'Leave {name} out of the comparison',
  full: 'Five are compared. Leave one out to select another.',
})

export const TREND = texts('driving-analysis.trend', {
  name: 'Scores over time',
  step: 'Interval',
  day: 'Day',
  week: 'Week',
  fleet: 'Fleet',
  chart: 'Scores over time, from {from} to {to}',
  table: 'Scores by date',
  date: 'Date',
  weekOf: 'Week of {date}',
  hint: 'Select up to {most} in the list below to see their lines.',
  failedAway: 'The trend could not be loaded. Check your connection, then try again.',
  gap: 'A date without enough distance has no point.',
})

export const SCORE_PANEL = texts('driving-analysis.panel', {
  name: 'Why this score',
  absent: 'No data for this selection in this period.',
  of100: 'of 100',
  before: 'Before: {score}',
  distance: 'Distance',
  driven: 'Trucks driven',
  more: '+ {count} more',
  parts: 'Incidents',
  incident: 'Kind',
  count: 'Incidents',
  points: 'Points',
  takes: 'Takes',
  off: 'its alert does not count',
  /** Why there is no time of which an incident takes a part. */
  notMeasured: {
    OS: 'not known: no speed was measured',
    ND: 'not known: the gear was not reported',
    EO: 'not known: the engine speed was not reported',
    ID: 'not known: no engine time was reported',
  },
  /** For how long, in what part of the time in which it could be measured. */
  measured: {
    OS: '{time}, {share} % of the driving time with a measured speed',
    ND: '{time}, {share} % of the driving time with a reported gear',
    EO: '{time}, {share} % of the time with a reported engine speed',
    ID: '{time}, {share} % of the engine’s time',
  },
  excess: '{excess} too fast as a mean of it',
  uncounted: 'no incident: one lasts {after} or more, and is counted where it began',
  perHour: '{count} reported, {rate} in a driving hour',
  unreported: 'none reported by the truck',
  formula: 'Score = 100 − ({points}) ÷ {alerts, plural, one {# alert} other {# alerts}} = {score}',
  pointsRule:
    'Points: above {limit} {speedingPercent} for each percent of the driving time with a measured speed and {excess} for each {unit} of mean excess; in neutral {neutralPercent} for each percent of the driving time with a reported gear; overrun {overrunPercent} for each percent of the time with a reported engine speed; idling {idlingPercent} for each percent of the engine’s time; {harshPerHour} for each harsh manoeuvre that the truck reports in a driving hour.',
  company: 'company: {score}',
  settings: 'Alert settings',
  listOf: '{incident}: {count, plural, =0 {none} one {# time} other {# times}}',
  back: 'All incidents',
  limited: 'The newest {shown, number} of {total, number} are listed.',
  failedAway: 'The incidents could not be loaded. Check your connection, then try again.',
  showOnMap: 'Show on the map: {time}, {registration}',
  play: 'Play the route at {time}',
  limit: 'limit {limit}',
  atMost: 'at most {speed}',
})

/** How a driver improves a score, by what takes most of it. */
export const IMPROVE = texts('driving-analysis.improve', {
  OS: 'Overspeed takes the most. Keep to {limit}: what counts is how long and how far above it.',
  ND: 'Neutral takes the most. Stay in gear while the truck rolls.',
  EO: 'Engine overrun takes the most. Shift up, and brake before the descent instead of on it.',
  ID: 'Idling takes the most. Switch the engine off at stops of five minutes and more.',
  HA: 'Harsh acceleration takes the most. Press the pedal more gently.',
  HB: 'Harsh braking takes the most. Keep more distance and brake earlier.',
  HC: 'Harsh cornering takes the most. Slow down before the bend.',
  none: 'Nothing is taken. Go on like this.',
})
