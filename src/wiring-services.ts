import type { Notice } from './machines/kit/notice.ts'
import { createClipboard } from './services/clipboard.ts'
import { createEnvironment } from './services/environment.ts'
import { createFleetService } from './services/fleet.ts'
import { createFleetList } from './services/fleet-store/fleet-list.ts'
import { createFleetStore } from './services/fleet-store/fleet-store.ts'
import { createLazyGeocoder } from './services/geocoder/lazy-geocoder.ts'
import { createGreetingService } from './services/greeting.ts'
import { CdsMode } from './services/http/headers.ts'
import { createHttp } from './services/http/http.ts'
import { createEventStreams } from './services/live/event-stream.ts'
import { createLocation } from './services/location.ts'
import { createMaintenanceService } from './services/maintenance.ts'
import { createManualService } from './services/manual.ts'
import { createMapLibreMap } from './services/map/maplibre.map.ts'
import { createPaymentService } from './services/payment.ts'
import { createTrackReader } from './services/playback-file/track-reader.ts'
import { createTrackStore } from './services/playback-file/track-store.ts'
import { createRecoveryService } from './services/recovery.ts'
import { gateOf } from './services/session/fixed-gate.ts'
import { createGrantStore } from './services/session/grant-store.ts'
import { createIdentityLogin } from './services/session/identity-login.ts'
import { createSessionService } from './services/session/session-service.ts'
import { createTabLock } from './services/session/tab-lock.ts'
import { createTokenGate } from './services/session/token-gate.ts'
import { createSettingsService } from './services/settings.ts'
import { createStorage } from './services/storage/storage.ts'
import { createSupportService } from './services/support.ts'
import { createTickerService } from './services/ticker.ts'
import type { TrackFiles } from './services/track-files/track-files.ts'
import { createTracks } from './services/tracks.ts'

/** What the page gives: its window, and a way to show toasts. */
export type Page = { readonly window: Window & typeof globalThis; readonly notify: (notice: Notice) => void }

/** What the services tell the session's machine. */
export type SessionWord = 'request.refused' | 'session.lost' | 'session.replaced'

/** Loaded with the first file that is asked for. */
const lazyTrackFiles = (page: Page['window']): TrackFiles => ({
  save: async (...asked) => {
    const { createTrackFiles } = await import('./services/track-files/track-files.ts')
    return createTrackFiles({ page }).save(...asked)
  },
})

/** Builds everything that does I/O, with what each stands on. */
export const createServices = (window: Page['window'], tellSession: (type: SessionWord) => void) => {
  const storage = createStorage({ page: window })
  const environment = createEnvironment()
  const grants = createGrantStore({ storage })
  const gate = createTokenGate({ grants, askRefresh: () => tellSession('request.refused') })
  const ways = {
    environment: environment.current,
    gate,
    userId: () => session.userId(),
    actingFor: () => session.actingFor(),
    cdsMode: () => storage.getSession('cdsMode', CdsMode),
  }
  const http = createHttp({ ...ways, sessionLost: () => tellSession('session.lost') })
  const session = createSessionService({
    ...{ http, grants, gate, storage },
    lock: createTabLock({ locks: window.navigator.locks, name: 'roadbook.session' }),
    environment: environment.current,
  })
  const identityLogin = createIdentityLogin({
    ...{ page: window, http, session, grants, storage },
    asBearer: (token) =>
      createHttp({
        ...{ environment: environment.current, gate: gateOf(token), sessionLost: () => {} },
        ...{ userId: () => null, actingFor: () => null, cdsMode: () => null },
      }),
    environment: environment.current,
  })
  const location = createLocation(window)
  const fleetStore = createFleetStore()
  const trackStore = createTrackStore()
  const base = () => new URL(environment.current().v2BaseUrl, window.location.href).href
  return {
    storage,
    environment,
    session,
    identityLogin,
    http,
    streams: createEventStreams(ways),
    fleetStore,
    fleetList: createFleetList({ store: fleetStore }),
    fleet: createFleetService({ http, store: fleetStore }),
    trackStore,
    geocoder: createLazyGeocoder(window, environment.current),
    clipboard: createClipboard({ page: window }),
    trackFiles: lazyTrackFiles(window),
    tracks: createTracks({ http, store: trackStore, read: createTrackReader(), base }),
    location,
    shell: {
      http,
      recordId: () => Number(session.actingFor()?.userId ?? session.userId()),
      ticker: createTickerService({ http, storage }),
      maintenance: createMaintenanceService({ http }),
      manual: createManualService({
        http,
        page: window,
        productName: () => environment.current().productName,
      }),
      settings: createSettingsService({ http }),
      support: createSupportService({ http, storage }),
      payment: createPaymentService({ http, page: window }),
      greeting: createGreetingService({ http, storage, userId: () => session.userId() }),
      recovery: createRecoveryService({ http, page: window }),
      startAnew: (path: string) => window.location.assign(location.href(path)),
    },
    map: createMapLibreMap({
      fleet: fleetStore,
      basemap: () => {
        const { mapStyleUrl, satelliteTilesUrl, roadDetail = 'all' } = environment.current()
        return { styleUrl: mapStyleUrl, satelliteTilesUrl, roadDetail }
      },
    }),
  }
}
/** Everything that does I/O. */
export type Services = ReturnType<typeof createServices>
