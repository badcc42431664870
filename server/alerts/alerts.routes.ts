import {
  acknowledgeAlerts,
  alertChanges,
  alertCounts,
  alertEvidence,
  alertsByImei,
  getAlertNotificationDetails,
  liveNotifications,
} from '#contract/calls/alerts.ts'
import { listRoute, type Route, route } from '../http/handler.ts'
import type { AlertReads } from './alert-reads.service.ts'

/** Alerts: lists, reports, counts, evidence, and acknowledging them (ALR-14 to ALR-34). */
export const alertRoutes = ({ reads }: { reads: AlertReads }): Route[] => [
  listRoute(liveNotifications, ({ caller, body }) => reads.live(caller, body)),
  listRoute(getAlertNotificationDetails, ({ caller, body }) => reads.notifications(caller, body)),
  listRoute(alertsByImei, ({ caller, body }) => reads.report(caller, body)),
  listRoute(alertCounts, ({ caller, body }) => reads.counts(caller, body)),
  listRoute(alertChanges, ({ caller, body }) => reads.changes(caller, body)),
  route(alertEvidence, ({ query }) => reads.evidence(query.alertId)),
  route(acknowledgeAlerts, ({ caller, body }) => reads.acknowledge(caller, body.alertIds)),
]
