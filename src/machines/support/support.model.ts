import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { SupportContext, SupportEvent, SupportInput } from './support.machine.ts'

const user = {
  userId: 5,
  userName: 'manager',
  firstName: 'Asha',
  role: 'MANAGER',
  companyName: 'Varunika Roadlines',
} as const
const time = { acting: { ...user, endsAt: 1_800_000 }, leftMs: 1_800_000 }
const refused = { name: 'CallRefused', message: 'Not found', retryAfterMs: null }

/** Everything that can happen to support acting for a user. */
export const supportModel: Model<SupportContext, SupportEvent, SupportInput> = {
  inputs: [{ wasActing: false }, { wasActing: true }],
  stimuli: [
    { type: 'support.roleChosen', role: 'MANAGER' },
    { type: 'support.userChosen', userId: 5, reason: 'Ticket 4711' },
    { type: 'support.userChosen', userId: 5, reason: '' },
    { type: 'support.retry' },
    { type: 'support.switched' },
    doneOf('restore', null),
    doneOf('restore', time),
    errorOf('restore', refused),
    doneOf('begin', time),
    errorOf('begin', refused),
    doneOf('end'),
    errorOf('end', refused),
    afterOf('timeLeft', 'support.acting'),
    afterOf('switchDelay', 'support.leaving'),
    afterOf('askAgain', 'support.unknown'),
  ],
  key: ({ role, failure, time: left, wasActing }) => [role, failure?.kind, left !== null, wasActing],
  unreachable: {},
}
