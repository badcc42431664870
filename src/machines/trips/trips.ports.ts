import type { Trip } from '#contract/records/trips.ts'
import type { Punctuality } from '#domain/trips.ts'
import type { DataOwner } from '../support/support.ports.ts'

/** The running trips to load: those whose truck or town contains the text ('' for all), early, on time or delayed (null for all), of the data owner in the support view. */
export type TripsRequest = {
  readonly search: string
  readonly punctuality: Punctuality | null
  readonly dataOwner: DataOwner | null
}

/** Trips in the reply, and in total. */
export type TripsSummary = { readonly shown: number; readonly total: number }

/** The route to plot: a trip's, or a vehicle's between two times in ms UTC. */
export type PlotRequest =
  | { readonly kind: 'trip'; readonly vehicleId: number; readonly tripId: number }
  | { readonly kind: 'range'; readonly vehicleId: number; readonly from: number; readonly to: number }

/** A plotted route without its points. Times in ms UTC, null without points. */
export type PlotSummary = {
  readonly plotId: string
  readonly points: number
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly distanceKm: number | null
  /** null where no trip was requested. */
  readonly trip: Trip | null
}
