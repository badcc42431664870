import type { Notice } from './machines/kit/notice.ts'
import { createClipboard } from './services/clipboard.ts'
import { createEnvironment } from './services/environment.ts'
import { CdsMode } from './services/http/headers.ts'
import { createHttp } from './services/http/http.ts'
import { createLocation } from './services/location.ts'
import { createMaintenanceService } from './services/maintenance.ts'
import { createRecoveryService } from './services/recovery.ts'
import { gateOf } from './services/session/fixed-gate.ts'
import { createGrantStore } from './services/session/grant-store.ts'
import { createIdentityLogin } from './services/session/identity-login.ts'
import { createSessionService } from './services/session/session-service.ts'
import { createTokenGate } from './services/session/token-gate.ts'
import { createStorage } from './services/storage/storage.ts'
import { createTabLock } from './services/tab-lock.ts'

/** What the page gives: its window, and a way to show toasts. */
export type Page = { readonly window: Window & typeof globalThis; readonly notify: (notice: Notice) => void }

/** What the services tell the session's machine. */
export type SessionWord = 'request.refused' | 'session.lost' | 'session.replaced'

/** Builds everything that does I/O from the first page on, with what each stands on. What logged-in users need besides is built in wiring-member.ts. */
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
  return {
    storage,
    environment,
    session,
    identityLogin,
    http,
    clipboard: createClipboard({ page: window }),
    location,
    ways,
    /** Calls when tokens came, changed or went, in whatever tab. */
    onGrant: grants.onChange,
    serverNow: session.serverNow,
    /** The id of whoever is logged in, or of the user that support acts for. */
    recordId: () => Number(session.actingFor()?.userId ?? session.userId()),
    /** Loads the page anew at a path below the router base. */
    startAnew: (path: string) => {
      location.holdBack(null)
      window.location.assign(location.href(path))
    },
    maintenance: createMaintenanceService({ http }),
    recovery: createRecoveryService({ http, page: window }),
  }
}
/** Everything that does I/O from the first page on. */
export type Services = ReturnType<typeof createServices>
