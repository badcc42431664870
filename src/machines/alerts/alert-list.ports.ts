import type { AlertFilter } from '#contract/links/alerts.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import type { AlertCode } from '#domain/alerts.ts'
import type { Range } from '../date-range/date-range.logic.ts'
import type { GroupOption } from '../fleet-filter/fleet-filter.ports.ts'

/** What was found in a range (ms UTC, `to` not included): rows in the list, alerts in all, and how many of those nobody has acknowledged. `readAt` as in `AlertCounts`. */
export type AlertsSummary = {
  readonly shown: number
  readonly total: number
  readonly unacknowledged: number
  readonly readAt: number
  readonly range: Range
}

/** The alerts to load; `held` is what is shown already, whose rows are loaded again only if there is something new. */
export type AlertsRequest = {
  readonly filter: AlertFilter
  readonly held: AlertsSummary | null
  /** Whose days and hours the periods of the filter are made of. */
  readonly timeZone: string
}

/** What the page's address or the tab's storage says; `now` is ms UTC. */
export type AlertListAddress = PeriodValidity & {
  readonly filter: AlertFilter
  readonly alertId: number | null
  readonly hidden: readonly string[]
  readonly now: number
}

/** What the address is to say. With `replace` the browser's back button does not return to what it said before. */
export type KeptFilter = {
  readonly filter: AlertFilter
  readonly alertId: number | null
  readonly replace: boolean
}

/** A group and the vehicles in it, whose alerts are listed. */
export type AlertGroup = GroupOption & { readonly vehicleIds: readonly number[] }

/** The choices of the filter: the groups, and the types that the server has (API-20); the vehicles are in a store of their own. */
export type AlertListChoices = {
  readonly groups: readonly AlertGroup[]
  readonly types: readonly AlertCode[]
}

/** Emits when the list is to be refreshed: every ten seconds while the page is visible. */
export type AlertRefreshEvent = { type: 'alertList.refreshDue' }
