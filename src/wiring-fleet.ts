import { defer, type Observable, of } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { fleetStream, liveStream, liveTrack } from '#contract/calls/map.ts'
import { DEFAULT_REFRESH_RATE_S } from '#contract/constants.ts'
import { type AlertRequest, alertPlotMachine } from './machines/alert-plot/alert-plot.machine.ts'
import {
  type FleetStreamFact,
  fleetMachine,
  type ListSummary,
  type LiveFact,
  type RefreshFact,
} from './machines/fleet/fleet.machine.ts'
import type { ListRequest } from './machines/fleet/list-memo.logic.ts'
import type { Notice } from './machines/kit/notice.ts'
import { isStanding, stepDurationMs } from './machines/playback/pace.logic.ts'
import type { TrackRequest } from './machines/playback/playback.logic.ts'
import { type PlayerFact, type PlayRequest, playbackMachine } from './machines/playback/playback.machine.ts'
import { createAlertPlot } from './services/alert-plot.ts'
import { frames$ } from './services/frames.ts'
import type { FenceDirector } from './services/map-director/fence-director.ts'
import type { MapDirector } from './services/map-director/map-director.ts'
import type { TrackSummary } from './services/playback-file/track.ts'
import { STORED } from './services/storage/storage.ts'
import { fleetBatches$ } from './streams/fleet-batches.stream.ts'
import { livePoints$ } from './streams/live-points.stream.ts'
import { playCursor$ } from './streams/play-cursor.stream.ts'
import { refreshRate$ } from './streams/refresh-rate.stream.ts'
import { wireFences } from './wiring-fences.ts'
import { wireChoice, wireFilters } from './wiring-filters.ts'
import type { MapServices } from './wiring-member.ts'
import type { Page } from './wiring-services.ts'
import { wireSupportView } from './wiring-support-view.ts'
import { wireTrips } from './wiring-trips.ts'

const wirePlayback = (
  { tracks, trackStore, http, serverNow }: MapServices,
  { window, notify }: Page,
  onFrame: MapDirector['onFrame'],
) =>
  playbackMachine.provide({
    actors: {
      alerts: alertPlotMachine.provide({
        actors: {
          askAlerts: fromPromise<number, AlertRequest | null>(async ({ input, signal }) =>
            input === null ? 0 : createAlertPlot({ http, store: trackStore, now: serverNow })(input, signal),
          ),
        },
      }),
      loadTrack: fromPromise<TrackSummary | null, TrackRequest>(({ input, signal }) =>
        tracks.load(input, signal),
      ),
      playTrack: fromEventObservable<PlayerFact, PlayRequest>(({ input }) => {
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

/** The fleet map's machines; `onFrame` hears where a playback is in each frame, `tellPen` what the pen of the fences is to do. */
export const wireFleet = (
  services: MapServices,
  page: Page,
  onFrame: MapDirector['onFrame'],
  tellPen: FenceDirector['tellPen'],
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
      followVehicle: fromEventObservable<LiveFact, { vehicleId: number }>(({ input: { vehicleId } }) =>
        livePoints$({
          connect: (lastEventId) => streams.open(liveStream, { query: { vehicleId }, lastEventId }),
          random: Math.random,
          latest$: defer(() => http.call(liveTrack, { query: { vehicleId } })),
          now: services.serverNow,
          refresh$: refresh$(),
          reportMalformed,
        }),
      ),
      fleetStream: fromEventObservable<FleetStreamFact, undefined>(() =>
        fleetBatches$({
          connect: (lastEventId) => streams.open(fleetStream, { lastEventId }),
          random: Math.random,
          apply: fleetStore.applyBatch,
          frame$: frames$(page.window),
          reportMalformed,
        }),
      ),
      refreshRate: fromEventObservable<RefreshFact, undefined>(refresh$),
      ...wireTrips(services, refresh$),
      geofences: wireFences(services, page, tellPen),
      playback: wirePlayback(services, page, onFrame),
      supportView: wireSupportView(services),
      filters: wireFilters(services),
      choice: wireChoice(services.vehicleOptions, page.notify),
    },
  })
}
