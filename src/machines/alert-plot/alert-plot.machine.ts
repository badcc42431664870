import { assign, setup } from 'xstate'
import { type Failure, failureOf } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'

/** Whose alerts, in which range (PLB-09), on which route. Times in ms since 1970 UTC. */
export type AlertRequest = {
  readonly trackId: string
  readonly vehicleId: number
  readonly from: number
  readonly to: number
}

/** What the alerts of a route can hear. */
export type AlertPlotEvent =
  | { type: 'alerts.routeShown'; request: AlertRequest; show: boolean }
  | { type: 'alerts.routeLeft' }
  | { type: 'alerts.retry' }
  | { type: 'alerts.toggled' }
  | { type: 'alerts.hidden' }

export type AlertPlotContext = {
  /** The route they belong to; null while there is none. */
  readonly request: AlertRequest | null
  /** Whether they are shown as soon as they are there. */
  readonly show: boolean
  /** How many there are; 0 while that is not known. */
  readonly count: number
  /** Why they cannot be plotted; null where there are simply none. */
  readonly failure: Failure | null
}

const NOTHING: AlertPlotContext = { request: null, show: false, count: 0, failure: null }

/** The alerts of a playback's route: asked for when the route has come, shown while the toggle is on (PLB-17, PLB-18, PLT-07). */
export const alertPlotMachine = setup({
  types: {
    context: {} as AlertPlotContext,
    events: {} as AlertPlotEvent,
    children: {} as { ask: 'askAlerts' },
    tags: {} as 'available' | 'shown',
  },
  actors: {
    askAlerts: promisePort<number, AlertRequest | null>('alertPlot.askAlerts'),
  },
  actions: {
    forget: assign(NOTHING),
    keepRequest: assign((_, { request, show }: Pick<AlertPlotContext, 'request' | 'show'>) => ({
      ...NOTHING,
      request,
      show,
    })),
    showNothing: assign({ show: false }),
    forgetFailure: assign({ failure: null }),
    keepCount: assign((_, { count }: { count: number }) => ({ count })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
  guards: {
    hasFailed: ({ context }) => context.failure !== null,
    areSome: (_, { count }: { count: number }) => count > 0,
    areSomeToShow: ({ context }, { count }: { count: number }) => count > 0 && context.show,
  },
}).createMachine({
  id: 'alerts',
  context: NOTHING,
  initial: 'none',
  on: {
    'alerts.routeShown': {
      target: '.asking',
      reenter: true,
      actions: { type: 'keepRequest', params: ({ event }) => event },
    },
    'alerts.hidden': { actions: 'showNothing' },
    'alerts.routeLeft': { target: '.none', actions: 'forget' },
  },
  states: {
    none: {},
    asking: {
      invoke: {
        id: 'ask',
        src: 'askAlerts',
        input: ({ context }) => context.request,
        onDone: [
          {
            guard: { type: 'areSomeToShow', params: ({ event }) => ({ count: event.output }) },
            target: 'available.shown',
            actions: { type: 'keepCount', params: ({ event }) => ({ count: event.output }) },
          },
          {
            guard: { type: 'areSome', params: ({ event }) => ({ count: event.output }) },
            target: 'available',
            actions: { type: 'keepCount', params: ({ event }) => ({ count: event.output }) },
          },
          { target: 'unavailable' },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    unavailable: {
      on: { 'alerts.retry': { guard: 'hasFailed', target: 'asking', actions: 'forgetFailure' } },
    },
    available: {
      tags: 'available',
      initial: 'hidden',
      states: {
        hidden: { on: { 'alerts.toggled': 'shown' } },
        shown: { tags: 'shown', on: { 'alerts.toggled': 'hidden', 'alerts.hidden': 'hidden' } },
      },
    },
  },
})
