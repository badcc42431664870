import { assign, setup } from 'xstate'
import { DAY_MS } from '#domain/units.ts'
import type { RefreshDueEvent } from '../fleet/fleet.ports.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import type { PlotRequest, PlotSummary } from './trips.ports.ts'

/** The route to plot: a trip's or, where `tripId` is null, the vehicle's day up to `now` (ms). */
export type TripPlotInput = {
  readonly vehicleId: number
  readonly tripId: number | null
  readonly now: number
}

/** The trip plot's context; the points of the route are in the plot store. */
export type TripPlotContext = TripPlotInput & {
  readonly plot: PlotSummary | null
  readonly failure: Failure | null
}

/** Which route is to be loaded: the trip's track (PLT-09), or the vehicle's route of the last 24 hours (PLT-04). */
export const plotRequest = ({
  context: { vehicleId, tripId, now },
}: {
  context: TripPlotContext
}): PlotRequest =>
  tripId === null
    ? { kind: 'range', vehicleId, from: now - DAY_MS, to: now }
    : { kind: 'trip', vehicleId, tripId }
/** Events of the trip plot. */
export type TripPlotEvent =
  | { type: 'tripPlot.retry' }
  | { type: 'tripPlot.noDataAcknowledged' }
  | { type: 'tripPlot.close' }
  | RefreshDueEvent

const tripPlotSetup = setup({
  types: {
    context: {} as TripPlotContext,
    events: {} as TripPlotEvent,
    input: {} as TripPlotInput,
    tags: {} as 'loading' | 'noData' | 'failed',
  },
  actors: {
    loadPlot: promisePort<PlotSummary, PlotRequest>('tripPlot.loadPlot'),
    refreshRate: eventPort<RefreshDueEvent>('tripPlot.refreshRate'),
  },
  actions: {
    setPlot: assign((_, { plot }: { plot: PlotSummary }) => ({ plot, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    dropPlot: actionPort<{ plotId: string | null }>('tripPlot.dropPlot'),
  },
  guards: {
    hasPoints: (_, { plot }: { plot: PlotSummary }) => plot.points > 0,
    stillGrows: ({ context }) => context.plot?.trip?.status === 'RUNNING',
  },
})

/** The route of one vehicle's trip as a mode of its own (PLT-01). It is reloaded while the trip runs. */
export const tripPlotMachine = tripPlotSetup.createMachine({
  id: 'tripPlot',
  context: ({ input }) => ({ ...input, plot: null, failure: null }),
  initial: 'loading',
  on: { 'tripPlot.close': '.closed' },
  states: {
    loading: {
      tags: 'loading',
      entry: 'forgetFailure',
      invoke: {
        id: 'load',
        src: 'loadPlot',
        input: plotRequest,
        onDone: [
          {
            guard: { type: 'hasPoints', params: ({ event }) => ({ plot: event.output }) },
            target: 'plotted',
            actions: { type: 'setPlot', params: ({ event }) => ({ plot: event.output }) },
          },
          {
            target: 'noData',
            actions: { type: 'setPlot', params: ({ event }) => ({ plot: event.output }) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    plotted: {
      initial: 'shown',
      invoke: { id: 'refreshRate', src: 'refreshRate' },
      states: {
        shown: { on: { 'refresh.due': { guard: 'stillGrows', target: 'refreshing' } } },
        refreshing: {
          invoke: {
            id: 'reload',
            src: 'loadPlot',
            input: plotRequest,
            onDone: {
              target: 'shown',
              actions: { type: 'setPlot', params: ({ event }) => ({ plot: event.output }) },
            },
            onError: { target: 'shown', actions: { type: 'setFailure', params: failureParams } },
          },
        },
      },
    },
    noData: { tags: 'noData', on: { 'tripPlot.noDataAcknowledged': 'closed' } },
    failed: { tags: 'failed', on: { 'tripPlot.retry': 'loading' } },
    closed: {
      type: 'final',
      entry: { type: 'dropPlot', params: ({ context }) => ({ plotId: context.plot?.plotId ?? null }) },
    },
  },
})
