import type { FigureScales, KpiScale } from '#contract/records/scaling.ts'
import { type ScaledKpi, scaledValue } from '#domain/scaling.ts'
import { ECONOMY_OF } from '#domain/units.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { SCALE_BADGE } from '#src/texts/en/scaling.ts'
import { formatDate } from './formats.ts'
import {
  economyMeasure,
  formatMeasure,
  type Measure,
  measureOf,
  NOT_KNOWN,
  volumeMeasure,
} from './measures.ts'

const UNKNOWN: Measure = { figure: NOT_KNOWN, unit: '' }

const MEASURES: Readonly<Record<ScaledKpi, (value: number) => Measure>> = {
  mileage: economyMeasure,
  adblue: volumeMeasure,
  utilization: (percent) => measureOf('percent', percent),
}

/** Scaling factors of an answer; undefined where all are 1. */
export type Scales = FigureScales | undefined

/** A KPI as measured, with its scaling factor, in the user's unit. Every KPI that is shown comes from here, or from `kpiText`. */
export const kpiMeasure = (kpi: ScaledKpi, value: number | null, scales: Scales): Measure =>
  value === null ? UNKNOWN : MEASURES[kpi](scaledValue(kpi, value, scales?.[kpi]?.factor ?? 1))

/** `4.41 kmpl` of a KPI as measured, with its scaling factor. */
export const kpiText = (kpi: ScaledKpi, value: number | null, scales: Scales): string =>
  formatMeasure(kpiMeasure(kpi, value, scales)).trim()

/** The same as a number, for the length of a bar. */
export const kpiNumber = (kpi: ScaledKpi, value: number | null, scales: Scales): number | null => {
  if (value === null) return null
  const scaled = scaledValue(kpi, value, scales?.[kpi]?.factor ?? 1)
  return kpi === 'mileage' ? ECONOMY_OF[currentConventions().economy](scaled) : scaled
}

/** The part of a utilisation in which trucks drove, of the percentage that is shown for it; the rest of it they idled. */
export const drivingMeasure = (
  { utilization, runningS, idlingS }: { utilization: number | null; runningS: number; idlingS: number },
  scales: Scales,
): Measure => {
  const shown = kpiNumber('utilization', utilization, scales)
  const used = runningS + idlingS
  return shown === null ? UNKNOWN : MEASURES.utilization(used > 0 ? (shown * runningS) / used : 0)
}

/** `× 1.05` of a factor. */
export const factorText = ({ factor }: Pick<KpiScale, 'factor'>): string => SCALE_BADGE.factor({ factor })

/** The heading of a KPI, with its factor where there is one: `AdBlue (l) × 1.05`. */
export const kpiHeading = (title: string, kpi: ScaledKpi, scales: Scales): string => {
  const scale = scales?.[kpi]
  return scale === undefined ? title : `${title} ${factorText(scale)}`
}

/** What a factor does, and who set it when, as a sentence. */
export const scaleText = (kpi: ScaledKpi, { factor, set }: KpiScale): string => {
  const { by, at } = set ?? { by: '', at: 0 }
  const date = formatDate(at)
  const text = by === '' ? SCALE_BADGE.set({ factor, date }) : SCALE_BADGE.setBy({ factor, by, date })
  return kpi === 'mileage' && currentConventions().economy === 'litresPer100Km'
    ? SCALE_BADGE.ofKmpl({ text })
    : text
}
