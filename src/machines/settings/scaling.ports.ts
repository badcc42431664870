import type { ChangedFactors, KpiScales } from '#contract/records/scaling.ts'
import type { ScaledKpi } from '#domain/scaling.ts'

/** New factors for the KPIs that it names. */
export type FactorChanges = { readonly factors: ChangedFactors }

/** What the server has after a change, and what it says of it. */
export type SavedScales = { readonly scales: KpiScales; readonly message: string }

/** What the whole fleet's KPIs were in the last 7 days, as measured; null where nothing is known, or is not yet derived. */
export type MeasuredKpis = Readonly<Record<ScaledKpi, number | 'deriving' | null>>
