import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import { ROLES } from '#contract/roles.ts'
import { appMachine } from './machines/app/app.machine.ts'
import { selectSavedLocation, selectSession } from './machines/app/app.selectors.ts'
import type { Navigation, Preference } from './machines/app/app.setup.ts'
import type { Notice } from './machines/kit/notice.ts'
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
import { createMapDirector, type MapDirector } from './services/map-director/map-director.ts'
import { createRecorder } from './services/recorder/recorder.ts'
import { STORED } from './services/storage/storage.ts'
import { ticks$ } from './streams/ticks.stream.ts'
import { tellScreens } from './wiring-analytics.ts'
import { wireFleet } from './wiring-fleet.ts'
import { createServices, type Page, type Services, type SessionWord } from './wiring-services.ts'
import { wireShell } from './wiring-shell.ts'

const AGE_EVERY_MS = 30_000

const wireSession = (
  { session, identityLogin, fleetStore }: Services,
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
        // Whoever logs in next on this page must not see these vehicles, not even until the own ones come.
        fleetStore.replaceMembers([])
        await goodbye?.()
      }),
    },
    actions: { notify: (_, notice: Notice) => notify(notice) },
  })

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
  window: Page['window'],
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
  const { fleetStore, fleetList, trackStore: tracks, trackFiles, map, geocoder } = services
  const { location, clipboard } = services
  tellScreens(actor, createAnalytics())
  actor.start()
  const director = createMapDirector({ root: actor, map, fleetStore, fleetList, tracks })
  tellMachines(actor, services, window, tellSession)
  ticks$({ everyMs: AGE_EVERY_MS }).subscribe(({ now }) => fleetStore.age(now))
  const shared: AppServices = {
    ...{ fleetStore, fleetList, tracks, trackFiles, map, geocoder, director, location, clipboard, recorder },
  }
  return { actor, services: shared }
}
