import { defer, type Observable, of } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { fleetStream, liveStream, liveTrack } from '#contract/calls/live.ts'
import { DEFAULT_REFRESH_RATE_S } from '#contract/constants.ts'
import { stepDurationMs } from '#domain/playback.ts'
import { isStanding } from '#domain/standing.ts'
import {
  type FleetStreamEvent,
  fleetMachine,
  type ListSummary,
  type LiveStreamEvent,
  type RefreshDueEvent,
} from '#src/machines/fleet/fleet.machine.ts'
import type { ListRequest } from '#src/machines/fleet/list-memo.logic.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import type { TrackRequest } from '#src/machines/playback/playback.context.ts'
import {
  type PlayerEvent,
  type PlayRequest,
  playbackMachine,
} from '#src/machines/playback/playback.machine.ts'
import { type AlertRequest, playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'
import type { TrackSummary } from '#src/services/playback/track.ts'
import { createAlertPlot } from '#src/services/playback/tracks.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { frames$, refreshRate$ } from '#src/streams/clocks.stream.ts'
import { fleetBatches$ } from '#src/streams/fleet-batches.stream.ts'
import { livePoints$ } from '#src/streams/live-points.stream.ts'
import { playCursor$ } from '#src/streams/play-cursor.stream.ts'
import { wireFleetFilter, wireVehicleSelection } from './fleet-filter.ts'
import { wireGeofences } from './geofences.ts'
import type { FenceDirector } from './map-director/fence-director.ts'
import type { MapDirector } from './map-director/map-director.ts'
import type { MapServices } from './member.ts'
import type { Page } from './services.ts'
import { wireSupportView } from './support-view.ts'
import { wireTrips } from './trips.ts'

const wirePlayback = (
  { tracks, trackStore, http, serverNow }: MapServices,
  { window, notify }: Page,
  onFrame: MapDirector['onFrame'],
) =>
  playbackMachine.provide({
    actors: {
      alerts: playbackAlertsMachine.provide({
        actors: {
          loadAlerts: fromPromise<number, AlertRequest | null>(async ({ input, signal }) =>
            input === null ? 0 : createAlertPlot({ http, store: trackStore, now: serverNow })(input, signal),
          ),
        },
      }),
      loadTrack: fromPromise<TrackSummary | null, TrackRequest>(({ input, signal }) =>
        tracks.load(input, signal),
      ),
      playTrack: fromEventObservable<PlayerEvent, PlayRequest>(({ input }) => {
        const { trackId, index, speed, skipsStanding } = input
        const track = trackStore.get(trackId)
        if (track === undefined)
          throw new Error('The route is not there any more. Press GO to load it again.')
        const skips = skipsStanding ? isStanding : () => false
        return playCursor$({
          ...{ track, index, speed, skips, onFrame },
          pace: stepDurationMs,
          frame$: frames$(window),
        })
      }),
    },
    actions: {
      notify: (_, notice: Notice) => notify(notice),
      dropTrack: (_, { trackId }: { trackId: string | null }) => {
        if (trackId !== null) trackStore.drop(trackId)
      },
    },
  })

const refreshSeconds$ = ({ storage }: MapServices): Observable<number> =>
  defer(() => of(storage.get(STORED.refreshRate, z.number()) ?? DEFAULT_REFRESH_RATE_S))

/** The fleet map's machines; `onFrame` hears where a playback is in each frame, `commandDrawTool` what the pen of the fences is to do. */
export const wireFleet = (
  services: MapServices,
  page: Page,
  onFrame: MapDirector['onFrame'],
  commandDrawTool: FenceDirector['commandDrawTool'],
) => {
  const { streams, http, fleet, fleetStore, map } = services
  const reportMalformed = () =>
    console.warn('A message of an event stream could not be read and was left out.')
  const refresh$ = () => refreshRate$({ seconds$: refreshSeconds$(services) })
  return fleetMachine.provide({
    actors: {
      loadList: fromPromise<ListSummary, ListRequest>(({ input, signal }) => {
        // First: behind the answer with all vehicles the map's code would wait on the wire.
        map.prepare()
        return fleet.load(input, signal)
      }),
      followVehicle: fromEventObservable<LiveStreamEvent, { vehicleId: number }>(({ input: { vehicleId } }) =>
        livePoints$({
          connect: (lastEventId) => streams.open(liveStream, { query: { vehicleId }, lastEventId }),
          random: Math.random,
          latest$: defer(() => http.call(liveTrack, { query: { vehicleId } })),
          now: services.serverNow,
          refresh$: refresh$(),
          reportMalformed,
        }),
      ),
      fleetStream: fromEventObservable<FleetStreamEvent, undefined>(() =>
        fleetBatches$({
          connect: (lastEventId) => streams.open(fleetStream, { lastEventId }),
          random: Math.random,
          apply: fleetStore.applyBatch,
          frame$: frames$(page.window),
          reportMalformed,
        }),
      ),
      refreshRate: fromEventObservable<RefreshDueEvent, undefined>(refresh$),
      ...wireTrips(services, refresh$),
      geofences: wireGeofences(services, page, commandDrawTool),
      playback: wirePlayback(services, page, onFrame),
      supportView: wireSupportView(services),
      filters: wireFleetFilter(services),
      vehicleSelection: wireVehicleSelection(services.vehicleOptions, page.notify),
    },
  })
}
