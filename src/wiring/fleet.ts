import { defer, of } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { fleetStream, liveStream, liveTrack } from '#contract/calls/live.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import type {
  FleetStreamEvent,
  ListRequest,
  ListSummary,
  LiveStreamEvent,
  RefreshDueEvent,
} from '#src/machines/fleet/fleet.ports.ts'
import type { FenceDirector, MapDirector } from '#src/services/map/map-director.port.ts'
import { storedRefreshRateS } from '#src/services/storage/storage.ts'
import { frames$, refreshRate$ } from '#src/streams/clocks.stream.ts'
import { fleetBatches$ } from '#src/streams/fleet.stream.ts'
import { livePoints$ } from '#src/streams/live.stream.ts'
import { wireFleetFilter, wireVehicleSelection } from './fleet-filter.ts'
import { wireGeofences } from './geofences.ts'
import { wireLiveLinks } from './live-links.ts'
import type { MapServices } from './member.ts'
import { wirePlayback } from './playback.ts'
import type { Page } from './services.ts'
import { wireSupportView } from './support-view.ts'
import { wireTrips } from './trips.ts'

/** Wires the fleet map and its modes. `onFrame` is called with the playback's position each frame, `commandDrawTool` with commands for the draw tool. */
export const wireFleet = (
  services: MapServices,
  page: Page,
  onFrame: MapDirector['onFrame'],
  commandDrawTool: FenceDirector['commandDrawTool'],
) => {
  const { streams, http, fleet, fleetStore, map } = services
  const reportMalformed = () =>
    console.warn('A message of an event stream could not be read and was left out.')
  const refresh$ = () => refreshRate$({ seconds$: defer(() => of(storedRefreshRateS(services.storage))) })
  return fleetMachine.provide({
    actors: {
      loadList: fromPromise<ListSummary, ListRequest>(({ input, signal }) => {
        // First, or the map's code would load after the reply with all vehicles.
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
      liveLinks: wireLiveLinks(services),
      geofences: wireGeofences(services, page, commandDrawTool),
      playback: wirePlayback(services, page, onFrame),
      supportView: wireSupportView(services),
      filters: wireFleetFilter(services),
      vehicleSelection: wireVehicleSelection(services.vehicleOptions, page.notify),
    },
  })
}
