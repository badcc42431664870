import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { LiveShareContext, LiveShareEvent } from './live-share.machine.ts'
import type { LinkAnswer, SharePoint } from './live-share.ports.ts'

/** A link of these vehicles, open until 2027. */
export const openLink = (...vehicleIds: number[]): LinkAnswer => ({
  kind: 'open',
  link: { vehicleIds, label: 'Order 12', endsBy: 'time', endsAt: 1_800_000_000_000 },
})

/** A position of the shared vehicle 5; the tests' points are made of it too. */
export const MODEL_SHARE_POINT: SharePoint = {
  LAT: 21.1,
  LONG: 79.1,
  status: 'RUNNING',
  RegNo: 'MH 31 AB 1234',
  UpdatedTime: '20-11-2026 10:00:00',
  vehicleId: 5,
  time: 1_795_000_000_000,
  speed: 58,
  heading: 90,
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const refused = { name: 'CallRefused', message: 'refused', retryAfterMs: null }

/** Everything that can happen to the shared page. */
export const liveShareModel: Model<LiveShareContext, LiveShareEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'share.opened' },
    { type: 'share.closed' },
    { type: 'share.retry' },
    { type: 'share.followed', vehicleId: 5 },
    { type: 'share.followed', vehicleId: 99 },
    { type: 'share.left' },
    { type: 'share.pointArrived', point: MODEL_SHARE_POINT },
    { type: 'share.streamChanged', state: 'open' },
    { type: 'share.ended' },
    afterOf('recheck', 'liveShare.open.shown.link.waiting'),
    afterOf('again', 'liveShare.open.away'),
    ...['check', 'recheck', 'ask'].flatMap((id) => [
      doneOf(id, openLink(5)),
      doneOf(id, openLink(5, 6)),
      doneOf(id, { kind: 'broken', message: 'Link is broken' }),
      doneOf(id, { kind: 'broken', message: null }),
      errorOf(id, away),
      errorOf(id, refused),
    ]),
    errorOf('watch', away),
    errorOf('follow', away),
  ],
  key: ({ link, vehicleId, stream, point, failure }) => [
    link?.vehicleIds.length,
    vehicleId,
    stream,
    point !== null,
    failure?.kind,
  ],
  unreachable: {},
}
