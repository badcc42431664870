import * as z from 'zod/mini'
import { hasFactorDecimals, SCALED_KPI_NAMES, SCALING_FACTOR, type ScaledKpi } from '#domain/scaling.ts'
import { errorCode } from '../errors.ts'

/** A scaling factor and who set it last, and when (ms UTC); null while nobody has. `by` is empty for a user who is gone. */
export const KpiScale = z.object({
  factor: z.number(),
  set: z.nullable(z.object({ by: z.string(), at: z.number() })),
})
export type KpiScale = z.infer<typeof KpiScale>

const ofEach = <TSchema>(schema: TSchema) =>
  Object.fromEntries(SCALED_KPI_NAMES.map((kpi) => [kpi, schema])) as Record<ScaledKpi, TSchema>

/** The scaling factor of each KPI of a company. */
export const KpiScales = z.object(ofEach(KpiScale))
export type KpiScales = z.infer<typeof KpiScales>

/** Those of them that are not 1. */
export const FigureScales = z.partial(KpiScales)
export type FigureScales = z.infer<typeof FigureScales>

const Factor = z.number().check(
  z.minimum(SCALING_FACTOR.least),
  z.maximum(SCALING_FACTOR.most),
  z.refine(hasFactorDecimals, {
    error: errorCode('tooManyDecimals'),
    params: { max: SCALING_FACTOR.decimals },
  }),
)

/** New factors for some KPIs; the others keep theirs. */
export const ChangedFactors = z.strictObject(ofEach(z.optional(Factor)))
export type ChangedFactors = z.infer<typeof ChangedFactors>
