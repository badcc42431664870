import type { FilterBy, Period } from '#domain/report-filter.ts'
import { texts } from '../texts.ts'

export const FILTER = texts('filters.list', {
  vehicle: 'Vehicle',
  group: 'Group',
  allVehicles: 'All vehicles',
  allGroups: 'All groups',
  noMatch: 'Nothing found',
  choicesAway: 'Vehicles and groups could not be loaded.',
  period: 'Dates',
  from: 'From',
  to: 'To',
  reset: 'Reset',
  invalidPeriod: 'The link’s period could not be read. Shown instead: {period}.',
})

/** What is listed (RPT-06, ALR-34, DSH-06). */
export const FILTER_BY_NAME = texts('filters.by', {
  Fleet: 'Fleet',
  Vehicle: 'Vehicle',
  Group: 'Group',
} satisfies Readonly<Record<FilterBy, string>>)

/** The periods offered (RPT-19). */
export const PERIOD_NAME = texts('filters.periods', {
  last24Hours: 'Last 24 hrs',
  last7Days: 'Last 7 days',
  yesterday: 'Yesterday',
  last30Days: 'Last 30 days',
  last6Months: 'Last 6 months',
  last1Year: 'Last 1 year',
  custom: 'Custom',
} satisfies Readonly<Record<Period, string>>)
