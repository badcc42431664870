import type { DashboardFilter, DashboardLayout, DashboardPlace } from '#contract/links/dashboard.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import type { CountedStatus, DashboardPeriod, DashboardWidget } from '#domain/dashboard.ts'
import type { ScoredBy } from '#domain/driving-score.ts'
import type { Punctuality } from '#domain/trips.ts'
import type { Range } from '../date-range/date-range.logic.ts'
import type { GroupOption } from '../fleet-filter/fleet-filter.ports.ts'

/** What a widget asks for. `rows`: the vehicles or hours behind a figure. */
export type FiguresSource = DashboardWidget | 'rows'

/** Whose figures of which time; the range is of whole days of the company (ms UTC, `to` not included). */
export type FiguresRequest = {
  readonly source: FiguresSource
  readonly scope: Omit<DashboardFilter, 'selectedPeriod' | 'scoredBy'>
  readonly range: Range
  /** The period whose days the range has (DSH-03); absent of `rows`. */
  readonly period?: DashboardPeriod
  /** Whether utilisation is by week (DSH-11, OPEN-50). */
  readonly timeDiffGreaterThan7Days: boolean
  /** Of what has driving scores: by whose alerts they are; the user's own without it. */
  readonly scoredBy?: ScoredBy
  /** Of `rows`: by vehicle, by hour of the vehicle in the scope, or by trip. */
  readonly by: 'vehicle' | 'hour' | 'trip' | null
  /** Of `rows` by vehicle: those alone that have this status now. */
  readonly status?: CountedStatus
  /** Of `rows` by trip: those alone that are so. */
  readonly punctuality?: Punctuality
}

/** What is known of an answer, which is in the store of figures: when it came (ms UTC), and how many stored days it waits for. */
export type HeldFigures = {
  readonly answeredAt: number
  readonly pendingDays: number
  /** Days of the range with fixes that its figures do not have yet. */
  readonly waitingDays: number
}

/** What the page's address says, which layout the user keeps, and the time (ms UTC). */
export type DashboardAddress = PeriodValidity & {
  readonly place: DashboardPlace
  readonly keptLayout: DashboardLayout | null
  readonly now: number
}

/** What the address is to say. With `replace` the browser's back button does not return to what it said before. */
export type KeptPlace = { readonly place: DashboardPlace; readonly replace: boolean }

/** The groups to choose from; the vehicles are in a store of their own. */
export type DashboardChoices = { readonly groups: readonly GroupOption[] }

/** Emits when figures are to be loaded again; `now` is ms UTC. */
export type FiguresRefreshEvent = { type: 'dashboard.refreshDue'; now: number }
