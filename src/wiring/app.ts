import { type ActorRefFrom, fromPromise } from 'xstate'
import * as z from 'zod/mini'
import type { EnabledAlert } from '#contract/records/alert-settings.ts'
import type { Environment } from '#contract/records/environment.ts'
import { CompanyTimeZone } from '#contract/records/session.ts'
import { ROLES } from '#contract/roles.ts'
import { visitorOf } from '#src/machines/app/app.context.ts'
import { firstListAt } from '#src/machines/app/app.logic.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import type { Navigation, Preference } from '#src/machines/app/app.ports.ts'
import { createGreetingService } from '#src/services/app/greeting.ts'
import type { LazyModule } from '#src/services/kit/lazy-module.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { wireFaults } from './faults.ts'
import { wireManual } from './help.ts'
import { wireLiveShare } from './live-share.ts'
import type { SharedPage } from './live-share-page.ts'
import { wireMaintenance } from './maintenance.ts'
import { wirePayment } from './payment.ts'
import { wireProfile } from './profile.ts'
import { notifyAction, type Page, type Services, type SessionEventType } from './services.ts'
import { type Member, wireRecovery, wireSession } from './session.ts'
import { wireSupport } from './support.ts'
import { wireTicker } from './ticker.ts'

const UiType = z.catch(z.nullable(z.enum(['alpha', 'beta'])), null)

/** Requests what a stored session shows first, beside the code of logged-in users: how the user wants it, and the list of the map. */
const requestFirstScreen = (
  { session, location, earlyList, storage, preferences }: Services,
  environment: Environment,
) => {
  const user = session.restore()?.user
  if (user === undefined) return
  void preferences.load()
  if (session.isSupport()) return
  const uiType = UiType.parse(storage.getText(STORED.uiType))
  const visitor = visitorOf({ user, actingRole: null, uiType, environment })
  const list = firstListAt(location.current().path, visitor)
  if (list === null) return
  earlyList.request(list)
  // The map loads the code again and reports a failure.
  if (environment.googleMapsKey === '') import('#src/services/map/maplibre/engine.ts').catch(() => {})
}

/** Wires the root machine and all machines below it, except those that `wireMember` wires. */
export const wireAppMachine = (
  services: Services,
  page: Page,
  savedLocation: () => string | null,
  member: Member,
  shared: LazyModule<SharedPage>,
) => {
  const { environment, location, session, storage, http, faults } = services
  const greeting = createGreetingService({ http, storage, userId: () => session.userId() })
  return appMachine.provide({
    actors: {
      readEnvironment: fromPromise(async ({ signal }) => {
        // A logged-in user needs this code at once, so a failure to load it fails the start, which offers Retry.
        const coming = session.userId() === null ? undefined : member.load()
        // Keeps the rejection handled if reading the environment fails first.
        coming?.catch(() => {})
        const read = await environment.read(signal)
        location.setBase(read.routerBase)
        // Before the first call. The machine of the faults restores them too and reports a failure.
        await faults.restore().catch(() => undefined)
        if (coming !== undefined) requestFirstScreen(services, read)
        await coming
        return read
      }),
      readFirstName: fromPromise<{ firstName: string }, undefined>(({ signal }) =>
        greeting.readFirstName(signal),
      ),
      readEnabledAlerts: fromPromise<readonly EnabledAlert[], undefined>(async ({ signal }) => {
        // Nobody needs it before a login, and it would make the first load larger.
        const { createAlertSettingsService } = await import('#src/services/alerts/alert-settings.ts')
        return createAlertSettingsService(services).enabled(signal)
      }),
      session: wireSession(services, page, savedLocation, member),
      recovery: wireRecovery(services),
      maintenance: wireMaintenance(services, page),
      liveShare: wireLiveShare(page, shared),
      faults: wireFaults(services, page),
      ticker: wireTicker(services, page),
      manual: wireManual(services, page),
      support: wireSupport(services),
      payment: wirePayment(services, page),
      profile: wireProfile(services),
    },
    actions: {
      navigate: (_, { path, replace }: Navigation) => location.navigate(path, { replace }),
      notify: notifyAction(page),
      storePreference: (_, { key, value }: Preference) => storage.setText(STORED[key], value),
      clearSavedScreens: () => storage.clearSavedScreens(),
    },
  })
}

const Theme = z.catch(z.nullable(z.enum(['light', 'dark'])), null)
/** Stored choices that this tab takes over from other tabs. */
const APPEARANCE: readonly string[] = [STORED.theme, STORED.mapTheme, STORED.uiType]
const ActingRole = z.catch(z.nullable(z.enum(ROLES)), null)

/** Sends the page's events to the machines: stored choices, its address, other tabs. */
export const forwardPageEvents = (
  actor: ActorRefFrom<typeof appMachine>,
  { storage, location, session, identityLogin, startAnew }: Services,
  window: Page['window'],
  notifySession: (type: SessionEventType) => void,
) => {
  const sendAppearance = () =>
    actor.send({
      type: 'appearance.read',
      theme: Theme.parse(storage.getText(STORED.theme)),
      mapTheme: Theme.parse(storage.getText(STORED.mapTheme)),
      uiType: UiType.parse(storage.getText(STORED.uiType)),
    })
  sendAppearance()
  const returned = identityLogin.returned()
  if (returned !== null) actor.send({ type: 'identity.returned', ...returned })
  actor.send({
    type: 'acting.read',
    role: ActingRole.parse(storage.getText(STORED.supportRole)),
    timeZone: CompanyTimeZone.parse(storage.getText(STORED.supportTimeZone)),
  })
  storage.onOtherTab((key) => {
    if (key === null || APPEARANCE.includes(key)) sendAppearance()
    // The other tab writes and removes the name last, so it is done by then.
    if (key === STORED.supportUserName && session.isSupport()) startAnew(location.current().path)
  })
  actor.send({ type: 'route.changed', ...location.current() })
  location.onChange((place) => actor.send({ type: 'route.changed', ...place }))
  session.onReplaced(() => notifySession('session.replaced'))
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page from the back-forward cache may have missed a log-out.
    if (persisted) notifySession('session.replaced')
  })
}
