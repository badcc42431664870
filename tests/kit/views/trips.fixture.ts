import { Subject } from 'rxjs'
import type { Call } from '#contract/calls/call.ts'
import type { Http } from '#src/services/http/http.ts'
import { createPlots } from '#src/services/trips/plots.ts'
import { createTripList } from '#src/services/trips/trip-list.ts'
import { wireTrips } from '#src/wiring/trips.ts'

/** The current time in tests of routes, ms. */
export const PLOT_NOW = Date.UTC(2026, 10, 20, 9, 2, 10)

/** The trips and plots of the page: real machines and services over calls that the test answers. */
export const createTripsFixture = () => {
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
