import { defer, type Observable, of } from 'rxjs'
import { type ActorRefFrom, createActor, fromEventObservable, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { fleetStream, liveStream, liveTrack } from '#contract/calls/map.ts'
import { DEFAULT_REFRESH_RATE_S } from '#contract/constants.ts'
import { ROLES } from '#contract/roles.ts'
import { appMachine, type Navigation, type Preference } from './machines/app/app.machine.ts'
import { selectSavedLocation, selectSession } from './machines/app/app.selectors.ts'
import type { ListRequest } from './machines/fleet/fleet.logic.ts'
import {
  type FleetStreamFact,
  fleetMachine,
  type ListSummary,
  type LiveFact,
  type RefreshFact,
} from './machines/fleet/fleet.machine.ts'
import type { Notice } from './machines/kit/notice.ts'
import { stepDurationMs } from './machines/playback/pace.logic.ts'
import type { TrackRequest } from './machines/playback/playback.logic.ts'
import { type PlayerFact, type PlayRequest, playbackMachine } from './machines/playback/playback.machine.ts'
import type {
  EndReason,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionFacts,
} from './machines/session/session.logic.ts'
import { sessionMachine } from './machines/session/session.machine.ts'
import { createAnalytics } from './services/analytics.ts'
import type { AppServices } from './services/app-services.ts'
import { createClock } from './services/clock.ts'
import { createEnvironment } from './services/environment.ts'
import { createFleetService } from './services/fleet.ts'
import { createFleetList } from './services/fleet-store/fleet-list.ts'
import { createFleetStore } from './services/fleet-store/fleet-store.ts'
import { frames$ } from './services/frames.ts'
import { createGreetingService } from './services/greeting.ts'
import { CdsMode } from './services/http/headers.ts'
import { createHttp } from './services/http/http.ts'
import { createEventStreams } from './services/live/event-stream.ts'
import { createLocation } from './services/location.ts'
import { createMaintenanceService } from './services/maintenance.ts'
import { createManualService } from './services/manual.ts'
import { createMapLibreMap } from './services/map/maplibre.map.ts'
import { createMapDirector, type MapDirector } from './services/map-director/map-director.ts'
import { createPaymentService } from './services/payment.ts'
import type { TrackSummary } from './services/playback-file/track.ts'
import { createTrackReader } from './services/playback-file/track-reader.ts'
import { createTrackStore } from './services/playback-file/track-store.ts'
import { createRecorder } from './services/recorder/recorder.ts'
import { createRecoveryService } from './services/recovery.ts'
import { gateOf } from './services/session/fixed-gate.ts'
import { createGrantStore } from './services/session/grant-store.ts'
import { createIdentityLogin } from './services/session/identity-login.ts'
import { createSessionService } from './services/session/session-service.ts'
import { createTabLock } from './services/session/tab-lock.ts'
import { createTokenGate } from './services/session/token-gate.ts'
import { createSettingsService } from './services/settings.ts'
import { createStorage, STORED } from './services/storage/storage.ts'
import { createSupportService } from './services/support.ts'
import { createTickerService } from './services/ticker.ts'
import { createTracks } from './services/tracks.ts'
import { fleetBatches$ } from './streams/fleet-batches.stream.ts'
import { livePoints$ } from './streams/live-points.stream.ts'
import { playCursor$ } from './streams/play-cursor.stream.ts'
import { refreshRate$ } from './streams/refresh-rate.stream.ts'
import { ticks$ } from './streams/ticks.stream.ts'
import { tellScreens } from './wiring-analytics.ts'
import { wireShell, wireSupportView } from './wiring-shell.ts'

/** What the page gives: its window, and a way to show toasts. */
export type Page = { readonly window: Window & typeof globalThis; readonly notify: (notice: Notice) => void }

/** What the services tell the session's machine. */
type SessionWord = 'request.refused' | 'session.lost' | 'session.replaced'

const AGE_EVERY_MS = 30_000

/** Everything that does I/O, with what each stands on. */
const createServices = (window: Page['window'], tellSession: (type: SessionWord) => void) => {
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
    tracks: createTracks({ http, store: trackStore, read: createTrackReader(), base }),
    location,
    shell: {
      http,
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
type Services = ReturnType<typeof createServices>

const wireSession = (
  { session, identityLogin }: Services,
  notify: Page['notify'],
  savedLocation: () => string | null,
) =>
  sessionMachine.provide({
    actors: {
      readStoredSession: fromPromise<SessionFacts | null, undefined>(async () => session.restore()),
      logIn: fromPromise<LogInResult, { userName: string; password: string }>(({ input, signal }) =>
        session.logIn(input, signal),
      ),
      refreshGrant: fromPromise<RefreshResult, undefined>(({ signal }) => session.refresh(signal)),
      goToIdentity: fromPromise<void, undefined>(() => identityLogin.go(savedLocation())),
      finishIdentityLogIn: fromPromise<IdentityReturn, undefined>(({ signal }) =>
        identityLogin.finish(signal),
      ),
      forget: fromPromise<void, { why: EndReason }>(async ({ input: { why }, signal }) => {
        const goodbye = why === 'asked' ? identityLogin.goodbye() : null
        await session.forget(why, signal)
        await goodbye?.()
      }),
    },
    actions: { notify: (_, notice: Notice) => notify(notice) },
  })

const wirePlayback = (
  { tracks, trackStore }: Services,
  { window, notify }: Page,
  onFrame: MapDirector['onFrame'],
) =>
  playbackMachine.provide({
    actors: {
      loadTrack: fromPromise<TrackSummary | null, TrackRequest>(({ input, signal }) =>
        tracks.load(input, signal),
      ),
      playTrack: fromEventObservable<PlayerFact, PlayRequest>(({ input: { trackId, index, speed } }) => {
        const track = trackStore.get(trackId)
        if (track === undefined)
          throw new Error('The route is not there any more. Press GO to load it again.')
        return playCursor$({ track, index, speed, pace: stepDurationMs, frame$: frames$(window), onFrame })
      }),
    },
    actions: {
      notify: (_, notice: Notice) => notify(notice),
      dropTrack: (_, { trackId }: { trackId: string | null }) => {
        if (trackId !== null) trackStore.drop(trackId)
      },
    },
  })

const refreshSeconds$ = ({ storage }: Services): Observable<number> =>
  defer(() => of(storage.get(STORED.refreshRate, z.number()) ?? DEFAULT_REFRESH_RATE_S))

const wireFleet = (services: Services, page: Page, onFrame: MapDirector['onFrame']) => {
  const { streams, http, fleet, fleetStore } = services
  const reportMalformed = () =>
    console.warn('A message of an event stream could not be read and was left out.')
  return fleetMachine.provide({
    actors: {
      loadList: fromPromise<ListSummary, ListRequest>(({ input, signal }) => fleet.load(input, signal)),
      followVehicle: fromEventObservable<LiveFact, { vehicleId: number }>(({ input: { vehicleId } }) =>
        livePoints$({
          connect: (lastEventId) => streams.open(liveStream, { query: { vehicleId }, lastEventId }),
          random: Math.random,
          latest$: defer(() => http.call(liveTrack, { query: { vehicleId } })),
          now: Date.now,
          pollEveryMs: DEFAULT_REFRESH_RATE_S * 1000,
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
      refreshRate: fromEventObservable<RefreshFact, undefined>(() =>
        refreshRate$({ seconds$: refreshSeconds$(services) }),
      ),
      playback: wirePlayback(services, page, onFrame),
      supportView: wireSupportView(services.shell),
    },
  })
}

const wireMachine = (
  services: Services,
  page: Page,
  onFrame: MapDirector['onFrame'],
  savedLocation: () => string | null,
) => {
  const { environment, location, storage } = services
  return appMachine.provide({
    actors: {
      readEnvironment: fromPromise(async ({ signal }) => {
        const read = await environment.read(signal)
        location.setBase(read.routerBase)
        return read
      }),
      session: wireSession(services, page.notify, savedLocation),
      fleet: wireFleet(services, page, onFrame),
      ...wireShell(services.shell, page.notify),
    },
    actions: {
      navigate: (_, { path, replace }: Navigation) => location.navigate(path, { replace }),
      notify: (_, notice: Notice) => page.notify(notice),
      storePreference: (_, { key, value }: Preference) => storage.setText(STORED[key], value),
      clearSavedScreens: () => storage.clearSavedScreens(),
    },
  })
}

const Theme = z.catch(z.nullable(z.enum(['light', 'dark'])), null)
const ActingRole = z.catch(z.nullable(z.enum(ROLES)), null)
const UiType = z.catch(z.nullable(z.enum(['alpha', 'beta'])), null)

/** Tells the machines what begins outside: stored choices, the page's address, other tabs. */
const tellMachines = (
  actor: ActorRefFrom<typeof appMachine>,
  { storage, location, session, identityLogin, shell }: Services,
  tellSession: (type: SessionWord) => void,
) => {
  const tellPreferences = () =>
    actor.send({
      type: 'preferences.read',
      theme: Theme.parse(storage.getText(STORED.theme)),
      uiType: UiType.parse(storage.getText(STORED.uiType)),
    })
  tellPreferences()
  const returned = identityLogin.returned()
  if (returned !== null) actor.send({ type: 'identity.returned', ...returned })
  actor.send({ type: 'acting.read', role: ActingRole.parse(storage.getText(STORED.supportRole)) })
  storage.onOtherTab((key) => {
    if (key === null || key === STORED.theme || key === STORED.uiType) tellPreferences()
    // The name is what is written and removed last: then the other tab is done.
    if (key === STORED.supportUserName && session.isSupport()) shell.startAnew(location.current().path)
  })
  actor.send({ type: 'route.changed', ...location.current() })
  location.onChange((place) => actor.send({ type: 'route.changed', ...place }))
  session.onReplaced(() => tellSession('session.replaced'))
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page out of the back-forward cache has not heard of a log out.
    if (persisted) tellSession('session.replaced')
  })
}

/** Builds the services, gives the machines what they need, and starts the root actor. Call once for a page. */
export const wireApp = (page: Page) => {
  const { window } = page
  const clock = createClock()
  const recorder = createRecorder({
    clock,
    release: import.meta.env['VITE_RELEASE'] ?? 'development',
    userAgent: window.navigator.userAgent,
  })
  const tellSession = (type: SessionWord) => selectSession(actor.getSnapshot())?.send({ type })
  const services = createServices(window, tellSession)
  const machine = wireMachine(
    services,
    page,
    (index, fraction) => director.onFrame(index, fraction),
    () => selectSavedLocation(actor.getSnapshot()),
  )
  const actor: ActorRefFrom<typeof appMachine> = createActor(machine, { clock, inspect: recorder.inspect })
  const { fleetStore, fleetList, trackStore: tracks, map, location } = services
  tellScreens(actor, createAnalytics())
  actor.start()
  const director = createMapDirector({ root: actor, map, fleetStore, fleetList, tracks })
  tellMachines(actor, services, tellSession)
  ticks$({ everyMs: AGE_EVERY_MS }).subscribe(({ now }) => fleetStore.age(now))
  const shared: AppServices = { fleetStore, fleetList, tracks, map, director, location, recorder }
  return { actor, services: shared }
}
