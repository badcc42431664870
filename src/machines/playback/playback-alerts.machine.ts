import { assign, setup } from 'xstate'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'
import type { AlertRequest } from './playback.ports.ts'

/** Events of the alerts of a route. */
export type PlaybackAlertsEvent =
  | { type: 'alerts.routeShown'; request: AlertRequest; show: boolean }
  | { type: 'alerts.routeLeft' }
  | { type: 'alerts.retry' }
  | { type: 'alerts.toggled' }
  | { type: 'alerts.hidden' }

export type PlaybackAlertsContext = {
  /** The route they belong to; null while there is none. */
  readonly request: AlertRequest | null
  /** Whether they are shown once loaded. */
  readonly show: boolean
  /** How many there are; 0 until known. */
  readonly count: number
  /** Why they cannot be plotted; null where there are simply none. */
  readonly failure: Failure | null
}

const INITIAL_CONTEXT: PlaybackAlertsContext = { request: null, show: false, count: 0, failure: null }

/** The alerts of a playback's route: loaded after the route, shown while the toggle is on (PLB-17, PLB-18, PLT-07). */
export const playbackAlertsMachine = setup({
  types: {
    context: {} as PlaybackAlertsContext,
    events: {} as PlaybackAlertsEvent,
    children: {} as { ask: 'loadAlerts' },
    tags: {} as 'available' | 'shown',
  },
  actors: {
    loadAlerts: promisePort<number, AlertRequest | null>('playbackAlerts.loadAlerts'),
  },
  actions: {
    forget: assign(INITIAL_CONTEXT),
    setRequest: assign((_, { request, show }: Pick<PlaybackAlertsContext, 'request' | 'show'>) => ({
      ...INITIAL_CONTEXT,
      request,
      show,
    })),
    showNothing: assign({ show: false }),
    forgetFailure: assign({ failure: null }),
    setCount: assign((_, { count }: { count: number }) => ({ count })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
  guards: {
    hasFailed: ({ context }) => context.failure !== null,
    areSome: (_, { count }: { count: number }) => count > 0,
    areSomeToShow: ({ context }, { count }: { count: number }) => count > 0 && context.show,
  },
}).createMachine({
  id: 'alerts',
  context: INITIAL_CONTEXT,
  initial: 'none',
  on: {
    'alerts.routeShown': {
      target: '.asking',
      reenter: true,
      actions: { type: 'setRequest', params: ({ event }) => event },
    },
    'alerts.hidden': { actions: 'showNothing' },
    'alerts.routeLeft': { target: '.none', actions: 'forget' },
  },
  states: {
    none: {},
    asking: {
      invoke: {
        id: 'ask',
        src: 'loadAlerts',
        input: ({ context }) => context.request,
        onDone: [
          {
            guard: { type: 'areSomeToShow', params: ({ event }) => ({ count: event.output }) },
            target: 'available.shown',
            actions: { type: 'setCount', params: ({ event }) => ({ count: event.output }) },
          },
          {
            guard: { type: 'areSome', params: ({ event }) => ({ count: event.output }) },
            target: 'available',
            actions: { type: 'setCount', params: ({ event }) => ({ count: event.output }) },
          },
          { target: 'unavailable' },
        ],
        onError: { target: 'unavailable', actions: { type: 'setFailure', params: failureParams } },
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
