import { alertsPlot } from '#contract/calls/map.ts'
import type { Http } from './http/http.ts'
import type { TrackStore } from './playback-file/track-store.ts'
import { playbackRequest } from './playback-request.ts'

/** A route that was loaded, its vehicle and its range in ms since 1970 UTC. */
export type AlertRequest = {
  readonly trackId: string
  readonly vehicleId: number
  readonly from: number
  readonly to: number
}

/** Asks for the alerts of a loaded route and keeps them beside it (PLT-05). */
export const createAlertPlot =
  ({
    http,
    store,
    now,
  }: {
    http: Pick<Http, 'call'>
    store: Pick<TrackStore, 'keepAlerts'>
    now: () => number
  }) =>
  /** Answers how many alerts there are. Errors of calls. */
  async ({ trackId, ...request }: AlertRequest, signal?: AbortSignal): Promise<number> => {
    const { alerts } = await http.call(alertsPlot, { body: playbackRequest(request, now()) }, signal)
    store.keepAlerts(trackId, alerts)
    return alerts.length
  }
