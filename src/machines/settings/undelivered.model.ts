import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { UndeliveredContext, UndeliveredEvent } from './undelivered.machine.ts'

const delivery = {
  deliveryId: 7,
  at: 1_700_000_000_000,
  userName: 'asha',
  channel: 'sms',
  type: 'OVERSPEED',
  RegistrationNumber: 'KA 01 AB 1234',
  failure: 'refused',
  status: 400,
  attempts: 1,
}
const sends = { email: true, sms: false }
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the list of undelivered notifications. */
export const undeliveredModel: Model<UndeliveredContext, UndeliveredEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'undelivered.sendAgainPressed', deliveryIds: [7] },
    { type: 'undelivered.reload' },
    doneOf('list', { deliveries: [delivery], total: 1, sends }),
    doneOf('list', { deliveries: [], total: 0, sends }),
    doneOf('again', 1),
    ...['list', 'again'].map((id) => errorOf(id, away)),
  ],
  key: ({ list, retried, failure }) => [list?.total, retried, failure],
  unreachable: {},
}
