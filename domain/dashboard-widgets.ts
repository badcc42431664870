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

/** All widgets: those of the functions, and the trip status, whose call has no function (DSH-01, API-06). */
export const DASHBOARD_WIDGETS = [...DASHBOARD_FUNCTIONS, 'TRIP_STATUS'] as const
export type DashboardWidget = (typeof DASHBOARD_WIDGETS)[number]
