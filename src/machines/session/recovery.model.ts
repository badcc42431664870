import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { RecoveryContext, RecoveryEvent } from './recovery.machine.ts'

const refused = { name: 'CallRefused', message: 'This link is no longer valid.', retryAfterMs: null }

/** Everything that can happen to a forgotten password. */
export const recoveryModel: Model<RecoveryContext, RecoveryEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'recovery.opened' },
    { type: 'recovery.linkRequested', account: 'asha' },
    { type: 'recovery.passwordChosen', newPassword: 'A good passw0rd' },
    doneOf('ask', 'Sent'),
    errorOf('ask', refused),
    doneOf('set', 'Changed'),
    errorOf('set', refused),
  ],
  key: ({ failure, reply }) => [failure?.kind, reply],
  unreachable: {},
}
