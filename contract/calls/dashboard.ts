import * as z from 'zod/mini'
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

export const dashboardServiceDone = figures('dashboardServiceDone', 'API-10', 'servicedone')
export const dashboardServiceDueSoon = figures(
  'dashboardServiceDueSoon',
  'API-11',
  'service-reminder-duesoon',
)
export const dashboardServiceOverdue = figures(
  'dashboardServiceOverdue',
  'API-12',
  'service-reminder-overdue',
)
export const dashboardServiceCount = figures('dashboardServiceCount', 'API-13', 'service-reminder-count')
