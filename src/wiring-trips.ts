import type { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { tripPlotMachine } from './machines/trip-plot/trip-plot.machine.ts'
import type { TripsAsked, TripsSummary } from './machines/trips/trips.logic.ts'
import { tripsMachine } from './machines/trips/trips.machine.ts'
import type { PlotAsked, PlotSummary } from './services/plots/plot.ts'
import type { Plots } from './services/plots/plots.ts'
import type { TripList } from './services/trips/trip-list.ts'

type RefreshFact = { type: 'refresh.due' }

/** The tab of trips and the plot of one; `refresh$` tells when the stored refresh rate has gone by. */
export const wireTrips = (
  { tripList, plots }: { tripList: TripList; plots: Plots },
  refresh$: () => Observable<RefreshFact>,
) => {
  const refreshRate = fromEventObservable<RefreshFact, undefined>(refresh$)
  return {
    trips: tripsMachine.provide({
      actors: {
        loadTrips: fromPromise<TripsSummary, TripsAsked>(({ input, signal }) => tripList.load(input, signal)),
        refreshRate,
      },
    }),
    tripPlot: tripPlotMachine.provide({
      actors: {
        loadPlot: fromPromise<PlotSummary, PlotAsked>(({ input, signal }) => plots.load(input, signal)),
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
