/** The periods of lists and reports (RPT-19), and the last 24 hours, which is the default of alerts (CONFLICT-11). */
export const PERIODS = [
  'last24Hours',
  'last7Days',
  'yesterday',
  'last30Days',
  'last6Months',
  'last1Year',
  'custom',
] as const
export type Period = (typeof PERIODS)[number]

/** What a list, a report or the dashboard is of (RPT-06, ALR-34, DSH-06), verbatim. */
export const FILTER_BY = ['Fleet', 'Vehicle', 'Group'] as const
export type FilterBy = (typeof FILTER_BY)[number]
