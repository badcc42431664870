import { alertDeliveries, retryAlertDeliveries } from '#contract/calls/alerts.ts'
import type { SentChannels } from '#contract/records/alert-deliveries.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import { type Route, route } from '../http/handler.ts'
import type { Notifications } from './notifications.service.ts'

/** The notifications that were given up, and another try for them (ALR-13). */
export const deliveryRoutes = ({
  undelivered,
  sends,
  visibleVehicles,
}: {
  undelivered: Notifications['undelivered']
  sends: SentChannels
  visibleVehicles: VisibleVehiclesOf
}): Route[] => [
  route(alertDeliveries, async ({ caller }) => ({
    ...(await undelivered.list(await visibleVehicles(caller))),
    sends,
  })),
  route(retryAlertDeliveries, async ({ caller, body }) => ({
    retried: await undelivered.retry(await visibleVehicles(caller), body.deliveryIds),
  })),
]
