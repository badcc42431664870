import { Subject } from 'rxjs'
import type { Call } from '#contract/call.ts'
import type { Trip } from '#contract/records/trip.ts'
import type { Http } from '#src/services/http/http.ts'
import { createPlots } from '#src/services/plots/plots.ts'
import { createTripList } from '#src/services/trips/trip-list.ts'
import { wireTrips } from '#src/wiring-trips.ts'

/** When the routes of the tests are looked at, ms. */
export const PLOT_NOW = Date.UTC(2026, 10, 20, 9, 2, 10)

/** A running trip; from Pune to Nagpur when nothing else is said. */
export const trip = (tripId: number, said: Partial<Trip> = {}): Trip => ({
  tripId,
  vehicleId: tripId,
  truck: `TN 01 AB ${String(tripId).padStart(4, '0')}`,
  driver: 'Ravi Kumar',
  fromCity: 'Pune',
  toCity: 'Nagpur',
  fromPlace: { latitude: 18.52, longitude: 73.85 },
  toPlace: { latitude: 21.15, longitude: 79.09 },
  scheduledStartDate: '20-11-2026 08:00:00',
  scheduledEndDate: '20-11-2026 20:00:00',
  actualStartDate: '20-11-2026 08:05:00',
  actualEndDate: null,
  eta: '20-11-2026 20:40:00',
  status: 'RUNNING',
  punctuality: 'Delayed',
  progressPercent: 40,
  distanceTravelledInkms: null,
  fuelConsumedInLtrs: null,
  adblueConsumedInLtrs: null,
  roadType: null,
  loadType: null,
  tripEndType: null,
  ...said,
})

/** The trips and plots of the page: real machines and services over calls that the test answers. */
export const tripsByHand = () => {
  const calls: { id: string; input: unknown; answer(reply: unknown): void; fail(error: unknown): void }[] = []
  const http = {
    call: ({ id }: Call, input: unknown) =>
      new Promise((answer, fail) => {
        calls.push({ id, input, answer, fail })
      }),
  } as unknown as Pick<Http, 'call'>
  const refresh = new Subject<{ type: 'refresh.due' }>()
  const tripList = createTripList({ http })
  const plots = createPlots({ http, now: () => PLOT_NOW })
  return { calls, refresh, tripList, plots, machines: wireTrips({ tripList, plots }, () => refresh) }
}
