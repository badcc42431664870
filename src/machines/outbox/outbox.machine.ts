import { assertEvent, assign, setup } from 'xstate'
import { type Failure, failureOf } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'

/** A mail as the list shows it; `sentAt` is ms since 1970 UTC. */
export type MailHead = {
  readonly mailId: string
  readonly recipient: string
  readonly subject: string
  readonly sentAt: number
}
/** A mail with its text, which may hold a link that lets somebody in: it is never recorded. */
export type Mail = MailHead & { readonly mailText: string }

/** What the mail outbox can hear. */
export type OutboxEvent =
  | { type: 'outbox.mailPressed'; mailId: string }
  | { type: 'outbox.mailClosed' }
  | { type: 'outbox.retry' }

export type OutboxContext = {
  /** null until they are loaded. */
  readonly mails: readonly MailHead[] | null
  readonly mail: Mail | null
  readonly failure: Failure | null
}

/** The mails that the server has put aside instead of sending them, for administrators. */
export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    children: {} as { list: 'loadMails'; mail: 'loadMail' },
    tags: {} as 'loading' | 'failed' | 'opening',
  },
  actors: {
    loadMails: promisePort<readonly MailHead[]>('outbox.loadMails'),
    loadMail: promisePort<Mail, { mailId: string }>('outbox.loadMail'),
  },
  actions: {
    keepMails: assign((_, { mails }: { mails: readonly MailHead[] }) => ({ mails, failure: null })),
    keepMail: assign((_, { mail }: { mail: Mail }) => ({ mail, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    closeMail: assign({ mail: null }),
  },
}).createMachine({
  id: 'outbox',
  context: { mails: null, mail: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'list',
        src: 'loadMails',
        onDone: {
          target: 'listing',
          actions: { type: 'keepMails', params: ({ event }) => ({ mails: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    failed: { tags: 'failed', on: { 'outbox.retry': 'loading' } },
    listing: { on: { 'outbox.mailPressed': 'opening', 'outbox.retry': 'loading' } },
    opening: {
      tags: 'opening',
      invoke: {
        id: 'mail',
        src: 'loadMail',
        input: ({ event }) => {
          assertEvent(event, 'outbox.mailPressed')
          return { mailId: event.mailId }
        },
        onDone: {
          target: 'reading',
          actions: { type: 'keepMail', params: ({ event }) => ({ mail: event.output }) },
        },
        onError: {
          target: 'listing',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    reading: { on: { 'outbox.mailClosed': { target: 'listing', actions: 'closeMail' } } },
  },
})
