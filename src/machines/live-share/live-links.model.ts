import type { LiveShare } from '#contract/records/live-share.ts'
import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { LiveLinksContext, LiveLinksEvent } from './live-links.machine.ts'

/** An open link; the tests' links are made of it too. */
export const MODEL_SHARE: LiveShare = {
  shareId: 4,
  label: 'Order 12',
  vehicles: [{ vehicleId: 5, registrationId: 'MH 31 AB 1234', hasArrived: false }],
  endsBy: 'time',
  endsAt: 1_800_000_000_000,
  tripId: null,
  geoFenceId: null,
  geoFenceName: null,
  state: 'open',
  createdAt: 1_795_000_000_000,
  createdBy: 'Ravi',
  views: 3,
  lastViewedAt: 1_795_000_100_000,
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the owner's live links. */
export const liveLinksModel: Model<LiveLinksContext, LiveLinksEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'links.shareOpened', subject: { kind: 'vehicles', vehicleIds: [5] }, label: '' },
    { type: 'links.shareOpened', subject: { kind: 'trip', tripId: 9, vehicleId: 5 }, label: '' },
    { type: 'links.formChanged', change: { endsBy: 'arrival', geoFenceId: 3 } },
    { type: 'links.submitted' },
    { type: 'links.listOpened' },
    { type: 'links.retry' },
    { type: 'links.revokePressed', shareId: 4 },
    { type: 'links.endPressed', shareId: 4 },
    { type: 'links.endChosen', hours: 24 },
    { type: 'links.confirmed' },
    { type: 'links.cancelled' },
    { type: 'links.closed' },
    afterOf('poll', 'liveLinks.listing.shown.waiting'),
    doneOf('fences', [{ geoFenceId: 3, geoFenceName: 'Depot' }]),
    errorOf('fences', away),
    doneOf('create', { shareId: 4 }),
    errorOf('create', away),
    ...['list', 'refresh'].flatMap((id) => [doneOf(id, [MODEL_SHARE]), errorOf(id, away)]),
    doneOf('change'),
    errorOf('change', away),
  ],
  key: ({ subject, form, fences, hasNoFences, madeId, shares, change, failure }) => [
    subject?.kind,
    form.endsBy,
    fences !== null,
    hasNoFences,
    madeId,
    shares !== null,
    change?.kind,
    failure !== null,
  ],
  unreachable: {},
}
