import { failureOf, noticeOfFailure } from '#src/machines/kit/failure.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { createEnvironment } from '#src/services/environment/environment.ts'
import { createFaults } from '#src/services/faults/faults.ts'
import { createEarlyList } from '#src/services/fleet/early-list.ts'
import { createHttp, type HttpOptions } from '#src/services/http/http.ts'
import type { FailedCall } from '#src/services/http/reporting.ts'
import { CdsMode } from '#src/services/http/request-encoding.ts'
import { createPickedFiles } from '#src/services/import/picked-files.ts'
import { createClipboard, saveFile } from '#src/services/kit/page-actions.ts'
import { createTabLock } from '#src/services/kit/tab-lock.ts'
import { createLocation } from '#src/services/location/location.ts'
import { createMaintenanceService } from '#src/services/maintenance/maintenance.ts'
import { createPreferences } from '#src/services/preferences/preferences.ts'
import { createServerReturn } from '#src/services/server-return/server-return.ts'
import { createGrantStore } from '#src/services/session/grant-store.ts'
import { createIdentityLogin } from '#src/services/session/identity-login.ts'
import { createRecoveryService } from '#src/services/session/recovery.ts'
import { createSessionService } from '#src/services/session/session-service.ts'
import { createFixedBarrier, createTokenBarrier } from '#src/services/session/token-barrier.ts'
import { createStorage } from '#src/services/storage/storage.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { showTexts } from '#src/texts/shown-texts.ts'

/** The browser's window, and `notify`, which shows a notice. */
export type Page = { readonly window: Window & typeof globalThis; readonly notify: (notice: Notice) => void }

/** The `notify` action of the machines. */
export const notifyAction =
  ({ notify }: Pick<Page, 'notify'>) =>
  (_: unknown, notice: Notice) =>
    notify(notice)

/** Events that services send to the session's machine. */
export type SessionEventType = 'request.refused' | 'session.lost' | 'session.replaced'

/** Shows people why a call failed, and developers which one it was. */
const reportFailedCall =
  (notify: Page['notify']) =>
  ({ call, error, isShown }: FailedCall) => {
    console.warn(`The call ${call.id} failed:`, error)
    if (isShown) notify(noticeOfFailure(failureOf(error)))
  }

/** Builds the services that the login needs too; member.ts builds those that only logged-in users need. */
export const createServices = ({ window, notify }: Page, notifySession: (type: SessionEventType) => void) => {
  const storage = createStorage({ page: window })
  const environment = createEnvironment()
  const grants = createGrantStore({ storage })
  const barrier = createTokenBarrier({ grants, askRefresh: () => notifySession('request.refused') })
  const connectorOptions = {
    environment: environment.current,
    barrier,
    userId: () => session.userId(),
    actingFor: () => session.actingFor(),
    cdsMode: () => storage.getSession('cdsMode', CdsMode),
  }
  const report = reportFailedCall(notify)
  const faults = createFaults({
    page: window,
    isAllowed: () => environment.current().lab,
    fetch: createServerReturn(window),
  })
  grants.onChange(faults.correctClock)
  const http = createHttp({
    ...connectorOptions,
    sessionLost: () => notifySession('session.lost'),
    report,
    fetch: faults.fetch,
  })
  /** Makes calls with a token that no session has yet, or whose refusal ends none. */
  const asBearer = (token: string, options: Partial<HttpOptions>) =>
    createHttp({
      ...connectorOptions,
      barrier: createFixedBarrier(token),
      sessionLost: () => {},
      fetch: faults.fetch,
      ...options,
    })
  const session = createSessionService({
    http,
    grants,
    barrier,
    storage,
    lock: createTabLock({ locks: window.navigator.locks, name: 'roadbook.session' }),
    environment: environment.current,
    clockErrorMs: faults.clockErrorMs,
  })
  const identityLogin = createIdentityLogin({
    page: window,
    http,
    session,
    grants,
    storage,
    // What is stored names the session before this login.
    asBearer: (token) =>
      asBearer(token, { report, userId: () => null, actingFor: () => null, cdsMode: () => null }),
    environment: environment.current,
  })
  const earlyList = createEarlyList({
    token: barrier.peek,
    asBearer: (token) => asBearer(token, { retryAfterMs: null }),
  })
  const location = createLocation(window)
  addCatalogues()
  const preferences = createPreferences({
    page: window,
    storage,
    http,
    userId: () => session.userId(),
    showTexts,
  })
  return {
    storage,
    environment,
    faults,
    session,
    identityLogin,
    http,
    earlyList,
    clipboard: createClipboard({ page: window }),
    pickedFiles: createPickedFiles(),
    saveFile: (file: Blob, name: string) => saveFile(window, file, name),
    location,
    preferences,
    connectorOptions,
    /** Calls the listener when any tab stores, changes or removes tokens. */
    onGrant: grants.onChange,
    serverNow: session.serverNow,
    /** The id of the logged-in user, or of the user that support acts for. */
    recordId: () => Number(session.actingFor()?.userId ?? session.userId()),
    /** Reloads the page at a path below the router base. */
    startAnew: (path: string) => {
      location.setNavigationGuard(null)
      window.location.assign(location.href(path))
    },
    maintenance: createMaintenanceService({ http }),
    recovery: createRecoveryService({ http, page: window }),
  }
}
/** The services that the login needs too. */
export type Services = ReturnType<typeof createServices>
