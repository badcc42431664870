import type { Model } from '../kit/stimuli.ts'
import type { SupportViewContext, SupportViewEvent, SupportViewInput } from './support-view.machine.ts'

/** Everything that can happen to the support view, and for a user without it. */
export const supportViewModel: Model<SupportViewContext, SupportViewEvent, SupportViewInput> = {
  inputs: [{ isOffered: true }, { isOffered: false }],
  stimuli: [
    { type: 'supportView.opened' },
    { type: 'supportView.companyChosen', company: { companyId: 3, timeZone: 'Europe/Berlin' } },
    { type: 'supportView.companyChosen', company: null },
    { type: 'supportView.userChosen', userId: 5 },
    { type: 'supportView.userChosen', userId: null },
    { type: 'supportView.retry' },
  ],
  key: ({ isOffered, company, userId }) => [isOffered, company?.companyId, userId],
  unreachable: {},
}
