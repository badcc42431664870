import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { TripsContext, TripsEvent } from './trips.machine.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the tab of trips. */
export const tripsModel: Model<TripsContext, TripsEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'trips.opened' },
    { type: 'trips.left' },
    { type: 'trips.searched', text: 'MH31' },
    { type: 'trips.scrolledToEnd', narrow: false },
    { type: 'trips.retry' },
    { type: 'refresh.due' },
    afterOf('searchPause', 'trips.open.pausing'),
    ...['load', 'refresh'].flatMap((id) => [doneOf(id, { shown: 30, total: 30 }), errorOf(id, away)]),
  ],
  key: ({ found, search, cards, failure }) => [found !== null, search, cards, failure],
  unreachable: {},
}
