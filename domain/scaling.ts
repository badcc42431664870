import type { DashboardWidget } from './dashboard.ts'

/**
 * The KPIs that a company can scale (ADM-11, OPEN-58), in their order: the widget whose figure each is, the field that has it in that
 * widget's answer, and the most that it can be.
 */
export const SCALED_KPIS = {
  mileage: { widget: 'MILAGE_DAILY', field: 'mileage', most: Number.POSITIVE_INFINITY },
  adblue: { widget: 'ADBLUE_DAILY', field: 'adblueUsed', most: Number.POSITIVE_INFINITY },
  utilization: { widget: 'UTILIZATION_DAILY', field: 'utilization', most: 100 },
} as const satisfies Readonly<Record<string, { widget: DashboardWidget; field: string; most: number }>>

export type ScaledKpi = keyof typeof SCALED_KPIS

export const SCALED_KPI_NAMES = Object.keys(SCALED_KPIS) as readonly ScaledKpi[]

/** What a scaling factor can be, and what it is until somebody sets it. */
export const SCALING_FACTOR = { least: 0.1, most: 10, decimals: 3, initial: 1 } as const

/** A KPI as it is shown with a scaling factor. */
export const scaledValue = (kpi: ScaledKpi, value: number, factor: number): number =>
  factor === SCALING_FACTOR.initial ? value : Math.min(value * factor, SCALED_KPIS[kpi].most)

/** Whether a number is written with at most the decimals of a scaling factor. */
export const hasFactorDecimals = (value: number): boolean => {
  const [, decimals = ''] = String(value).split('.')
  return decimals.length <= SCALING_FACTOR.decimals && !String(value).includes('e')
}
