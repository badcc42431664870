/** The functions of the dashboard, each with a widget (DSH-02). */
export const DASHBOARD_FUNCTIONS = [
  'MILAGE_DAILY',
  'ADBLUE_DAILY',
  'UTILIZATION_DAILY',
  'FLEET_STATUS',
  'DRIVING_SCORE',
  'SPEED_BAND',
  'RPM_BAND',
  'FLEET_INSIGHTS',
] as const

/** All widgets: those of the functions, and those whose calls have none: trip status (API-06) and service reminders (DSH-15). */
export const DASHBOARD_WIDGETS = [...DASHBOARD_FUNCTIONS, 'TRIP_STATUS', 'SERVICE_REMINDERS'] as const
export type DashboardWidget = (typeof DASHBOARD_WIDGETS)[number]

/** The periods of the dashboard (DSH-03), in days that end with the current one. */
export const DASHBOARD_PERIODS = { '7days': 7, '30days': 30, '60days': 60, '90days': 90 } as const
export type DashboardPeriod = keyof typeof DASHBOARD_PERIODS

/** The statuses of the fleet as the dashboard counts them (DSH-07); IDLING is IDLE (CONFLICT-01). */
export const COUNTED_STATUSES = ['RUNNING', 'IDLING', 'STOPPED', 'KEYON', 'OFFLINE'] as const
export type CountedStatus = (typeof COUNTED_STATUSES)[number]
