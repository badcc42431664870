import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { OutboxContext, OutboxEvent } from './outbox.machine.ts'

const head = {
  mailId: 4,
  channel: 'email',
  recipient: 'asha@roadbook.example',
  subject: 'Your password',
  sentAt: 1_700_000_000_000,
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the mail outbox. */
export const outboxModel: Model<OutboxContext, OutboxEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'outbox.mailPressed', mailId: 4 },
    { type: 'outbox.mailClosed' },
    { type: 'outbox.retry' },
    doneOf('list', [head]),
    doneOf('mail', { ...head, mailText: 'Follow the link.' }),
    ...['list', 'mail'].map((id) => errorOf(id, away)),
  ],
  key: ({ mails, mail, failure }) => [mails?.length, mail?.mailId, failure],
  unreachable: {},
}
