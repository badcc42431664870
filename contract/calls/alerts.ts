import * as z from 'zod/mini'
import {
  DeliveryId,
  MAX_UNDELIVERED,
  SentChannels,
  UndeliveredNotification,
} from '../records/alert-deliveries.ts'
import {
  Acknowledgement,
  AlertCounts,
  AlertEvidence,
  AlertId,
  AlertNotification,
  AlertRow,
  LiveAlert,
} from '../records/alerts.ts'
import { IdText, Time } from '../records/ids.ts'
import { ReportFilter } from '../records/report-filter.ts'
import { ALERTED_ROLES, MANAGER_ROLES, OPERATOR_ROLES } from '../roles.ts'
import { DICV, defineCall, VEHICLE_VIEW } from './call.ts'

/**
 * The live alert list, newest first (ALR-15, CONFLICT-25); both paths answer (OPEN-10). `reportNames` narrows it to these codes. At most
 * 5,000 rows; `total` counts all.
 */
export const liveNotifications = defineCall({
  id: 'liveNotifications',
  rows: ['API-80', 'ALR-15'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/alerts/live-notifications`,
  aliases: ['alerts/live-notifications'],
  body: ReportFilter,
  reply: z.object({ alerts: z.array(LiveAlert), total: z.number() }),
  ...VEHICLE_VIEW,
})

/**
 * What the popup polls: a map from alert code to details, newest first (ALR-14, ALR-36); the API version of its path is `tk3` (OPEN-07).
 * A range takes alerts by when they were stored, not by their own time, so that none is missed by a poll that follows the last one; it
 * leaves out those that were more than two hours old by then, as of an import, and those that replace an earlier one.
 */
export const getAlertNotificationDetails = defineCall({
  id: 'getAlertNotificationDetails',
  rows: ['API-100', 'ALR-14', 'ALR-36'],
  method: 'POST',
  isQuery: true,
  path: 'alerts/tk3/getAlertNotificationDetails',
  body: ReportFilter,
  reply: z.record(z.string(), z.array(AlertNotification)),
  roles: ALERTED_ROLES,
  scope: 'vehicles',
})

/** The alert report of one type, `reportNames[0]`, newest first: its columns are those of ALR-16 to ALR-31. */
export const alertsByImei = defineCall({
  id: 'alertsByImei',
  rows: ['API-77', 'ALR-16'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/reports/alertsByImei`,
  body: ReportFilter,
  reply: z.object({ rows: z.array(AlertRow), total: z.number() }),
  ...VEHICLE_VIEW,
})

/** How many alerts there are of each type and vehicle (ALR-32). */
export const alertCounts = defineCall({
  id: 'alertCounts',
  rows: ['ALR-32', 'ALR-33'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/alerts/counts`,
  body: ReportFilter,
  reply: AlertCounts,
  ...VEHICLE_VIEW,
})

/**
 * Whether one of the alerts has been stored, changed, withdrawn or acknowledged since `since` (ms UTC): what an open list asks, as this costs
 * the same for a year as for an hour. What was changed in the ten seconds before `since` counts, because it may have been stored after
 * it was looked for.
 */
export const alertChanges = defineCall({
  id: 'alertChanges',
  rows: ['ALR-15'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/alerts/changes`,
  body: z.extend(ReportFilter, { since: Time }),
  reply: z.object({ isChanged: z.boolean() }),
  ...VEHICLE_VIEW,
})

/** Why there is an alert. */
export const alertEvidence = defineCall({
  id: 'alertEvidence',
  rows: ['ALR-15'],
  method: 'GET',
  path: `${DICV}/alerts/evidence`,
  query: z.object({ alertId: IdText }),
  reply: AlertEvidence,
  ...VEHICLE_VIEW,
})

/** Acknowledges alerts, and answers who has acknowledged each of those that the caller may see; a second time changes nothing. */
export const acknowledgeAlerts = defineCall({
  id: 'acknowledgeAlerts',
  rows: ['ALR-15'],
  method: 'POST',
  path: `${DICV}/alerts/acknowledge`,
  body: z.object({ alertIds: z.array(AlertId).check(z.minLength(1), z.maxLength(1000)) }),
  reply: z.object({
    acknowledged: z.array(z.object({ alertId: AlertId, acknowledgement: Acknowledgement })),
  }),
  roles: OPERATOR_ROLES,
  scope: 'vehicles',
})

/**
 * The notifications of vehicles that the caller sees that were given up (ALR-13), newest first, of which the reply has at most 500;
 * `total` counts all. `sends` tells which channels are set up at all.
 */
export const alertDeliveries = defineCall({
  id: 'alertDeliveries',
  rows: ['ALR-12', 'ALR-13'],
  method: 'GET',
  path: `${DICV}/alerts/deliveries`,
  reply: z.object({ deliveries: z.array(UndeliveredNotification), total: z.number(), sends: SentChannels }),
  roles: MANAGER_ROLES,
  scope: 'vehicles',
})

/** Sends notifications that were given up again, as if they were new; `retried` counts those of vehicles that the caller sees. */
export const retryAlertDeliveries = defineCall({
  id: 'retryAlertDeliveries',
  rows: ['ALR-12', 'ALR-13'],
  method: 'POST',
  path: `${DICV}/alerts/deliveries/retry`,
  body: z.object({ deliveryIds: z.array(DeliveryId).check(z.minLength(1), z.maxLength(MAX_UNDELIVERED)) }),
  reply: z.object({ retried: z.number() }),
  roles: MANAGER_ROLES,
  scope: 'vehicles',
})
