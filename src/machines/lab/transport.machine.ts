import { assign, setup } from 'xstate'
import { eventPort } from '../kit/port.ts'

/** Events a second that can be chosen. */
export const TRANSPORT_SPEEDS = [1, 4, 16, 64] as const
export type TransportSpeed = (typeof TRANSPORT_SPEEDS)[number]

/** Where somebody stands in a list of events: `at` of them have happened, of `length`. */
export type TransportContext = {
  readonly length: number
  readonly at: number
  readonly speed: TransportSpeed
}

/** Events of the transport. `listChanged` comes with another list, and where one stands in it. */
export type TransportEvent =
  | { type: 'transport.listChanged'; length: number; at: number }
  | { type: 'transport.play' }
  | { type: 'transport.pause' }
  | { type: 'transport.stepped'; by: 1 | -1 }
  | { type: 'transport.sought'; at: number }
  | { type: 'transport.speedChosen'; speed: TransportSpeed }
  | TransportDueEvent

/** The next event is due. */
export type TransportDueEvent = { type: 'transport.due' }

const within = (at: number, { length }: TransportContext): number =>
  Math.min(Math.max(0, Math.round(at)), length)

/** Steps through a list of events: a path of the lab, or a recording. What the events do is up to who shows them. */
export const transportMachine = setup({
  types: {
    context: {} as TransportContext,
    events: {} as TransportEvent,
    input: {} as { readonly length: number },
  },
  actors: { dueTimes: eventPort<TransportDueEvent, { speed: TransportSpeed }>('transport.dueTimes') },
  actions: {
    goTo: assign(({ context }, { at }: { at: number }) => ({ at: within(at, context) })),
    goOn: assign(({ context }) => ({ at: within(context.at + 1, context) })),
    rewindAtEnd: assign(({ context: { at, length } }) => ({ at: at === length ? 0 : at })),
    changeList: assign((_, { length, at }: { length: number; at: number }) => ({
      length,
      at: Math.min(at, length),
    })),
    chooseSpeed: assign((_, { speed }: { speed: TransportSpeed }) => ({ speed })),
  },
  guards: {
    isLast: ({ context: { at, length } }) => at + 1 >= length,
    isEmpty: ({ context: { length } }) => length === 0,
  },
}).createMachine({
  id: 'transport',
  context: ({ input: { length } }) => ({ length, at: 0, speed: 4 }),
  initial: 'paused',
  on: {
    'transport.listChanged': {
      target: '.paused',
      actions: { type: 'changeList', params: ({ event }) => event },
    },
    'transport.stepped': {
      target: '.paused',
      actions: { type: 'goTo', params: ({ context, event }) => ({ at: context.at + event.by }) },
    },
    'transport.sought': { target: '.paused', actions: { type: 'goTo', params: ({ event }) => event } },
    'transport.speedChosen': { actions: { type: 'chooseSpeed', params: ({ event }) => event } },
  },
  states: {
    paused: {
      on: { 'transport.play': [{ guard: 'isEmpty' }, { target: 'playing', actions: 'rewindAtEnd' }] },
    },
    playing: {
      invoke: {
        id: 'dueTimes',
        src: 'dueTimes',
        input: ({ context: { speed } }) => ({ speed }),
        onError: 'paused',
      },
      on: {
        'transport.due': [{ guard: 'isLast', target: 'paused', actions: 'goOn' }, { actions: 'goOn' }],
        'transport.pause': 'paused',
        'transport.speedChosen': {
          target: 'playing',
          reenter: true,
          actions: { type: 'chooseSpeed', params: ({ event }) => event },
        },
      },
    },
  },
})
