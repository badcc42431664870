import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { SERVICE_STATES } from '#domain/service.ts'
import { AlertType } from '../records/alerts.ts'
import {
  DtcRow,
  DtcSeverity,
  FluidHistory,
  LiveDtcs,
  ServiceCounts,
  ServiceIntervalBody,
  ServiceRecords,
  ServiceReminder,
  ServiceReminders,
  VehicleFluids,
} from '../records/health.ts'
import { Id, ShortText, Time } from '../records/ids.ts'
import { OwnerQuery, ReportFilter } from '../records/report-filter.ts'
import { MANAGER_ROLES, OPERATOR_ROLES, VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const READ = { roles: VIEWER_ROLES, scope: 'vehicles' } as const

/** The trouble codes that are currently set (OPEN-45). */
export const getLiveDtc = defineCall({
  id: 'getLiveDtc',
  rows: ['API-15', 'HLT-01'],
  method: 'GET',
  path: `${DICV}/getLiveDtc`,
  query: OwnerQuery,
  reply: LiveDtcs,
  ...READ,
})

/** Service reminders; the dashboard reads the same through the second backend (CONFLICT-24). */
const service = <const TId extends string, TReply extends ZodMiniType>(
  id: TId,
  row: string,
  name: string,
  reply: TReply,
) =>
  defineCall({
    id,
    rows: [row, 'HLT-02'],
    method: 'GET',
    path: `${DICV}/${name}`,
    query: OwnerQuery,
    reply,
    ...READ,
  })

export const serviceDone = service('serviceDone', 'API-16', 'servicedone', ServiceRecords)
export const serviceDueSoon = service(
  'serviceDueSoon',
  'API-17',
  'service-reminder-duesoon',
  ServiceReminders,
)
export const serviceOverdue = service(
  'serviceOverdue',
  'API-18',
  'service-reminder-overdue',
  ServiceReminders,
)
export const serviceCount = service('serviceCount', 'API-19', 'service-reminder-count', ServiceCounts)

/** The reminders of all vehicles, whatever their state: also those that are up to date and those of which no service is recorded. */
export const serviceReminders = defineCall({
  id: 'serviceReminders',
  rows: ['HLT-02'],
  method: 'GET',
  path: `${DICV}/service-reminders`,
  query: OwnerQuery,
  reply: ServiceReminders,
  ...READ,
})

/** Whether somebody has looked at what is doubtful, beside what the truck reports, and wants it so. */
const Confirmed = z.optional(z.boolean())

/** Where the vehicle stood before the change, and what holds now. */
const ServiceChanged = { before: z.enum(SERVICE_STATES), after: ServiceReminder }

/**
 * Records that a vehicle's service was done, by the caller. Without `odo` (km) and `engineHours` they are what the vehicle showed at
 * `doneAt` (ms UTC, not in the future), as far as that is known.
 */
export const recordService = defineCall({
  id: 'recordService',
  rows: ['HLT-02'],
  method: 'POST',
  path: `${DICV}/service-reminder/done`,
  body: z.object({
    vehicleId: Id,
    doneAt: Time,
    odo: z.optional(z.number().check(z.minimum(0), z.maximum(5_000_000))),
    engineHours: z.optional(z.number().check(z.minimum(0), z.maximum(200_000))),
    note: z.optional(ShortText),
    isConfirmed: Confirmed,
  }),
  reply: z.object({ serviceId: z.number(), ...ServiceChanged }),
  roles: OPERATOR_ROLES,
  scope: 'vehicles',
})

/** Takes a service back that was marked as done by mistake. It stays in the history; a second time changes nothing. */
export const undoService = defineCall({
  id: 'undoService',
  rows: ['HLT-02'],
  method: 'POST',
  path: `${DICV}/service-reminder/undo`,
  body: z.object({ serviceId: Id }),
  reply: z.object({ serviceId: z.number() }),
  roles: OPERATOR_ROLES,
  scope: 'vehicles',
})

/** Sets the service interval of a vehicle, or gives it that of its segment again (null). */
export const setServiceInterval = defineCall({
  id: 'setServiceInterval',
  rows: ['HLT-02'],
  method: 'POST',
  path: `${DICV}/service-reminder/interval`,
  body: z.object({ vehicleId: Id, interval: z.nullable(ServiceIntervalBody), isConfirmed: Confirmed }),
  reply: z.object({ vehicleId: z.number(), ...ServiceChanged }),
  roles: MANAGER_ROLES,
  scope: 'vehicles',
})

/** What each vehicle reported last of its fluids, by registration. */
export const vehicleFluids = defineCall({
  id: 'vehicleFluids',
  rows: ['HLT-05'],
  method: 'GET',
  path: `${DICV}/vehicle-fluids`,
  query: OwnerQuery,
  reply: z.object({ vehicles: z.array(VehicleFluids) }),
  ...READ,
})

/** The levels of a vehicle's fluids on each of the last thirty days and on today. */
export const fluidHistory = defineCall({
  id: 'fluidHistory',
  rows: ['HLT-05'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/vehicle-fluids/history`,
  body: z.object({ vehicleId: Id }),
  reply: FluidHistory,
  ...READ,
})

/** The twelve types of alerts with their names. */
export const getAlertType = defineCall({
  id: 'getAlertType',
  rows: ['API-20'],
  method: 'GET',
  path: `${DICV}/getAlertType`,
  reply: z.object({ alertTypes: z.array(z.object({ type: AlertType, name: z.string() })) }),
  ...READ,
})

/**
 * The trouble codes that were set at any time of a range, the newest first: at most 5,000 rows, `total` counts all. `severities` narrows
 * it to these; an empty list narrows nothing.
 */
export const fleetDtcData = defineCall({
  id: 'fleetDtcData',
  rows: ['API-21', 'HLT-01'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/fleetdtcdata`,
  body: z.extend(ReportFilter, { severities: z.optional(z.array(DtcSeverity).check(z.maxLength(3))) }),
  reply: z.object({ rows: z.array(DtcRow), total: z.number() }),
  ...READ,
})

export const fleetDtcXls = defineCall({
  id: 'fleetDtcXls',
  rows: ['API-22', 'HLT-03'],
  method: 'POST',
  path: `${DICV}/generatefleetdtcdata/xls`,
  body: ReportFilter,
  replyKind: 'blob',
  ...READ,
})

export const fleetDtcPdf = defineCall({
  id: 'fleetDtcPdf',
  rows: ['API-23', 'HLT-03'],
  method: 'POST',
  path: `${DICV}/generatefleetdtcdata/pdf`,
  body: ReportFilter,
  replyKind: 'blob',
  ...READ,
})
