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
import { type Route, route } from '../http/handler.ts'
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
  route(getLiveDtc, ({ caller, query }) => dtcs.live(caller, query)),
  route(fleetDtcData, ({ caller, body }) => dtcs.history(caller, body)),
  route(vehicleFluids, async ({ caller, query }) => ({ vehicles: await fluids.of(caller, query) })),
  route(fluidHistory, ({ caller, body }) => fluids.history(caller, body.vehicleId)),
  route(getAlertType, async () => ({ alertTypes: ALERT_TYPES })),
  route(serviceDone, ({ caller, query }) => services.done(caller, query)),
  route(serviceDueSoon, ({ caller, query }) => services.reminders(caller, 'dueSoon', query)),
  route(serviceOverdue, ({ caller, query }) => services.reminders(caller, 'overdue', query)),
  route(serviceReminders, ({ caller, query }) => services.reminders(caller, null, query)),
  route(serviceCount, ({ caller, query }) => services.counts(caller, query)),
  route(recordService, ({ caller, body }) => services.record(caller, body)),
  route(undoService, async ({ caller, body }) => {
    await services.undo(caller, body.serviceId)
    return { serviceId: body.serviceId }
  }),
  route(setServiceInterval, async ({ caller, body }) => {
    const { vehicleId, interval, isConfirmed } = body
    return { vehicleId, ...(await services.setInterval(caller, vehicleId, interval, isConfirmed)) }
  }),
  route(dashboardServiceDone, ({ caller, body }) => services.done(caller, body)),
  route(dashboardServiceDueSoon, ({ caller, body }) => services.reminders(caller, 'dueSoon', body)),
  route(dashboardServiceOverdue, ({ caller, body }) => services.reminders(caller, 'overdue', body)),
  route(dashboardServiceCount, ({ caller, body }) => services.counts(caller, body)),
]
