import type { Trip } from '#contract/records/trips.ts'

/** What is to be plotted: where a trip's truck went, or a vehicle's route between two moments in ms UTC. */
export type PlotRequest =
  | { readonly kind: 'trip'; readonly vehicleId: number; readonly tripId: number }
  | { readonly kind: 'range'; readonly vehicleId: number; readonly from: number; readonly to: number }

/** What is known of a plotted route besides its points. Times in ms UTC, null without points. */
export type PlotSummary = {
  readonly plotId: string
  readonly points: number
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly distanceKm: number | null
  /** null where no trip was asked for. */
  readonly trip: Trip | null
}
