import { type ActorRefFrom, createActor } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { selectSavedLocation, selectSession, selectUser } from '#src/machines/app/app.selectors.ts'
import { plugIn } from '#src/machines/kit/port.ts'
import { createAnalytics } from '#src/services/analytics/analytics.ts'
import { createLazyModule, type LazyModule } from '#src/services/kit/lazy-module.ts'
import { whenChanged } from '#src/services/kit/watch-actors.ts'
import { createProblemReport } from '#src/services/problem-report/problem-report.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { onLanguageFailure } from '#src/texts/language.ts'
import type { AppServices } from '#src/views/kit/app-services.ts'
import { reportScreens } from './analytics.ts'
import { forwardPageEvents, wireAppMachine } from './app.ts'
import type { SharedPage } from './live-share-page.ts'
import { createServices, type Page, type SessionEventType } from './services.ts'
import type { Member } from './session.ts'

/** The services that views use. Those of logged-in users are loaded before any screen that reads them. */
const withMemberServices = (
  early: Pick<
    AppServices,
    | 'location'
    | 'preferences'
    | 'clipboard'
    | 'pickedFiles'
    | 'problemReport'
    | 'saveFile'
    | 'serverNow'
    | 'faults'
  >,
  member: Member,
  shared: LazyModule<SharedPage>,
): AppServices => ({
  ...early,
  get liveShare() {
    return shared.now().services
  },
  serverNow: () => shared.loaded()?.now() ?? early.serverNow(),
  get fleetStore() {
    return member.now().services.fleetStore
  },
  get fleetList() {
    return member.now().services.fleetList
  },
  get tripList() {
    return member.now().services.tripList
  },
  get healthStore() {
    return member.now().services.healthStore
  },
  get alertStore() {
    return member.now().services.alertStore
  },
  get figureStore() {
    return member.now().services.figureStore
  },
  get alertMap() {
    return member.now().services.alertMap
  },
  get drivingStore() {
    return member.now().services.drivingStore
  },
  get incidentMap() {
    return member.now().services.incidentMap
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
  get fenceDownloads() {
    return member.now().services.fenceDownloads
  },
  get map() {
    return member.now().services.map
  },
  get geocoder() {
    return shared.loaded()?.services.geocoder ?? member.now().services.geocoder
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
  get ownedLinks() {
    return member.now().services.ownedLinks
  },
  get saveTable() {
    return member.now().services.saveTable
  },
  get shareSheet() {
    return member.now().services.shareSheet
  },
})

/**
 * Builds the services, wires the machines and starts the root actor. Call once per page. `loadFirstScreen` loads the screen
 * that logged-in users see first.
 */
export const wireApp = (page: Page, loadFirstScreen: () => Promise<void>) => {
  const { window } = page
  const clock = createClock()
  const recorder = createRecorder({
    clock,
    release: import.meta.env['VITE_RELEASE'] ?? 'development',
    userAgent: window.navigator.userAgent,
    viewport: () => ({ width: window.innerWidth, height: window.innerHeight }),
  })
  const notifySession = (type: SessionEventType) => selectSession(actor.getSnapshot())?.send({ type })
  const services = createServices(page, notifySession)
  const member: Member = createLazyModule(async () => {
    const [{ wireMember }] = await Promise.all([import('./member.ts'), loadFirstScreen()])
    const wired = wireMember(page, services, actor)
    plugIn(machine, 'fleet', wired.fleet)
    plugIn(machine, 'alertPopup', wired.alertPopup)
    plugIn(machine, 'alertList', wired.alertList)
    plugIn(machine, 'health', wired.health)
    plugIn(machine, 'dtcPopup', wired.dtcPopup)
    plugIn(machine, 'drivingAnalysis', wired.drivingAnalysis)
    plugIn(machine, 'dashboard', wired.dashboard)
    plugIn(machine, 'settings', wired.settings)
    recorder.followFleet(wired.services.fleetStore)
    wired.services.tracks.onPut(recorder.keepTrack)
    return wired
  })
  const shared = createLazyModule(async () =>
    (await import('./live-share-page.ts')).wireSharedPage(page, services, actor),
  )
  const savedLocation = () => selectSavedLocation(actor.getSnapshot())
  const machine = wireAppMachine(services, page, savedLocation, member, shared)
  const actor: ActorRefFrom<typeof appMachine> = createActor(machine, { clock, inspect: recorder.inspect })
  window.addEventListener('error', ({ error, message }) => recorder.noteTrouble('page', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => recorder.noteTrouble('page', reason))
  reportScreens(actor, createAnalytics())
  actor.start()
  forwardPageEvents(actor, services, window, notifySession)
  const { location, clipboard, pickedFiles, saveFile, serverNow, preferences, faults } = services
  const problemReport = createProblemReport({ page: window, recorder, http: services.http, now: Date.now })
  let lastUserId: number | null = null
  actor.subscribe(
    whenChanged(
      () => selectUser(actor.getSnapshot())?.id ?? null,
      (userId, before) => {
        if (userId === null) {
          // At the start, nobody has left: those of a stored session may be coming already.
          if (before !== undefined) preferences.forget()
          return
        }
        void preferences.load()
        // Not when a user logs out: who was thrown out can still report what led to it.
        if (lastUserId !== null && userId !== lastUserId) recorder.forget()
        lastUserId = userId
      },
    ),
  )
  let isReported = false
  onLanguageFailure(() => {
    if (!isReported) page.notify({ kind: 'warning', text: null, detail: KIT.languageNotLoaded })
    isReported = true
  })
  return {
    actor,
    services: withMemberServices(
      { location, clipboard, pickedFiles, problemReport, saveFile, serverNow, preferences, faults },
      member,
      shared,
    ),
    preload: member.load,
    /** Notes in the recording that a screen has failed. */
    onScreenFailure: (error: unknown) => recorder.noteTrouble('screen', error),
    /** Resolves when the page can be shown in its language. */
    languageShown: preferences.start(),
  }
}
