import { assertEvent, assign, setup } from 'xstate'
import { type Failure, failureOf } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'

/** What the pages of a forgotten password can say. */
export type RecoveryEvent =
  | { type: 'recovery.opened' }
  | { type: 'recovery.asked'; account: string }
  | { type: 'recovery.chosen'; newPassword: string }

export type RecoveryContext = {
  readonly failure: Failure | null
  /** What the server said when it was done. */
  readonly said: string
}

/** Asking for a reset link, and choosing a new password by it (OPEN-03). */
export const recoveryMachine = setup({
  types: {
    context: {} as RecoveryContext,
    events: {} as RecoveryEvent,
    tags: {} as 'busy' | 'done',
  },
  actors: {
    askLink: promisePort<string, { account: string }>('recovery.askLink'),
    setPassword: promisePort<string, { newPassword: string }>('recovery.setPassword'),
  },
  actions: {
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    keepSaid: assign((_, { said }: { said: string }) => ({ said, failure: null })),
    clear: assign({ failure: null, said: '' }),
  },
}).createMachine({
  id: 'recovery',
  context: { failure: null, said: '' },
  initial: 'ready',
  on: { 'recovery.opened': { target: '.ready', actions: 'clear' } },
  states: {
    ready: { on: { 'recovery.asked': 'asking', 'recovery.chosen': 'setting' } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'askLink',
        input: ({ event }) => {
          assertEvent(event, 'recovery.asked')
          return { account: event.account }
        },
        onDone: {
          target: 'done',
          actions: { type: 'keepSaid', params: ({ event }) => ({ said: event.output }) },
        },
        onError: {
          target: 'ready',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    setting: {
      tags: 'busy',
      invoke: {
        id: 'set',
        src: 'setPassword',
        input: ({ event }) => {
          assertEvent(event, 'recovery.chosen')
          return { newPassword: event.newPassword }
        },
        onDone: {
          target: 'done',
          actions: { type: 'keepSaid', params: ({ event }) => ({ said: event.output }) },
        },
        onError: {
          target: 'ready',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    done: { tags: 'done' },
  },
})
