import type { PlotAsked, PlotSummary } from '#src/services/plots/plot.ts'
import type { Failure } from '../kit/failure.ts'

/** Whose route is plotted: a trip, or, where `tripId` is null, the day up to `now` (ms). */
export type TripPlotInput = {
  readonly vehicleId: number
  readonly tripId: number | null
  readonly now: number
}

/** What the trip plot remembers; the points of the route lie in the plot store. */
export type TripPlotContext = TripPlotInput & {
  readonly plot: PlotSummary | null
  readonly failure: Failure | null
}

const DAY_MS = 24 * 3_600_000

/** Which route is to be loaded: the trip's track (PLT-09), or the vehicle's route of the last 24 hours (PLT-04). */
export const plotAsked = ({
  context: { vehicleId, tripId, now },
}: {
  context: TripPlotContext
}): PlotAsked =>
  tripId === null
    ? { kind: 'range', vehicleId, from: now - DAY_MS, to: now }
    : { kind: 'trip', vehicleId, tripId }
