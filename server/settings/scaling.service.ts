import type { ChangedFactors, FigureScales, KpiScale, KpiScales } from '#contract/records/scaling.ts'
import { SCALED_KPI_NAMES, SCALING_FACTOR, type ScaledKpi } from '#domain/scaling.ts'
import type { Caller } from '../access/caller.ts'
import { companyOf } from '../access/company-of.ts'
import type { ScalingRepository } from './scaling.repository.ts'

const INITIAL: KpiScale = { factor: SCALING_FACTOR.initial, set: null }

type Dependencies = {
  readonly scaling: ScalingRepository
  /** ms UTC. */
  readonly now: () => number
}

/** The scaling factors of the KPIs of a company (ADM-11, OPEN-58). */
export const createScaling = ({ scaling, now }: Dependencies) => {
  const scalesOf = async (companyId: number): Promise<KpiScales> => {
    const known = await scaling.of(companyId)
    return Object.fromEntries(SCALED_KPI_NAMES.map((kpi) => [kpi, known.get(kpi) ?? INITIAL])) as Readonly<
      Record<ScaledKpi, KpiScale>
    >
  }

  return {
    read: (caller: Caller): Promise<KpiScales> => scalesOf(companyOf(caller)),

    /** Sets the factors that are named; one that is so already keeps who set it. Of two who set the same one, the last wins. */
    set: async (caller: Caller, changed: ChangedFactors): Promise<KpiScales> => {
      const companyId = companyOf(caller)
      const known = await scalesOf(companyId)
      const factors = SCALED_KPI_NAMES.flatMap((kpi): Array<readonly [ScaledKpi, number]> => {
        const factor = changed[kpi]
        return factor === undefined || factor === known[kpi].factor ? [] : [[kpi, factor]]
      })
      await scaling.add(factors, { companyId, by: caller.userId, at: now() })
      return scalesOf(companyId)
    },

    /** The factors other than 1 that a company's figures are to be shown with. The portal's staff, of no company, see figures as they are. */
    ofFigures: async (companyId: number | null): Promise<FigureScales> => {
      const known = companyId === null ? [] : Object.entries(await scalesOf(companyId))
      return Object.fromEntries(known.filter(([, { factor }]) => factor !== SCALING_FACTOR.initial))
    },
  }
}

export type Scaling = ReturnType<typeof createScaling>
