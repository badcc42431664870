import { getScalingFactor, setScalingFactor } from '#contract/calls/settings.ts'
import type { ChangedFactors, KpiScales } from '#contract/records/scaling.ts'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { SCALED_KPI_NAMES, SCALED_KPIS, type ScaledKpi } from '#domain/scaling.ts'
import type { FiguresRequest } from '#src/machines/dashboard/dashboard.ports.ts'
import type { MeasuredKpis, SavedScales } from '#src/machines/settings/scaling.ports.ts'
import type { createDashboardFigures } from '../dashboard/dashboard-figures.ts'
import type { Http } from '../http/http.ts'

type Dependencies = {
  readonly http: Pick<Http, 'call'>
  readonly figures: Pick<ReturnType<typeof createDashboardFigures>, 'read'>
  /** What the dashboard asks for, for a widget of the fleet and the last 7 days. */
  readonly requestOf: (widget: DashboardWidget) => FiguresRequest
}

/** The calls of the scaling factors. Errors are those of the request builder; the server refuses factors that are none. */
export const createScalingService = ({ http, figures, requestOf }: Dependencies) => ({
  read: async (signal?: AbortSignal): Promise<KpiScales> =>
    (await http.call(getScalingFactor, {}, signal)).scalingFactor,
  save: async (factors: ChangedFactors, signal?: AbortSignal): Promise<SavedScales> => {
    const body = { scalingFactor: factors }
    const { scalingFactor, message } = await http.call(setScalingFactor, { body }, signal)
    return { scales: scalingFactor, message }
  },
  /** The KPIs of the fleet as the dashboard has them, not scaled. */
  measure: async (signal?: AbortSignal): Promise<MeasuredKpis> => {
    const measured = SCALED_KPI_NAMES.map(async (kpi): Promise<[ScaledKpi, MeasuredKpis[ScaledKpi]]> => {
      const { widget, field } = SCALED_KPIS[kpi]
      const answer = await figures.read(requestOf(widget), signal)
      if ('pendingDays' in answer && answer.pendingDays > 0) return [kpi, 'deriving']
      const total: Readonly<Record<string, number | null>> | null = 'total' in answer ? answer.total : null
      return [kpi, total?.[field] ?? null]
    })
    return Object.fromEntries(await Promise.all(measured)) as MeasuredKpis
  },
})
