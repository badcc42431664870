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
