import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { ROLES } from '#contract/roles.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import type { Navigation, Preference } from '#src/machines/app/app.ports.ts'
import { selectSavedLocation, selectSession } from '#src/machines/app/app.selectors.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { plugIn } from '#src/machines/kit/port.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import type {
  Credentials,
  EndReason,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from '#src/machines/session/session.ports.ts'
import { createAnalytics } from '#src/services/analytics/analytics.ts'
import { createLazyModule, type LazyModule } from '#src/services/kit/lazy-module.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { STORED } from '#src/services/storage/storage.ts'
import type { AppServices } from '#src/views/kit/app-services.ts'
import { reportScreens } from './analytics.ts'
import { wireEntrance } from './maintenance.ts'
import type { wireMember } from './member.ts'
import { createServices, type Page, type Services, type SessionEventType } from './services.ts'
import { wireShell } from './shell.ts'

type Member = LazyModule<ReturnType<typeof wireMember>>

const wireSession = (
  { session, identityLogin }: Services,
  notify: Page['notify'],
  savedLocation: () => string | null,
  member: Member,
) =>
  sessionMachine.provide({
    actors: {
      readStoredSession: fromPromise<SessionInfo | null, undefined>(async () => {
        const stored = session.restore()
        if (stored !== null) await member.load()
        return stored
      }),
      logIn: fromPromise<LogInResult, Credentials>(async ({ input, signal }) => {
        await member.load()
        return session.logIn(input, signal)
      }),
      refreshGrant: fromPromise<RefreshResult, undefined>(({ signal }) => session.refresh(signal)),
      goToIdentity: fromPromise<void, undefined>(() => identityLogin.go(savedLocation())),
      finishIdentityLogIn: fromPromise<IdentityReturn, undefined>(async ({ signal }) => {
        await member.load()
        return identityLogin.finish(signal)
      }),
      forget: fromPromise<void, { why: EndReason }>(async ({ input: { why }, signal }) => {
        const logOutAtProvider = why === 'requested' ? identityLogin.logOutAtProvider() : null
        await session.forget(why, signal)
        // Whoever logs in next on this page must not see these vehicles and trips, not even until the own ones come.
        member.loaded()?.forget()
        await logOutAtProvider?.()
      }),
    },
    actions: { notify: (_, notice: Notice) => notify(notice) },
  })

const wireMachine = (services: Services, page: Page, savedLocation: () => string | null, member: Member) => {
  const { environment, location, session, storage } = services
  return appMachine.provide({
    actors: {
      readEnvironment: fromPromise(async ({ signal }) => {
        // Whoever is logged in cannot go on without it: what goes wrong here is shown, with Retry.
        const coming = session.userId() === null ? undefined : member.load()
        // What is wrong with the environment is told first.
        coming?.catch(() => {})
        const read = await environment.read(signal)
        location.setBase(read.routerBase)
        await coming
        return read
      }),
      session: wireSession(services, page.notify, savedLocation, member),
      ...wireEntrance(services, page.notify),
      ...wireShell(services, page),
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
/** Names of the stored choices that are followed when another tab changes them. */
const PREFERENCES: readonly string[] = [STORED.theme, STORED.mapTheme, STORED.uiType]
const ActingRole = z.catch(z.nullable(z.enum(ROLES)), null)
const UiType = z.catch(z.nullable(z.enum(['alpha', 'beta'])), null)

/** Tells the machines what begins outside: stored choices, the page's address, other tabs. */
const forwardPageEvents = (
  actor: ActorRefFrom<typeof appMachine>,
  { storage, location, session, identityLogin, startAnew }: Services,
  window: Page['window'],
  notifySession: (type: SessionEventType) => void,
) => {
  const sendPreferences = () =>
    actor.send({
      type: 'preferences.read',
      theme: Theme.parse(storage.getText(STORED.theme)),
      mapTheme: Theme.parse(storage.getText(STORED.mapTheme)),
      uiType: UiType.parse(storage.getText(STORED.uiType)),
    })
  sendPreferences()
  const returned = identityLogin.returned()
  if (returned !== null) actor.send({ type: 'identity.returned', ...returned })
  actor.send({ type: 'acting.read', role: ActingRole.parse(storage.getText(STORED.supportRole)) })
  storage.onOtherTab((key) => {
    if (key === null || PREFERENCES.includes(key)) sendPreferences()
    // The name is what is written and removed last: then the other tab is done.
    if (key === STORED.supportUserName && session.isSupport()) startAnew(location.current().path)
  })
  actor.send({ type: 'route.changed', ...location.current() })
  location.onChange((place) => actor.send({ type: 'route.changed', ...place }))
  session.onReplaced(() => notifySession('session.replaced'))
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page out of the back-forward cache has not heard of a log out.
    if (persisted) notifySession('session.replaced')
  })
}

/** What views draw from; the part of logged-in users is there when their screens are. */
const withMemberServices = (
  early: Pick<AppServices, 'location' | 'clipboard' | 'recorder' | 'serverNow'>,
  member: Member,
): AppServices => ({
  ...early,
  get fleetStore() {
    return member.now().services.fleetStore
  },
  get fleetList() {
    return member.now().services.fleetList
  },
  get tripList() {
    return member.now().services.tripList
  },
  get vehicleOptions() {
    return member.now().services.vehicleOptions
  },
  get tracks() {
    return member.now().services.tracks
  },
  get routeLoading() {
    return member.now().services.routeLoading
  },
  get routeDownloads() {
    return member.now().services.routeDownloads
  },
  get map() {
    return member.now().services.map
  },
  get geocoder() {
    return member.now().services.geocoder
  },
  get director() {
    return member.now().services.director
  },
  get fences() {
    return member.now().services.fences
  },
  get gridMaps() {
    return member.now().services.gridMaps
  },
})

/**
 * Builds the services, gives the machines what they need, and starts the root actor. Call once for a page.
 * `loadFirstScreen` brings the screen that logged-in users see first.
 */
export const wireApp = (page: Page, loadFirstScreen: () => Promise<void>) => {
  const { window } = page
  const clock = createClock()
  const recorder = createRecorder({
    clock,
    release: import.meta.env['VITE_RELEASE'] ?? 'development',
    userAgent: window.navigator.userAgent,
  })
  const notifySession = (type: SessionEventType) => selectSession(actor.getSnapshot())?.send({ type })
  const services = createServices(window, notifySession)
  const member: Member = createLazyModule(async () => {
    const [{ wireMember }] = await Promise.all([import('./member.ts'), loadFirstScreen()])
    const wired = wireMember(page, services, actor)
    plugIn(machine, 'fleet', wired.fleet)
    return wired
  })
  const machine = wireMachine(services, page, () => selectSavedLocation(actor.getSnapshot()), member)
  const actor: ActorRefFrom<typeof appMachine> = createActor(machine, { clock, inspect: recorder.inspect })
  reportScreens(actor, createAnalytics())
  actor.start()
  forwardPageEvents(actor, services, window, notifySession)
  const { location, clipboard, serverNow } = services
  return {
    actor,
    services: withMemberServices({ location, clipboard, recorder, serverNow }, member),
    preload: member.load,
  }
}
