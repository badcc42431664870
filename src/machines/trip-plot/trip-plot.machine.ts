import { assign, setup } from 'xstate'
import type { PlotAsked, PlotSummary } from '#src/services/plots/plot.ts'
import { type Failure, failureOf } from '../kit/failure.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import { plotAsked, type TripPlotContext, type TripPlotInput } from './trip-plot.context.ts'

export type { TripPlotContext, TripPlotInput } from './trip-plot.context.ts'

/** The stored refresh rate has gone by. */
export type PlotRefreshFact = { type: 'refresh.due' }

/** What the trip plot can hear. */
export type TripPlotEvent =
  | { type: 'tripPlot.retry' }
  | { type: 'tripPlot.noDataAcknowledged' }
  | { type: 'tripPlot.close' }
  | PlotRefreshFact

const tripPlotSetup = setup({
  types: {
    context: {} as TripPlotContext,
    events: {} as TripPlotEvent,
    input: {} as TripPlotInput,
    tags: {} as 'loading' | 'noData' | 'failed',
  },
  actors: {
    loadPlot: promisePort<PlotSummary, PlotAsked>('tripPlot.loadPlot'),
    refreshRate: eventPort<PlotRefreshFact>('tripPlot.refreshRate'),
  },
  actions: {
    keepPlot: assign((_, { plot }: { plot: PlotSummary }) => ({ plot, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetFailure: assign({ failure: null }),
    dropPlot: actionPort<{ plotId: string | null }>('tripPlot.dropPlot'),
  },
  guards: {
    hasPoints: (_, { plot }: { plot: PlotSummary }) => plot.points > 0,
    stillGrows: ({ context }) => context.plot?.trip?.status === 'RUNNING',
  },
})

/** The route of one vehicle's trip as a mode of its own (PLT-01). It is loaded anew while the trip runs. */
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
        input: plotAsked,
        onDone: [
          {
            guard: { type: 'hasPoints', params: ({ event }) => ({ plot: event.output }) },
            target: 'plotted',
            actions: { type: 'keepPlot', params: ({ event }) => ({ plot: event.output }) },
          },
          {
            target: 'noData',
            actions: { type: 'keepPlot', params: ({ event }) => ({ plot: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
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
            input: plotAsked,
            onDone: {
              target: 'shown',
              actions: { type: 'keepPlot', params: ({ event }) => ({ plot: event.output }) },
            },
            onError: 'shown',
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
