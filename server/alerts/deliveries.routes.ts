import { alertDeliveries, retryAlertDeliveries } from '#contract/calls/alerts.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { type Route, route } from '../http/handler.ts'
import type { Notifications } from './notifications.service.ts'

/** The notifications that were given up, and another try for them (ALR-13). */
export const deliveryRoutes = ({
  undelivered,
  visibleVehicles,
}: {
  undelivered: Notifications['undelivered']
  visibleVehicles: VisibleVehiclesOf
}): Route[] => [
  route(alertDeliveries, async ({ caller }) => undelivered.list(await visibleVehicles(caller))),
  route(retryAlertDeliveries, async ({ caller, body }) => ({
    retried: await undelivered.retry(await visibleVehicles(caller), body.deliveryIds),
  })),
]
