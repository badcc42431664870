import type { ZodMiniType } from 'zod/mini'
import * as z from 'zod/mini'
import {
  DASHBOARD_PERIODS,
  DASHBOARD_WIDGETS,
  type DashboardPeriod,
  type DashboardWidget,
} from '#domain/dashboard.ts'
import { PUNCTUALITY } from '#domain/trips.ts'
import { ErrorReply } from '../records/error-reply.ts'
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
import { type Call, defineCall } from './call.ts'

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

/** Whether utilisation is by week (DSH-11, OPEN-50). */
const LongRangeField = z.optional(z.boolean())

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
    body: z.extend(ReportFilter, { timeDiffGreaterThan7Days: LongRangeField }),
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

/** The calls of each function of the dashboard, by the part of the answer that each gives; a function of one call has no parts. */
export const FUNCTION_CALLS = {
  MILAGE_DAILY: mileageVsDate,
  ADBLUE_DAILY: adblueByDate,
  UTILIZATION_DAILY: utilizationVsDate,
  FLEET_STATUS: getPerformance,
  DRIVING_SCORE: drivingScore,
  SPEED_BAND: speedBand,
  RPM_BAND: rpmBand,
  FLEET_INSIGHTS: truckInsight,
  TRIP_STATUS: tripStatusForDashboard,
  SERVICE_REMINDERS: {
    counts: dashboardServiceCount,
    overdue: dashboardServiceOverdue,
    dueSoon: dashboardServiceDueSoon,
    done: dashboardServiceDone,
  },
} as const satisfies Readonly<Record<DashboardWidget, Call | Readonly<Record<string, Call>>>>

/** The answer of a function. One that is not as promised counts as none, so that it takes none of the others with it. */
const answerOf = <TReply extends z.ZodMiniType>(reply: TReply) => z.catch(z.optional(reply), undefined)

/**
 * Several functions of the dashboard in one call, each with its own answer (DSH-02): those of the specification, and of ours TRIP_STATUS and
 * SERVICE_REMINDERS. Without a period it is of the last seven days (DSH-05). `errors` says of each function that failed what its own call
 * would have answered; one that takes long is in neither, and is to be asked by its own call.
 */
export const dashboardFunctions = defineCall({
  id: 'dashboardFunctions',
  rows: ['DSH-02', 'DSH-03', 'DSH-05', 'DSH-14'],
  method: 'POST',
  isQuery: true,
  path: 'dashboard/tk3/functions',
  body: z.extend(z.pick(ReportFilter, { vehicleIds: true, vins: true, groupNames: true }), {
    dashboardFunctionNames: z
      .array(z.enum(DASHBOARD_WIDGETS))
      .check(z.minLength(1), z.maxLength(DASHBOARD_WIDGETS.length)),
    period: z._default(
      z.enum(Object.keys(DASHBOARD_PERIODS) as [DashboardPeriod, ...DashboardPeriod[]]),
      '7days',
    ),
    scoredBy: ScoredByField,
    timeDiffGreaterThan7Days: LongRangeField,
  }),
  reply: z.object({
    answers: z.object({
      MILAGE_DAILY: answerOf(MileageReply),
      ADBLUE_DAILY: answerOf(AdblueReply),
      UTILIZATION_DAILY: answerOf(UtilizationReply),
      FLEET_STATUS: answerOf(PerformanceReply),
      DRIVING_SCORE: answerOf(DrivingScoreReply),
      SPEED_BAND: answerOf(SpeedBandReply),
      RPM_BAND: answerOf(RpmBandReply),
      FLEET_INSIGHTS: answerOf(TruckInsightReply),
      TRIP_STATUS: answerOf(TripStatusReply),
      SERVICE_REMINDERS: answerOf(
        z.object({
          counts: ServiceCounts,
          overdue: ServiceReminders,
          dueSoon: ServiceReminders,
          done: ServiceRecords,
        }),
      ),
    }),
    errors: z.catch(z.partialRecord(z.enum(DASHBOARD_WIDGETS), ErrorReply), {}),
  }),
  roles: VIEWER_ROLES,
  scope: 'vehicles',
})
