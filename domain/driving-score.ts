import type { AlertCode } from './alerts.ts'
import type { FigureName, Figures } from './figure-fields.ts'

/** A kind of incident that the score counts: its alert, its number among the figures, and the points of one in 100 km. */
export type ScoredIncident = {
  readonly alert: AlertCode
  readonly count: FigureName
  readonly weight: number
}

/** Incidents that a driver is answerable for and that have an alert, whose setting decides whether they count (DRV-04). */
export const SCORED_INCIDENTS = [
  { alert: 'OVERSPEED', count: 'overspeeds', weight: 10 },
  { alert: 'NEUTRALDRIVING', count: 'neutrals', weight: 10 },
  { alert: 'ENGINEOVERRUN', count: 'overruns', weight: 10 },
  { alert: 'IDLING', count: 'idlings', weight: 5 },
] as const satisfies readonly ScoredIncident[]

/** Below this many km a driver is not scored. */
export const LEAST_SCORED_KM = 50

/** The categories of scores, best first: each from so many points on. */
export const SCORE_CATEGORIES = [
  { name: 'Excellent', from: 90 },
  { name: 'Good', from: 75 },
  { name: 'Average', from: 60 },
  { name: 'Poor', from: 0 },
] as const
export type ScoreCategory = (typeof SCORE_CATEGORIES)[number]['name']

/** What an incident takes from the score. `points` is its incident score: 0 to 100, before it is divided by the number of alerts. */
export type ScorePart = {
  readonly alert: AlertCode
  readonly count: number
  readonly weight: number
  readonly points: number
}

/** A driving score, or why there is none. */
export type DrivingScore =
  | {
      readonly score: number
      readonly category: ScoreCategory
      readonly notScored: null
      readonly parts: readonly ScorePart[]
    }
  | {
      readonly score: null
      readonly category: null
      readonly notScored: 'distance' | 'alerts'
      readonly parts: readonly ScorePart[]
    }

/**
 * The driving score of these figures: 100 less the sum of the incident scores of the enabled alerts divided by their number (DSH-13). An
 * incident score is the weight times the incidents in 100 km, at most 100. There is none below LEAST_SCORED_KM, or with no alert enabled.
 */
export const drivingScoreOf = (figures: Figures, enabled: ReadonlySet<string>): DrivingScore => {
  const { distanceKm } = figures
  const parts = SCORED_INCIDENTS.filter(({ alert }) => enabled.has(alert)).map(
    ({ alert, count, weight }) => ({
      alert,
      weight,
      count: figures[count],
      points: distanceKm > 0 ? Math.min(100, (weight * figures[count] * 100) / distanceKm) : 0,
    }),
  )
  if (distanceKm < LEAST_SCORED_KM) return { score: null, category: null, notScored: 'distance', parts }
  if (parts.length === 0) return { score: null, category: null, notScored: 'alerts', parts }
  const score = 100 - parts.reduce((sum, { points }) => sum + points, 0) / parts.length
  const category = SCORE_CATEGORIES.find(({ from }) => score >= from)?.name ?? 'Poor'
  return { score, category, notScored: null, parts }
}
