import type { HealthFilter, HealthLink } from '#contract/links/health.ts'
import type { PeriodValidity } from '#contract/links/link-fields.ts'
import type { Severity } from '#domain/alerts.ts'
import type { ServiceInterval } from '#domain/service.ts'
import type { GroupOption } from '../fleet-filter/fleet-filter.ports.ts'

/** How many rows are listed, and how many there are in all. The rows are in the health store. */
export type HealthSummary = { readonly shown: number; readonly total: number }

/** What is to be listed. `timeZone`: whose days the ranges are made of. */
export type HealthRequest = { readonly filter: HealthFilter; readonly timeZone: string }

/** What the page's address or the tab's storage says; `now` is ms UTC. */
export type HealthAddress = HealthLink & PeriodValidity & { readonly now: number }

/** What the address is to say. With `replace` the browser's back button does not return to what it said before. */
export type KeptHealth = HealthLink & { readonly replace: boolean }

/** The groups to choose from; the vehicles are in a store of their own. */
export type HealthChoices = { readonly groups: readonly GroupOption[] }

/**
 * A change of services: one that was done (ms UTC), one that is taken back, or the interval of a vehicle, null for that of its segment.
 * `isConfirmed`: the user has been asked about what is doubtful beside what the truck reports.
 */
export type ServiceChange =
  | {
      readonly kind: 'record'
      readonly vehicleId: number
      readonly doneAt: number
      readonly odo: number | null
      readonly note: string
      readonly isConfirmed: boolean
    }
  | { readonly kind: 'undo'; readonly serviceId: number }
  | {
      readonly kind: 'interval'
      readonly vehicleId: number
      readonly interval: ServiceInterval | null
      readonly isConfirmed: boolean
    }

/** How many trouble codes are set, by their severity, and on how many vehicles. */
export type LiveDtcCounts = {
  readonly counts: Readonly<Record<Severity, number>>
  readonly vehicles: number
}
