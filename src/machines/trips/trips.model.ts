import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { TripsContext, TripsEvent, TripsInput } from './trips.machine.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the tab of trips. */
export const tripsModel: Model<TripsContext, TripsEvent, TripsInput> = {
  inputs: [{ dataOwner: null }],
  stimuli: [
    { type: 'trips.opened' },
    { type: 'trips.left' },
    { type: 'trips.searched', text: 'MH31' },
    { type: 'trips.punctualityChosen', punctuality: 'Delayed' },
    { type: 'trips.scrolledToEnd', narrow: false },
    { type: 'trips.retry' },
    { type: 'dataOwner.chosen', dataOwner: { companyId: 3, userId: 5, timeZone: 'Europe/Berlin' } },
    { type: 'refresh.due' },
    afterOf('searchPause', 'trips.open.pausing'),
    ...['load', 'refresh'].flatMap((id) => [doneOf(id, { shown: 30, total: 30 }), errorOf(id, away)]),
  ],
  key: ({ found, dataOwner, search, punctuality, cards, failure }) => [
    ...[found !== null, dataOwner, search, punctuality, cards, failure],
  ],
  unreachable: {},
}
