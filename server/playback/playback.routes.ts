import { alertsPlot, playbackFile, routePlayback, tripRoute } from '#contract/calls/playback.ts'
import { type Route, route } from '../http/handler.ts'
import type { AlertMarkers } from './alerts-plot.service.ts'
import type { PlaybackService } from './playback.service.ts'

/** Routes driven in the past and the alerts on them. */
export const playbackRoutes = ({
  playback,
  alertMarkers,
}: {
  playback: PlaybackService
  alertMarkers: AlertMarkers
}): Route[] => [
  route(routePlayback, ({ caller, body }) => playback.prepare(caller, body)),
  route(playbackFile, async ({ params }) => ({
    // No content-encoding: the file itself is compressed, and the client inflates it under a limit (PLB-34). For this type it is
    // not compressed a second time.
    contentType: 'application/gzip',
    body: await playback.file(params.token),
  })),
  route(tripRoute, async ({ caller, body }) => ({ data: await playback.route(caller, body) })),
  route(alertsPlot, async ({ caller, body }) => ({ alerts: await alertMarkers(caller, body) })),
]
