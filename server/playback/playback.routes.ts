import type { FastifyRequest } from 'fastify'
import { alertsPlot, playbackFile, routePlayback, tripRoute } from '#contract/calls/playback.ts'
import { listRoute, type Route } from '../http/handler.ts'
import type { AlertMarkers } from './alerts-plot.service.ts'
import type { PlaybackService } from './playback.service.ts'

const loginOf = ({ session }: FastifyRequest): string => session?.family ?? ''

/** Routes driven in the past and the alerts on them. */
export const playbackRoutes = ({
  playback,
  alertMarkers,
}: {
  playback: PlaybackService
  alertMarkers: AlertMarkers
}): Route[] => [
  listRoute(routePlayback, ({ caller, body, request }) => playback.prepare(caller, body, loginOf(request))),
  listRoute(playbackFile, async ({ caller, params, request }) => ({
    // No content-encoding: the file itself is compressed, and the client inflates it under a limit (PLB-34). For this type it is
    // not compressed a second time.
    contentType: 'application/gzip',
    body: await playback.file(caller, params.token, loginOf(request)),
  })),
  listRoute(tripRoute, async ({ caller, body }) => ({ data: await playback.route(caller, body) })),
  listRoute(alertsPlot, async ({ caller, body }) => ({ alerts: await alertMarkers(caller, body) })),
]
