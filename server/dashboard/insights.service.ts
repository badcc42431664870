import type * as z from 'zod/mini'
import type { TruckInsightReply } from '#contract/records/figures.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { LEAST_SCORED_KM, type ScoredBy } from '#domain/driving-score.ts'
import { knownSecondsOf, knownUtilizationOf, mileageOf, utilizationOf } from '#domain/figures.ts'
import { HOUR_S } from '#domain/units.ts'
import { besideBand, type UsualBand, usualBand } from '#domain/usual-band.ts'
import type { Caller } from '../access/caller.ts'
import { type FiguresService, figuresAt } from '../figures/figures.service.ts'
import { type ScoredAlertsService, scoredBy } from '../settings/scored-alerts.service.ts'

/** Vehicles of one insight. */
const MOST_NAMED = 5
/** A vehicle stood for long if it did for more than this part of the range. */
const LONG_STANDING_SHARE = 0.5
/** A utilisation is compared with others from so many known hours on, of a short range from this part of it. */
const LEAST_KNOWN = { hours: 24, share: 0.5 }

type Insight = z.infer<typeof TruckInsightReply>['insights'][number]
type Named = Insight['vehicles'][number]

type Dependencies = {
  readonly figures: FiguresService
  readonly scoredAlerts: Pick<ScoredAlertsService, 'scoringOf'>
}

/**
 * What stands out in the figures of a scope (FLEET_INSIGHTS): only what is there is said, each with its evidence. Driving scores are by
 * the caller's enabled alerts or the company's (DSH-13, DRV-04).
 */
export const createInsights =
  ({ figures, scoredAlerts }: Dependencies) =>
  async (
    caller: Caller,
    { scoredBy: requested, ...filter }: ReportFilter & { scoredBy?: ScoredBy | undefined },
    signal: AbortSignal,
  ): Promise<z.infer<typeof TruckInsightReply>> => {
    const question = await figures.questionOf(caller, filter)
    const [summary, scoring] = await Promise.all([
      figures.summaryOf(question, signal),
      scoredAlerts.scoringOf(caller, requested),
    ])
    const { byVehicle } = summary
    const head = { ...summary.head, scoring: scoring.record }
    if (head.pendingDays > 0) return { ...head, insights: [] }
    const ids = question.query.vehicleIds
    const names = await figures.vehicles(ids)
    const named = (vehicleId: number, value: number | null, more: Partial<Named> = {}): Named => ({
      ...{ vehicleId, registration: names.get(vehicleId)?.registration ?? '', value },
      band: null,
      ...more,
    })

    const scoreOf = (vehicleId: number) => scoredBy(figuresAt(byVehicle, vehicleId), scoring)

    /** An insight of vehicles, the foremost first, of which the first are named. */
    const insight = (
      kind: Insight['kind'],
      figure: Insight['figure'],
      vehicles: readonly number[],
      nameOf: (vehicleId: number) => Named,
    ): Insight => ({
      ...{ kind, figure, count: vehicles.length },
      vehicles: vehicles.slice(0, MOST_NAMED).map(nameOf),
    })

    /** What else is said of a vehicle's value. */
    const besideOf = (figure: Insight['figure'], id: number): Partial<Named> => {
      if (figure === 'score') return { companyScore: scoreOf(id).companyScore }
      if (figure !== 'utilization') return {}
      return { ofSelected: utilizationOf(figuresAt(byVehicle, id), head.hours) }
    }

    /** The best and the worst five; none where there are too few to tell apart, or where all are the same. */
    const extremes = (
      figure: Insight['figure'],
      values: ReadonlyArray<readonly [number, number]>,
    ): Insight[] => {
      const sorted = [...values].sort((a, b) => b[1] - a[1])
      if (sorted.length < 2 || sorted[0]?.[1] === sorted.at(-1)?.[1]) return []
      const most = Math.min(MOST_NAMED, Math.floor(sorted.length / 2))
      const of = new Map(sorted)
      const ids = [...of.keys()]
      const nameOf = (id: number) => named(id, of.get(id) ?? null, besideOf(figure, id))
      return [
        insight('best', figure, ids.slice(0, most), nameOf),
        insight('worst', figure, ids.slice(-most).reverse(), nameOf),
      ]
    }
    const measured = (of: (vehicleId: number) => number | null): Array<readonly [number, number]> =>
      ids.flatMap((id) => {
        const value = of(id)
        return value === null ? [] : [[id, value] as const]
      })

    const mileages = measured((id) => {
      const own = figuresAt(byVehicle, id)
      return own.meteredKm >= LEAST_SCORED_KM ? mileageOf(own) : null
    })
    const leastKnownS = Math.min(LEAST_KNOWN.hours, head.hours * LEAST_KNOWN.share) * HOUR_S
    const utilizations = measured((id) => {
      const own = figuresAt(byVehicle, id)
      return own.fixes > 0 && knownSecondsOf(own) >= leastKnownS ? knownUtilizationOf(own) : null
    })
    const scores = measured((id) => scoreOf(id).score)
    const lastFixOf = (id: number) => names.get(id)?.lastFix ?? null
    const silent = ids
      .filter((id) => figuresAt(byVehicle, id).fixes === 0)
      .sort((a, b) => (lastFixOf(a) ?? 0) - (lastFixOf(b) ?? 0))
    const stoodS = (id: number) => figuresAt(byVehicle, id).stoppedS
    const stood = ids
      .filter((id) => stoodS(id) > head.hours * HOUR_S * LONG_STANDING_SHARE)
      .sort((a, b) => stoodS(b) - stoodS(a))

    const mileageNow = new Map(mileages)
    const outside = new Map<number, { value: number; band: UsualBand; farness: number }>()
    for (const { vehicleId, days, ...spread } of await figures.fuelEconomiesBefore(question, signal)) {
      const value = mileageNow.get(vehicleId)
      const band = usualBand(days, spread, spread)
      if (value !== undefined && band !== null && besideBand(value, band) !== null)
        outside.set(vehicleId, { value, band, farness: Math.abs(value - spread.mean) / spread.mean })
    }
    const farnessOf = (id: number) => outside.get(id)?.farness ?? 0
    const farthest = [...outside.keys()].sort((a, b) => farnessOf(b) - farnessOf(a))

    const insights: Insight[] = [
      ...extremes('mileage', mileages),
      ...extremes('utilization', utilizations),
      ...extremes('score', scores),
      insight('silent', 'lastFix', silent, (id) => named(id, lastFixOf(id))),
      insight('stood', 'stoppedS', stood, (id) => named(id, stoodS(id))),
      insight('fuelUse', 'mileage', farthest, (id) =>
        named(id, outside.get(id)?.value ?? null, { band: outside.get(id)?.band ?? null }),
      ),
    ]
    return { ...head, insights: insights.filter(({ vehicles }) => vehicles.length > 0) }
  }

export type Insights = ReturnType<typeof createInsights>
