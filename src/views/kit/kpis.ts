import type { FigureScales, KpiScale } from '#contract/records/scaling.ts'
import { type ScaledKpi, scaledValue } from '#domain/scaling.ts'
import { SCALE_BADGE } from '#src/texts/en/scaling.ts'
import { economyMeasure, formatMeasure, type Measure, NOT_KNOWN, volumeMeasure } from './measures.ts'

const UNKNOWN: Measure = { figure: NOT_KNOWN, unit: '' }

const MEASURES: Readonly<Record<ScaledKpi, (value: number) => Measure>> = {
  mileage: economyMeasure,
  adblue: volumeMeasure,
  utilization: (percent) => ({ figure: percent.toFixed(2), unit: '%' }),
}

/** Scaling factors of an answer; undefined where all are 1. */
type Scales = FigureScales | undefined

/** A KPI as measured, with its scaling factor, in the user's unit. Every KPI that is shown comes from here, or from `kpiText`. */
const kpiMeasure = (kpi: ScaledKpi, value: number | null, scales: Scales): Measure =>
  value === null ? UNKNOWN : MEASURES[kpi](scaledValue(kpi, value, scales?.[kpi]?.factor ?? 1))

/** `4.41 kmpl` of a KPI as measured, with its scaling factor. */
export const kpiText = (kpi: ScaledKpi, value: number | null, scales: Scales): string =>
  formatMeasure(kpiMeasure(kpi, value, scales)).trim()

/** `× 1.05` of a factor. */
export const factorText = ({ factor }: Pick<KpiScale, 'factor'>): string => SCALE_BADGE.factor({ factor })
