import { assertEvent, assign, setup } from 'xstate'
import type { SentChannels, UndeliveredNotification } from '#contract/records/alert-deliveries.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'

/** Events of the list of undelivered notifications. */
export type UndeliveredEvent =
  | { type: 'undelivered.sendAgainPressed'; deliveryIds: readonly number[] }
  | { type: 'undelivered.reload' }

/** The newest undelivered notifications; `total` counts all. */
export type UndeliveredList = {
  readonly deliveries: readonly UndeliveredNotification[]
  readonly total: number
  /** Which channels the portal sends by. */
  readonly sends: SentChannels
}

export type UndeliveredContext = {
  /** Null until it is loaded. */
  readonly list: UndeliveredList | null
  /** How many are sent again since the user asked last; null before. */
  readonly retried: number | null
  readonly failure: Failure | null
}

/** The notifications of alerts that were given up (ALR-13), and another try for them. */
export const undeliveredMachine = setup({
  types: {
    context: {} as UndeliveredContext,
    events: {} as UndeliveredEvent,
    children: {} as { list: 'loadUndelivered'; again: 'sendAgain' },
    tags: {} as 'busy',
  },
  actors: {
    loadUndelivered: promisePort<UndeliveredList>('undelivered.load'),
    /** Returns how many are sent again. */
    sendAgain: promisePort<number, { deliveryIds: readonly number[] }>('undelivered.sendAgain'),
  },
  actions: {
    setList: assign((_, { list }: { list: UndeliveredList }) => ({ list, failure: null })),
    setRetried: assign((_, { retried }: { retried: number }) => ({ retried })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetRetried: assign({ retried: null }),
  },
}).createMachine({
  id: 'undelivered',
  context: { list: null, retried: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'list',
        src: 'loadUndelivered',
        onDone: {
          target: 'listing',
          actions: { type: 'setList', params: ({ event }) => ({ list: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    failed: { on: { 'undelivered.reload': { target: 'loading', actions: 'forgetRetried' } } },
    listing: {
      on: {
        'undelivered.sendAgainPressed': 'sendingAgain',
        'undelivered.reload': { target: 'loading', actions: 'forgetRetried' },
      },
    },
    sendingAgain: {
      tags: 'busy',
      entry: 'forgetRetried',
      invoke: {
        id: 'again',
        src: 'sendAgain',
        input: ({ event }) => {
          assertEvent(event, 'undelivered.sendAgainPressed')
          return { deliveryIds: event.deliveryIds }
        },
        onDone: {
          target: 'loading',
          actions: { type: 'setRetried', params: ({ event }) => ({ retried: event.output }) },
        },
        onError: { target: 'listing', actions: { type: 'setFailure', params: failureParams } },
      },
    },
  },
})
