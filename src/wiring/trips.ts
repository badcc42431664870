import type { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import type { RefreshDueEvent } from '#src/machines/fleet/fleet.ports.ts'
import { tripPlotMachine } from '#src/machines/trips/trip-plot.machine.ts'
import { tripsMachine } from '#src/machines/trips/trips.machine.ts'
import type { PlotRequest, PlotSummary, TripsRequest, TripsSummary } from '#src/machines/trips/trips.ports.ts'
import type { Plots } from '#src/services/trips/plots.ts'
import type { TripList } from '#src/services/trips/trip-list.ts'

/** Wires the trips tab and the trip plot; `refresh$` emits at the stored refresh rate. */
export const wireTrips = (
  { tripList, plots }: { tripList: TripList; plots: Plots },
  refresh$: () => Observable<RefreshDueEvent>,
) => {
  const refreshRate = fromEventObservable<RefreshDueEvent, undefined>(refresh$)
  return {
    trips: tripsMachine.provide({
      actors: {
        loadTrips: fromPromise<TripsSummary, TripsRequest>(({ input, signal }) =>
          tripList.load(input, signal),
        ),
        refreshRate,
      },
    }),
    tripPlot: tripPlotMachine.provide({
      actors: {
        loadPlot: fromPromise<PlotSummary, PlotRequest>(({ input, signal }) => plots.load(input, signal)),
        refreshRate,
      },
      actions: {
        dropPlot: (_, { plotId }: { plotId: string | null }) => {
          if (plotId !== null) plots.drop(plotId)
        },
      },
    }),
  }
}
