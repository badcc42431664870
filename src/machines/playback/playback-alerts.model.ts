import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { AlertRequest } from './playback.ports.ts'
import type { PlaybackAlertsContext, PlaybackAlertsEvent } from './playback-alerts.machine.ts'

const request: AlertRequest = { trackId: 'track-1', vehicleId: 5, from: 1, to: 2 }

/** Everything that can happen to the alerts of a route. */
export const playbackAlertsModel: Model<PlaybackAlertsContext, PlaybackAlertsEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'alerts.routeShown', request, show: false },
    { type: 'alerts.routeShown', request: { ...request, trackId: 'track-2' }, show: true },
    { type: 'alerts.routeLeft' },
    { type: 'alerts.retry' },
    { type: 'alerts.toggled' },
    { type: 'alerts.hidden' },
    doneOf('ask', 3),
    doneOf('ask', 0),
    errorOf('ask', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
  ],
  key: (context) => context,
  unreachable: {},
}
