import type { AlertCode } from './alerts.ts'
import { DRIVING_INCIDENTS, type IncidentCode } from './driving-incidents.ts'
import type { Figures } from './figure-fields.ts'
import { knownRpmSecondsOf } from './figures.ts'
import { HOUR_S } from './units.ts'

/** The alerts that have an incident score (OPEN-90); a company and each user choose which of them count. */
export const SCORED_ALERTS = [
  'OVERSPEED',
  'NEUTRALDRIVING',
  'ENGINEOVERRUN',
  'IDLING',
] as const satisfies readonly AlertCode[]
export type ScoredAlert = (typeof SCORED_ALERTS)[number]

/**
 * By whose choice of alerts scores are: the company's, which is the same for all of its users, or that of the user who asks (DRV-04).
 */
export const SCORED_BY = ['own', 'company'] as const
export type ScoredBy = (typeof SCORED_BY)[number]

/** Below this many km a driver is not scored. */
export const LEAST_SCORED_KM = 50

/** The points of an incident score: for each percent of the time, each km/h of mean excess, and each harsh manoeuvre in a driving hour. */
export const SCORE_WEIGHTS = {
  speedingPercent: 0.4,
  excessKmph: 4.5,
  neutralPercent: 5,
  overrunPercent: 10,
  idlingPercent: 1,
  harshPerHour: 10,
} as const

/** The categories of scores, best first: each from so many points on. */
export const SCORE_CATEGORIES = [
  { name: 'Excellent', from: 90 },
  { name: 'Good', from: 75 },
  { name: 'Average', from: 60 },
  { name: 'Poor', from: 0 },
] as const
export type ScoreCategory = (typeof SCORE_CATEGORIES)[number]['name']

/**
 * What a kind of incidents takes from the score. `count` are its events, of harsh manoeuvres those that the device reported; `seconds` how
 * long it was done and `share` the part of the time in which it could be, 0 to 1; `excess` how far above the limit the truck was, km/h,
 * as a mean of all that time; `perHour` the events in a driving hour. `points` is the incident score, from 0 on, before it is divided by
 * the number of alerts. What does not apply, or could not be measured, is null.
 */
export type ScorePart = {
  readonly code: IncidentCode
  readonly alert: AlertCode | null
  readonly count: number
  readonly seconds: number | null
  readonly share: number | null
  readonly excess: number | null
  readonly perHour: number | null
  readonly points: number
}

/** A driving score, or why there is none. */
export type DrivingScore = { readonly parts: readonly ScorePart[] } & (
  | { readonly score: number; readonly category: ScoreCategory; readonly notScored: null }
  | { readonly score: null; readonly category: null; readonly notScored: 'distance' | 'alerts' }
)

type Measured = Omit<ScorePart, 'code' | 'alert'>

const shareOf = (seconds: number, of: number): number | null => (of > 0 ? Math.min(1, seconds / of) : null)

const byTime = (count: number, seconds: number, of: number, weight: number): Measured => {
  const share = shareOf(seconds, of)
  return { count, seconds, share, excess: null, perHour: null, points: weight * 100 * (share ?? 0) }
}

/** How far above the limit a truck was, km/h, as a mean of all its driving of which the speed was measured; null without any. */
export const excessOf = ({ excessKm, measuredS }: Figures): number | null =>
  measuredS > 0 ? (excessKm / measuredS) * HOUR_S : null

const speeding = (figures: Figures): Measured => {
  const { overspeeds, speedingS, measuredS } = figures
  const { speedingPercent, excessKmph } = SCORE_WEIGHTS
  const byShare = byTime(overspeeds, speedingS, measuredS, speedingPercent)
  const excess = excessOf(figures)
  return { ...byShare, excess, points: byShare.points + excessKmph * (excess ?? 0) }
}

const harsh = (count: number, { runningS }: Figures): Measured => {
  const perHour = runningS > 0 ? (count / runningS) * HOUR_S : null
  const points = SCORE_WEIGHTS.harshPerHour * (perHour ?? 0)
  return { count, seconds: null, share: null, excess: null, perHour, points }
}

/** How each kind is measured, in time: kilometres do not dilute it, and how often a device reports does not decide. */
const MEASURES: Readonly<Record<IncidentCode, (figures: Figures) => Measured>> = {
  OS: speeding,
  ND: ({ neutrals, neutralS, gearKnownS }) =>
    byTime(neutrals, neutralS, gearKnownS, SCORE_WEIGHTS.neutralPercent),
  EO: (figures) =>
    byTime(figures.overruns, figures.overrunS, knownRpmSecondsOf(figures), SCORE_WEIGHTS.overrunPercent),
  ID: ({ idlings, longIdlingS, engineOnS }) =>
    byTime(idlings, longIdlingS, engineOnS, SCORE_WEIGHTS.idlingPercent),
  HA: (figures) => harsh(figures.reportedAccelerations, figures),
  HB: (figures) => harsh(figures.reportedBrakings, figures),
  HC: (figures) => harsh(figures.harshCornerings, figures),
}

/** By how many alerts the incident scores of a score are divided. */
export const alertsOf = (parts: ReadonlyArray<{ readonly alert: string | null }>): number =>
  parts.filter(({ alert }) => alert !== null).length

/**
 * The driving score of these figures: 100 less the sum of the incident scores divided by the number of enabled alerts (DSH-13), 0 to 100.
 * Harsh manoeuvres have no alert: they add to the sum always, and not to the number. There is no score below LEAST_SCORED_KM, or with no
 * alert enabled.
 */
export const drivingScoreOf = (figures: Figures, enabled: ReadonlySet<string>): DrivingScore => {
  const parts = DRIVING_INCIDENTS.filter(({ alert }) => alert === null || enabled.has(alert)).map(
    ({ code, alert }) => ({ code, alert, ...MEASURES[code](figures) }),
  )
  const number = alertsOf(parts)
  const none = { score: null, category: null, parts } as const
  if (figures.distanceKm < LEAST_SCORED_KM) return { ...none, notScored: 'distance' }
  if (number === 0) return { ...none, notScored: 'alerts' }
  const taken = parts.reduce((sum, { points }) => sum + points, 0) / number
  const score = Math.max(0, 100 - taken)
  const category = SCORE_CATEGORIES.find(({ from }) => score >= from)?.name ?? 'Poor'
  return { score, category, notScored: null, parts }
}

/** Whose scores they are. */
export const DRIVING_SUBJECTS = ['driver', 'vehicle'] as const
export type DrivingSubject = (typeof DRIVING_SUBJECTS)[number]

/** Points of a trend: days, or weeks. */
export const TREND_STEPS = ['day', 'week'] as const
export type TrendStep = (typeof TREND_STEPS)[number]

/** The most drivers or vehicles that are compared. */
export const MAX_COMPARED = 5
