import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { SupportViewContext, SupportViewEvent, SupportViewInput } from './support-view.machine.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the support view, and to somebody who does not have it. */
export const supportViewModel: Model<SupportViewContext, SupportViewEvent, SupportViewInput> = {
  inputs: [{ isOffered: true }, { isOffered: false }],
  stimuli: [
    { type: 'supportView.opened' },
    { type: 'supportView.companyChosen', companyId: 3 },
    { type: 'supportView.companyChosen', companyId: null },
    { type: 'supportView.userChosen', userId: 5 },
    { type: 'supportView.userChosen', userId: null },
    { type: 'supportView.retry' },
    doneOf('companies', [{ companyId: 3, companyName: 'Varunika Roadlines' }]),
    errorOf('companies', away),
    doneOf('users', [{ userId: 5, userName: 'manager', role: 'MANAGER' }]),
    errorOf('users', away),
  ],
  key: ({ isOffered, companies, users, companyId, userId, failure }) => [
    isOffered,
    companies.length,
    users.length,
    companyId,
    userId,
    failure?.kind,
  ],
  unreachable: {},
}
