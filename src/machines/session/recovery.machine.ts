import { assertEvent, assign, setup } from 'xstate'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'

/** Events of the pages of a forgotten password. */
export type RecoveryEvent =
  | { type: 'recovery.opened' }
  | { type: 'recovery.linkRequested'; account: string }
  | { type: 'recovery.passwordChosen'; newPassword: string }

export type RecoveryContext = {
  readonly failure: Failure | null
  /** The server's text when done. */
  readonly reply: string
}

/** Asking for a reset link, and choosing a new password by it (OPEN-03). */
export const recoveryMachine = setup({
  types: {
    context: {} as RecoveryContext,
    events: {} as RecoveryEvent,
    tags: {} as 'busy' | 'done',
  },
  actors: {
    requestLink: promisePort<string, { account: string }>('recovery.requestLink'),
    setPassword: promisePort<string, { newPassword: string }>('recovery.setPassword'),
  },
  actions: {
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    setReply: assign((_, { reply }: { reply: string }) => ({ reply, failure: null })),
    clear: assign({ failure: null, reply: '' }),
  },
}).createMachine({
  id: 'recovery',
  context: { failure: null, reply: '' },
  initial: 'ready',
  on: { 'recovery.opened': { target: '.ready', actions: 'clear' } },
  states: {
    ready: { on: { 'recovery.linkRequested': 'asking', 'recovery.passwordChosen': 'setting' } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'requestLink',
        input: ({ event }) => {
          assertEvent(event, 'recovery.linkRequested')
          return { account: event.account }
        },
        onDone: {
          target: 'done',
          actions: { type: 'setReply', params: ({ event }) => ({ reply: event.output }) },
        },
        onError: { target: 'ready', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    setting: {
      tags: 'busy',
      invoke: {
        id: 'set',
        src: 'setPassword',
        input: ({ event }) => {
          assertEvent(event, 'recovery.passwordChosen')
          return { newPassword: event.newPassword }
        },
        onDone: {
          target: 'done',
          actions: { type: 'setReply', params: ({ event }) => ({ reply: event.output }) },
        },
        onError: { target: 'ready', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    done: { tags: 'done' },
  },
})
