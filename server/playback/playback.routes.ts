import { alertsPlot, playbackFile, routePlayback, tripRoute } from '#contract/calls/playback.ts'
import { getTripTrack, getTripUpdate } from '#contract/calls/trips.ts'
import { type Route, route } from '../http/handler.ts'
import type { TripService } from '../trips/trips.service.ts'
import type { AlertMarkers } from './alerts-plot.service.ts'
import type { PlaybackService } from './playback.service.ts'

/** Routes, alerts and trips of the past. */
export const playbackRoutes = ({
  playback,
  alertMarkers,
  trips,
}: {
  playback: PlaybackService
  alertMarkers: AlertMarkers
  trips: TripService
}): Route[] => [
  route(routePlayback, ({ caller, body }) => playback.prepare(caller, body)),
  route(playbackFile, async ({ params }) => ({
    // No content-encoding: the file itself is compressed, and the client inflates it under a limit (PLB-34).
    contentType: 'application/gzip',
    body: await playback.file(params.token),
  })),
  route(tripRoute, async ({ caller, body }) => ({ data: await playback.route(caller, body) })),
  route(alertsPlot, async ({ caller, body }) => ({ alerts: await alertMarkers(caller, body) })),
  route(getTripUpdate, ({ caller, query }) => trips.newest(caller, query)),
  route(getTripTrack, ({ caller, query }) => trips.track(caller, query.tripId)),
]
