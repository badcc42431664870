import type { Trip } from '#contract/records/trips.ts'
import { MODEL_NOW } from '../date-range/date-range.model.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { TripPlotContext, TripPlotEvent, TripPlotInput } from './trip-plot.machine.ts'
import type { PlotSummary } from './trips.ports.ts'

/** A running trip from Pune to Nagpur; the tests' trips are made of it too. */
export const MODEL_TRIP: Trip = {
  tripId: 9,
  vehicleId: 5,
  truck: 'MH 31 AB 1234',
  driver: 'Ravi',
  fromCity: 'Pune',
  toCity: 'Nagpur',
  fromPlace: { latitude: 18.52, longitude: 73.85 },
  toPlace: { latitude: 21.15, longitude: 79.09 },
  scheduledStartDate: '20-11-2026 08:00:00',
  scheduledEndDate: '20-11-2026 20:00:00',
  actualStartDate: '20-11-2026 08:05:00',
  actualEndDate: null,
  eta: '20-11-2026 20:40:00',
  silentSince: null,
  status: 'RUNNING',
  punctuality: 'Delayed',
  progressPercent: 40,
  distanceTravelledInkms: null,
  fuelConsumedInLtrs: null,
  adblueConsumedInLtrs: null,
  roadType: null,
  loadType: null,
  tripEndType: null,
}
const plot: PlotSummary = {
  plotId: 'plot-1',
  points: 40,
  startsAt: MODEL_NOW - 3_600_000,
  endsAt: MODEL_NOW,
  distanceKm: 52.5,
  trip: MODEL_TRIP,
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to a trip plot, of a trip and of a day without one. */
export const tripPlotModel: Model<TripPlotContext, TripPlotEvent, TripPlotInput> = {
  inputs: [
    { vehicleId: 5, tripId: 9, now: MODEL_NOW },
    { vehicleId: 5, tripId: null, now: MODEL_NOW },
  ],
  stimuli: [
    { type: 'tripPlot.retry' },
    { type: 'tripPlot.noDataAcknowledged' },
    { type: 'tripPlot.close' },
    { type: 'refresh.due' },
    ...['load', 'reload'].flatMap((id) => [
      doneOf(id, plot),
      doneOf(id, { ...plot, trip: null }),
      doneOf(id, { ...plot, points: 0, startsAt: null, endsAt: null, distanceKm: null }),
      errorOf(id, away),
    ]),
  ],
  key: (context) => context,
  unreachable: {},
}
