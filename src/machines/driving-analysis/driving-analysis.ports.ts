import type { DrivingFilter, OpenScore } from '#contract/links/driving-analysis.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import type { IncidentCode } from '#domain/driving-incidents.ts'
import type { DrivingSubject, TrendStep } from '#domain/driving-score.ts'
import type { Range } from '../date-range/date-range.logic.ts'
import type { GroupOption } from '../fleet-filter/fleet-filter.ports.ts'

/** What the page's address or the tab's storage says; `now` is ms UTC. */
export type DrivingAddress = PeriodValidity & {
  readonly filter: DrivingFilter
  readonly open: OpenScore | null
  readonly now: number
}

/** What the address is to say. With `replace` the browser's back button does not return to what it said before. */
export type KeptDriving = {
  readonly filter: DrivingFilter
  readonly open: OpenScore | null
  readonly replace: boolean
}

/** Whose figures, and by whose alerts they are scored. */
export type DrivingScope = Pick<DrivingFilter, 'filterBy' | 'ownerId' | 'scoredBy'> & {
  readonly by: DrivingSubject
}

/** The scores to load, and who is compared; periods are made of days and hours of the time zone. */
export type ScoresRequest = {
  readonly scope: DrivingScope
  readonly period: Pick<DrivingFilter, 'dateType' | 'range'>
  readonly compared: readonly number[]
  readonly timeZone: string
}

/** What was found: rows in the store, days whose figures are still being derived, stored and waiting ones, and the range, ms UTC. `absent` are compared but have no row. */
export type ScoresSummary = {
  readonly shown: number
  readonly pendingDays: number
  readonly waitingDays: number
  readonly range: Range
  readonly absent: readonly number[]
}

/** The trend to load, of the range that the scores are of. */
export type TrendRequest = {
  readonly scope: DrivingScope
  readonly range: Range
  readonly step: TrendStep
  readonly subjectIds: readonly number[]
}

/** The incidents to load, of the range that the scores are of. */
export type IncidentsRequest = {
  readonly scope: DrivingScope
  readonly range: Range
  readonly subjectId: number
  readonly incident: IncidentCode
}

/** The choices of the filter; the vehicles are in a store of their own. */
export type DrivingChoices = { readonly groups: readonly GroupOption[] }
