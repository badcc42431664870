import type { PlaybackLink } from '#contract/links/playback.ts'
import { DAY_MS } from '#domain/units.ts'
import { defaultRange } from '../date-range/date-range.logic.ts'
import { MODEL_CLOCK } from '../date-range/date-range.model.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { PlaybackContext, PlaybackEvent, PlaybackInput } from './playback.machine.ts'
import type { TrackSummary } from './playback.ports.ts'

const { from, to } = defaultRange(MODEL_CLOCK)

const track: TrackSummary = {
  trackId: 'track-1',
  points: 3,
  startsAt: from,
  endsAt: to,
  distanceKm: 12,
  dropped: 0,
}
const link: PlaybackLink = {
  vehicleId: 5,
  range: { from: from - DAY_MS, to: to - DAY_MS },
  at: from - DAY_MS + 1000,
  speed: 4,
  camera: { lng: 79, lat: 21, zoom: 8 },
  alerts: true,
}
const tooLong = { from: from - 60 * DAY_MS, to }
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to a playback, opened at `MODEL_NOW`. */
export const playbackModel: Model<PlaybackContext, PlaybackEvent, PlaybackInput> = {
  inputs: [
    { vehicleId: 5, ...MODEL_CLOCK },
    { vehicleId: 5, ...MODEL_CLOCK, link },
    { vehicleId: 5, ...MODEL_CLOCK, link: { ...link, range: tooLong } },
  ],
  stimuli: [
    { type: 'playback.go' },
    { type: 'playback.play' },
    { type: 'playback.pause' },
    { type: 'playback.continue' },
    { type: 'playback.restart' },
    { type: 'playback.close' },
    { type: 'playback.hardExit' },
    { type: 'playback.setSpeed', speed: 4 },
    { type: 'playback.seek', index: 1 },
    { type: 'playback.seek', index: 99 },
    { type: 'playback.panelToggled' },
    { type: 'playback.skipToggled' },
    { type: 'playback.noDataAcknowledged' },
    { type: 'playback.markerPressed', routeMarker: { kind: 'event', index: 1 } },
    { type: 'playback.markerPressed', routeMarker: { kind: 'alert', index: 2, alert: 0 } },
    { type: 'playback.markerClosed' },
    { type: 'playback.alertsToggled' },
    { type: 'playback.movedTo', index: 1, time: from + 1000 },
    { type: 'playback.reachedEnd' },
    { type: 'range.changed', from: from - DAY_MS, to: to - DAY_MS },
    { type: 'range.changed', from, to },
    { type: 'range.changed', ...tooLong },
    ...['load', 'reload'].flatMap((id) => [doneOf(id, track), doneOf(id, null), errorOf(id, away)]),
    errorOf('player', { name: 'Error', message: 'no such track', retryAfterMs: null }),
  ],
  // A hidden panel changes no transition.
  key: ({ panelHidden, ...rest }) => rest,
  unreachable: {},
}
