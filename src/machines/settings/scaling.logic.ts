import { type Fault, faultOf } from '#contract/errors.ts'
import type { ChangedFactors, KpiScales } from '#contract/records/scaling.ts'
import { hasFactorDecimals, SCALED_KPI_NAMES, SCALING_FACTOR, type ScaledKpi } from '#domain/scaling.ts'

const { least, most, decimals, initial } = SCALING_FACTOR

/** What the server would find wrong with a factor; null if nothing is. */
export const factorFault = (factor: number): Fault | null => {
  if (factor < least) return faultOf('tooLow', { min: least })
  if (factor > most) return faultOf('tooHigh', { max: most })
  return hasFactorDecimals(factor) ? null : faultOf('tooManyDecimals', { max: decimals })
}

/** The changes that differ from what the server has. */
export const unsavedFactors = (saved: KpiScales, changes: ChangedFactors): ChangedFactors =>
  Object.fromEntries(
    SCALED_KPI_NAMES.flatMap((kpi) => {
      const factor = changes[kpi]
      return factor === undefined || factor === saved[kpi].factor ? [] : [[kpi, factor]]
    }),
  )

/** The factor of a KPI as it is in the form. */
export const factorOf = (saved: KpiScales, changes: ChangedFactors, kpi: ScaledKpi): number =>
  changes[kpi] ?? saved[kpi].factor

/** Changes that make all factors what they are at first. */
export const INITIAL_FACTORS: ChangedFactors = Object.fromEntries(
  SCALED_KPI_NAMES.map((kpi) => [kpi, initial]),
)

export const areValid = (changes: ChangedFactors): boolean =>
  Object.values(changes).every((factor) => factor !== undefined && factorFault(factor) === null)
