import { ReportFilter } from '../records/report-filter.ts'
import { ALERTED_ROLES, VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/** The live alert list (ALR-15, CONFLICT-25); both paths answer (OPEN-10). */
export const liveNotifications = defineCall({
  id: 'liveNotifications',
  rows: ['API-80', 'ALR-15'],
  method: 'POST',
  path: `${DICV}/alerts/live-notifications`,
  aliases: ['alerts/live-notifications'],
  body: ReportFilter,
  roles: VIEWER_ROLES,
  scope: 'vehicles',
})

/** What the popup polls: a map from alert type to details (ALR-14, ALR-36); the API version of its path is `tk3` (OPEN-07). */
export const getAlertNotificationDetails = defineCall({
  id: 'getAlertNotificationDetails',
  rows: ['API-100', 'ALR-14', 'ALR-36'],
  method: 'POST',
  path: 'alerts/tk3/getAlertNotificationDetails',
  body: ReportFilter,
  roles: ALERTED_ROLES,
  scope: 'vehicles',
})
