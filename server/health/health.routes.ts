import {
  dashboardServiceCount,
  dashboardServiceDone,
  dashboardServiceDueSoon,
  dashboardServiceOverdue,
} from '#contract/calls/dashboard.ts'
import {
  fleetDtcData,
  fluidHistory,
  getAlertType,
  getLiveDtc,
  recordService,
  serviceCount,
  serviceDone,
  serviceDueSoon,
  serviceOverdue,
  serviceReminders,
  setServiceInterval,
  undoService,
  vehicleFluids,
} from '#contract/calls/health.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { listRoute, type Route, route } from '../http/handler.ts'
import type { DtcReads } from './dtcs.service.ts'
import type { FluidReads } from './fluids.service.ts'
import type { ServiceRemindersService } from './services.service.ts'

const ALERT_TYPES = Object.entries(ALERT_NAME).map(([type, name]) => ({ type: type as AlertCode, name }))

/** Trouble codes and service reminders (HLT-01, HLT-02), of which the dashboard has the latter too (CONFLICT-24). */
export const healthRoutes = ({
  dtcs,
  services,
  fluids,
}: {
  dtcs: DtcReads
  services: ServiceRemindersService
  fluids: FluidReads
}): Route[] => [
  listRoute(getLiveDtc, ({ caller, query }) => dtcs.live(caller, query)),
  listRoute(fleetDtcData, ({ caller, body }) => dtcs.history(caller, body)),
  listRoute(vehicleFluids, async ({ caller, query }) => ({ vehicles: await fluids.of(caller, query) })),
  listRoute(fluidHistory, ({ caller, body }) => fluids.history(caller, body.vehicleId)),
  route(getAlertType, async () => ({ alertTypes: ALERT_TYPES })),
  listRoute(serviceDone, ({ caller, query }) => services.done(caller, query)),
  listRoute(serviceDueSoon, ({ caller, query }) => services.reminders(caller, 'dueSoon', query)),
  listRoute(serviceOverdue, ({ caller, query }) => services.reminders(caller, 'overdue', query)),
  listRoute(serviceReminders, ({ caller, query }) => services.reminders(caller, null, query)),
  listRoute(serviceCount, ({ caller, query }) => services.counts(caller, query)),
  route(recordService, ({ caller, body }) => services.record(caller, body)),
  route(undoService, async ({ caller, body }) => {
    await services.undo(caller, body.serviceId)
    return { serviceId: body.serviceId }
  }),
  route(setServiceInterval, async ({ caller, body }) => {
    const { vehicleId, interval, isConfirmed } = body
    return { vehicleId, ...(await services.setInterval(caller, vehicleId, interval, isConfirmed)) }
  }),
  listRoute(dashboardServiceDone, ({ caller, body }) => services.done(caller, body)),
  listRoute(dashboardServiceDueSoon, ({ caller, body }) => services.reminders(caller, 'dueSoon', body)),
  listRoute(dashboardServiceOverdue, ({ caller, body }) => services.reminders(caller, 'overdue', body)),
  listRoute(dashboardServiceCount, ({ caller, body }) => services.counts(caller, body)),
]
