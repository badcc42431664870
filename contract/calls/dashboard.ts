import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { ServiceCounts, ServiceRecords, ServiceReminders } from '../records/health.ts'
import { ReportFilter } from '../records/report-filter.ts'
import { VIEWER_ROLES } from '../roles.ts'
import { defineCall } from './call.ts'

/** Figures of the dashboard for a report filter (DSH-14). */
const figures = <const TId extends string>(id: TId, row: string, name: string) =>
  defineCall({
    id,
    rows: [row],
    method: 'POST',
    path: `dashboard/tk3/${name}`,
    body: ReportFilter,
    roles: VIEWER_ROLES,
    scope: 'vehicles',
  })

export const mileageVsDate = figures('mileageVsDate', 'API-01', 'MileageVsDate')
export const adblueByDate = figures('adblueByDate', 'API-02', 'adbluebydate')
export const rpmBand = figures('rpmBand', 'API-03', 'rpmband')
export const speedBand = figures('speedBand', 'API-04', 'speedband')
export const drivingScore = figures('drivingScore', 'API-05', 'drivingScore')
export const tripStatusForDashboard = figures('tripStatusForDashboard', 'API-06', 'getTripStatusForDashboard')
export const truckInsight = figures('truckInsight', 'API-07', 'truckinsight')
export const getPerformance = figures('getPerformance', 'API-08', 'getPerformance')

/** Utilisation per date, or per week in a long range (DSH-11). */
export const utilizationVsDate = defineCall({
  id: 'utilizationVsDate',
  rows: ['API-09', 'DSH-11'],
  method: 'POST',
  path: 'dashboard/tk3/UtilizationVsDate',
  body: z.extend(ReportFilter, { timeDiffGreaterThan7Days: z.optional(z.boolean()) }),
  roles: VIEWER_ROLES,
  scope: 'vehicles',
})

/** Service reminders, of which fleet health reads the same through the main backend (CONFLICT-24). The range narrows services done alone. */
const service = <const TId extends string, TReply extends ZodMiniType>(
  id: TId,
  row: string,
  name: string,
  reply: TReply,
) =>
  defineCall({
    id,
    rows: [row, 'HLT-02'],
    method: 'POST',
    isQuery: true,
    path: `dashboard/tk3/${name}`,
    body: ReportFilter,
    reply,
    roles: VIEWER_ROLES,
    scope: 'vehicles',
  })

export const dashboardServiceDone = service('dashboardServiceDone', 'API-10', 'servicedone', ServiceRecords)
export const dashboardServiceDueSoon = service(
  'dashboardServiceDueSoon',
  'API-11',
  'service-reminder-duesoon',
  ServiceReminders,
)
export const dashboardServiceOverdue = service(
  'dashboardServiceOverdue',
  'API-12',
  'service-reminder-overdue',
  ServiceReminders,
)
export const dashboardServiceCount = service(
  'dashboardServiceCount',
  'API-13',
  'service-reminder-count',
  ServiceCounts,
)
