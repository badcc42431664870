import type { ActorRefFrom } from 'xstate'
import type { appMachine } from './machines/app/app.machine.ts'
import { createFenceGate } from './services/fence-gate.ts'
import { createFleetService } from './services/fleet.ts'
import { createFleetList } from './services/fleet-store/fleet-list.ts'
import { createFleetStore } from './services/fleet-store/fleet-store.ts'
import { createLazyGeocoder } from './services/geocoder/lazy-geocoder.ts'
import { createBrowserStreams } from './services/live/browser-streams.ts'
import { createWays } from './services/live/event-stream.ts'
import { createPortalMap } from './services/map/portal.map.ts'
import { createFenceDirector } from './services/map-director/fence-director.ts'
import { createGridMaps } from './services/map-director/grid-maps.ts'
import { createMapDirector } from './services/map-director/map-director.ts'
import { createTrackReader } from './services/playback-file/track-reader.ts'
import { createTrackStore } from './services/playback-file/track-store.ts'
import { createPlots } from './services/plots/plots.ts'
import type { TrackFiles } from './services/track-files/track-files.ts'
import { createTracks } from './services/tracks.ts'
import { createTripList } from './services/trips/trip-list.ts'
import { createVehicleOptions } from './services/vehicle-options.ts'
import { createVehicleSearch } from './services/vehicle-search.ts'
import { ticks$ } from './streams/ticks.stream.ts'
import { wireFleet } from './wiring-fleet.ts'
import type { Page, Services } from './wiring-services.ts'

const AGE_EVERY_MS = 1000

/** Loaded with the first file that is asked for. */
const lazyTrackFiles = (page: Page['window']): TrackFiles => ({
  save: async (...asked) => {
    const { createTrackFiles } = await import('./services/track-files/track-files.ts')
    return createTrackFiles({ page }).save(...asked)
  },
})

/** What the map stands on besides what every page has. */
const createMapServices = (base: Services, page: Page['window']) => {
  const { http, ways, onGrant, environment } = base
  const fleetStore = createFleetStore()
  const trackStore = createTrackStore()
  const v2Base = () => new URL(environment.current().v2BaseUrl, page.location.href).href
  /** Draws the fleet on a map of its own. */
  const createMap = () => createPortalMap({ fleet: fleetStore, environment: environment.current })
  return {
    ...base,
    streams: createBrowserStreams({ page, ways: createWays(ways), onSession: onGrant }),
    fleetStore,
    fleetList: createFleetList({ store: fleetStore }),
    vehicleOptions: createVehicleOptions({ http, userId: base.recordId }),
    fleet: createFleetService({ http, store: fleetStore }),
    trackStore,
    geocoder: createLazyGeocoder(page, environment.current),
    trackFiles: lazyTrackFiles(page),
    tracks: createTracks({
      http,
      store: trackStore,
      read: createTrackReader(),
      base: v2Base,
      now: base.serverNow,
    }),
    tripList: createTripList({ http }),
    plots: createPlots({ http, now: base.serverNow }),
    createMap,
    map: createMap(),
  }
}
/** Everything that does I/O for logged-in users. */
export type MapServices = ReturnType<typeof createMapServices>

/** What logged-in users need and the login does not: machines, services, and the director of the map. Call once for a page. */
export const wireMember = (page: Page, base: Services, root: ActorRefFrom<typeof appMachine>) => {
  const services = createMapServices(base, page.window)
  const { fleetStore, fleetList, vehicleOptions, tripList, plots, trackStore: tracks, trackFiles } = services
  const { map, geocoder } = services
  const fleet = wireFleet(
    services,
    page,
    (index, fraction) => director.onFrame(index, fraction),
    (to) => fences.tellPen(to),
  )
  const search = createVehicleSearch({ http: base.http, list: fleetList })
  const director = createMapDirector({
    ...{ root, map, fleetStore, fleetList: search, tracks, plots },
    now: base.serverNow,
  })
  const fences = createFenceDirector({ root, map })
  createFenceGate({ root, location: base.location })
  const gridMaps = createGridMaps({ root, createMap: services.createMap, fleetStore })
  const age = () => {
    fleetStore.age(base.serverNow())
    director.age()
  }
  age()
  ticks$({ everyMs: AGE_EVERY_MS }).subscribe(age)
  // Until tokens come the server's clock is not known: what was aged by this machine's would judge the first list.
  base.onGrant(age)
  return {
    fleet,
    /** Lets go of whatever of the user's data is held. */
    forget: () => {
      fleetStore.clear()
      tripList.clear()
      vehicleOptions.clear()
    },
    services: {
      routeLoading: services.tracks,
      ...{ fleetStore, fleetList, vehicleOptions, tripList, tracks, trackFiles },
      ...{ map, geocoder, director, fences, gridMaps },
    },
  }
}
