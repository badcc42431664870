import { assertEvent, assign, setup } from 'xstate'
import type { Mail, MailHead } from '#contract/calls/mail.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'

/** Events of the mail outbox. */
export type OutboxEvent =
  | { type: 'outbox.mailPressed'; mailId: number }
  | { type: 'outbox.mailClosed' }
  | { type: 'outbox.retry' }

export type OutboxContext = {
  /** null until they are loaded. */
  readonly mails: readonly MailHead[] | null
  readonly mail: Mail | null
  readonly failure: Failure | null
}

/** The mails that the server stored instead of sending them, for administrators. */
export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    children: {} as { list: 'loadMails'; mail: 'loadMail' },
  },
  actors: {
    loadMails: promisePort<readonly MailHead[]>('outbox.loadMails'),
    loadMail: promisePort<Mail, { mailId: number }>('outbox.loadMail'),
  },
  actions: {
    setMails: assign((_, { mails }: { mails: readonly MailHead[] }) => ({ mails, failure: null })),
    setMail: assign((_, { mail }: { mail: Mail }) => ({ mail, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    closeMail: assign({ mail: null }),
  },
}).createMachine({
  id: 'outbox',
  context: { mails: null, mail: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'list',
        src: 'loadMails',
        onDone: {
          target: 'listing',
          actions: { type: 'setMails', params: ({ event }) => ({ mails: event.output }) },
        },
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    failed: { on: { 'outbox.retry': 'loading' } },
    listing: { on: { 'outbox.mailPressed': 'opening', 'outbox.retry': 'loading' } },
    opening: {
      invoke: {
        id: 'mail',
        src: 'loadMail',
        input: ({ event }) => {
          assertEvent(event, 'outbox.mailPressed')
          return { mailId: event.mailId }
        },
        onDone: {
          target: 'reading',
          actions: { type: 'setMail', params: ({ event }) => ({ mail: event.output }) },
        },
        onError: { target: 'listing', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    reading: { on: { 'outbox.mailClosed': { target: 'listing', actions: 'closeMail' } } },
  },
})
