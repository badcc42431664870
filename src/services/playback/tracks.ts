import { alertsPlot, type PlaybackRequest, routePlayback } from '#contract/calls/playback.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import type { AlertRequest, TrackRequest, TrackSummary } from '#src/machines/playback/playback.ports.ts'
import type { Http } from '../http/http.ts'
import type { TrackProgress } from './load-track.ts'
import { TrackFileError, tooManyPoints } from './track-messages.ts'
import type { ReadTrack } from './track-reader.ts'
import type { TrackStore } from './track-store.ts'

/**
 * The request of route playback and alert plotting (PLB-09, PLB-35, PLT-05): both spellings of the range, in IST. Times in
 * ms since 1970 UTC; an end in the current hour becomes `now` (PLB-21).
 */
export const playbackRequest = (
  { vehicleId, from, to }: { readonly vehicleId: number; readonly from: number; readonly to: number },
  now: number,
): PlaybackRequest => {
  const [start, end] = [toPayloadTime(from), toPayloadTime(Math.min(to, now))]
  return {
    vehicleId,
    fromDate: start,
    toDate: end,
    startDate: start,
    endDate: end,
    telemetryEnabled: true,
  }
}
/** Asks for the alerts of a loaded route and keeps them beside it (PLT-05). */
export const createAlertPlot =
  ({
    http,
    store,
    now,
  }: {
    http: Pick<Http, 'call'>
    store: Pick<TrackStore, 'setAlerts'>
    now: () => number
  }) =>
  /** Returns the number of alerts. Errors of calls. */
  async ({ trackId, ...request }: AlertRequest, signal?: AbortSignal): Promise<number> => {
    const { alerts } = await http.call(alertsPlot, { body: playbackRequest(request, now()) }, signal)
    store.setAlerts(trackId, alerts)
    return alerts.length
  }
/** Loads routes as columns that can be drawn. */
export type TracksService = {
  /** Asks for the route, reads its file and keeps the track. Zero points is an answer. Errors of calls and files. */
  load(request: TrackRequest, signal?: AbortSignal): Promise<TrackSummary>
  /** Progress of the file that is being read; null if none is. */
  progress(): TrackProgress | null
  onProgress(listener: () => void): () => void
}

const allDropped = (count: number): TrackFileError =>
  new TrackFileError('notData', 'playbackFileUnusable', { count })

/** `base` is the backend's absolute address: file addresses are relative to it, and other origins are refused. `now` in ms. */
export const createTracks = ({
  http,
  read,
  store,
  base,
  now,
}: {
  http: Pick<Http, 'call' | 'delegate'>
  read: ReadTrack
  store: TrackStore
  base: () => string
  now: () => number
}): TracksService => {
  const listeners = new Set<() => void>()
  let progress: TrackProgress | null = null
  let loads = 0
  const publishProgress = (next: TrackProgress | null) => {
    progress = next
    for (const listener of listeners) listener()
  }

  const ownAddress = (fileUrl: string): string => {
    const address = new URL(fileUrl, base())
    if (address.origin !== new URL(base()).origin) {
      throw new TrackFileError('missing', 'playbackFileForeign')
    }
    return address.href
  }

  return {
    load: async ({ vehicleId, from, to, at }, signal) => {
      const load = ++loads
      // The reader starts while the address is on its way.
      const release = read.prepare?.()
      try {
        const {
          fileUrl,
          points,
          fuelTankLitres = null,
          figures = null,
        } = await http.call(routePlayback, { body: playbackRequest({ vehicleId, from, to }, now()) }, signal)
        const id = `${vehicleId}-${from}-${to}-${load}`
        if (points > MAX_PLAYBACK_POINTS) throw tooManyPoints(points)
        if (points === 0) {
          const { parseTrack } = await import('./parse-track.ts')
          return store.put({ ...parseTrack('{"data":[]}'), id, vehicleId, fuelTankLitres, figures })
        }
        const address = ownAddress(fileUrl)
        const columns = await http.delegate(
          (headers) =>
            read(address, {
              points,
              headers,
              ...(signal ? { signal } : {}),
              onProgress: (next) => {
                if (load === loads) publishProgress(next)
              },
            }),
          (error) => error instanceof TrackFileError && error.problem === 'unauthorized',
          signal,
        )
        if (columns.length === 0 && columns.dropped > 0) throw allDropped(columns.dropped)
        return store.put({ ...columns, id, vehicleId, fuelTankLitres, figures }, at)
      } finally {
        if (load === loads) {
          release?.()
          publishProgress(null)
        }
      }
    },
    progress: () => progress,
    onProgress: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
