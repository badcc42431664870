import { alertDeliveries, retryAlertDeliveries } from '#contract/calls/alerts.ts'
import { type Route, route } from '../http/handler.ts'
import type { Notifications } from './notifications.service.ts'

/** The notifications that were given up, and another try for them (ALR-13). */
export const deliveryRoutes = ({ undelivered }: { undelivered: Notifications['undelivered'] }): Route[] => [
  route(alertDeliveries, ({ caller }) => undelivered.list(caller.companyId)),
  route(retryAlertDeliveries, async ({ caller, body }) => ({
    retried: await undelivered.retry(caller.companyId, body.deliveryIds),
  })),
]
