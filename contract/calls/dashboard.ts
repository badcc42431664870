import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import { PUNCTUALITY } from '#domain/dashboard-link.ts'
import {
  AdblueReply,
  DrivingScoreReply,
  FigureRows,
  FiguresBy,
  MileageReply,
  PerformanceReply,
  RpmBandReply,
  ScoredByField,
  SpeedBandReply,
  TripRowsReply,
  TripStatusReply,
  TruckInsightReply,
  UtilizationReply,
} from '../records/figures.ts'
import { ServiceCounts, ServiceRecords, ServiceReminders } from '../records/health.ts'
import { ReportFilter } from '../records/report-filter.ts'
import { VIEWER_ROLES } from '../roles.ts'
import { defineCall } from './call.ts'

/** Figures of the dashboard for a report filter (DSH-14). */
const figures = <
  const TId extends string,
  TReply extends z.ZodMiniType = z.ZodMiniType,
  TBody extends z.ZodMiniType = typeof ReportFilter,
>(
  id: TId,
  rows: readonly string[],
  name: string,
  { reply, body }: { reply?: TReply; body?: TBody } = {},
) =>
  defineCall({
    id,
    rows,
    method: 'POST',
    isQuery: true,
    path: `dashboard/tk3/${name}`,
    body: body ?? (ReportFilter as unknown as TBody),
    ...(reply && { reply }),
    roles: VIEWER_ROLES,
    scope: 'vehicles',
  })

const ScoredFilter = z.extend(ReportFilter, { scoredBy: ScoredByField })

export const mileageVsDate = figures('mileageVsDate', ['API-01'], 'MileageVsDate', { reply: MileageReply })
export const adblueByDate = figures('adblueByDate', ['API-02'], 'adbluebydate', { reply: AdblueReply })
export const rpmBand = figures('rpmBand', ['API-03', 'DSH-10'], 'rpmband', { reply: RpmBandReply })
export const speedBand = figures('speedBand', ['API-04', 'DSH-09'], 'speedband', { reply: SpeedBandReply })
export const drivingScore = figures('drivingScore', ['API-05', 'DSH-13'], 'drivingScore', {
  body: ScoredFilter,
  reply: DrivingScoreReply,
})
export const tripStatusForDashboard = figures(
  'tripStatusForDashboard',
  ['API-06', 'DSH-08'],
  'getTripStatusForDashboard',
  { reply: TripStatusReply },
)
export const truckInsight = figures('truckInsight', ['API-07'], 'truckinsight', {
  body: ScoredFilter,
  reply: TruckInsightReply,
})
/** Fleet status, of now whatever the range (OPEN-61). */
export const getPerformance = figures('getPerformance', ['API-08', 'DSH-07'], 'getPerformance', {
  reply: PerformanceReply,
})

/** Utilisation per date, or per week in a long range (DSH-11, OPEN-50). */
export const utilizationVsDate = figures(
  'utilizationVsDate',
  ['API-09', 'DSH-11', 'DSH-12'],
  'UtilizationVsDate',
  {
    body: z.extend(ReportFilter, { timeDiffGreaterThan7Days: z.optional(z.boolean()) }),
    reply: UtilizationReply,
  },
)

/** What a figure is made of: the vehicles, days or hours behind it, at most 10,000 rows. */
export const figureRows = figures('figureRows', ['DSH-01'], 'figures', {
  body: z.extend(ReportFilter, { by: FiguresBy }),
  reply: FigureRows,
})

/** The trips behind trip status, of one punctuality or of all, at most 10,000. */
export const tripRows = figures('tripRows', ['DSH-08'], 'trips', {
  body: z.extend(ReportFilter, { punctuality: z.optional(z.enum(PUNCTUALITY)) }),
  reply: TripRowsReply,
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
