import { logIn, logOut } from '#contract/calls/session.ts'
import { DEFAULT_REFRESH_RATE_S } from '#contract/constants.ts'
import type { Environment } from '#contract/records/environment.ts'
import { type Grant, SessionUser } from '#contract/records/session.ts'
import type {
  Credentials,
  EndReason,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from '#src/machines/session/session.ports.ts'
import { withBody } from '../http/answer.ts'
import type { Http } from '../http/http.ts'
import type { ActingTarget } from '../http/request-encoding.ts'
import type { TabLock } from '../kit/tab-lock.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'
import type { GrantStore, StoredGrant } from './grant-store.ts'
import { createRenewal } from './renewal.ts'
import type { TokenBarrier } from './token-barrier.ts'

type NewLogin = {
  readonly user: SessionUser
  readonly grant: Grant
  readonly codeVerifier: string
  readonly sentAt: number | null
}

/** Everything that touches tokens and the stored session. */
export type SessionService = {
  /** The stored session; null if a part of it is missing or invalid (SES-01). */
  restore(): SessionInfo | null
  /**
   * ms since 1970 UTC by the server's clock, which dates positions, as known from the last grant of any tab (SE-10).
   * Reads no storage, so that it is cheap enough for every drawn row.
   */
  serverNow(): number
  /** The logged-in user's id for the request headers. */
  userId(): number | null
  /** Whether CSSUPPORT is logged in. */
  isSupport(): boolean
  /** Whom support acts for, for the request headers; null for every other role (SES-46). */
  actingFor(): ActingTarget | null
  logIn(credentials: Credentials, signal?: AbortSignal): Promise<LogInResult>
  /**
   * Stores the session of a login. `sentAt` is the server's clock in ms; `codeVerifier` is '' for a login by
   * password.
   */
  open(login: NewLogin): SessionInfo
  /** Renews the grant, once for all tabs. Calls wait meanwhile. A reply after a log out is dropped. */
  refresh(signal?: AbortSignal): Promise<RefreshResult>
  /**
   * Forgets the session (SES-15, SES-16). `requested`: informs the server first, whatever it answers.
   * `elsewhere`: another tab has ended it, and the stored values are that tab's.
   */
  forget(why: EndReason, signal?: AbortSignal): Promise<void>
  /** Calls `listener` when another tab logs in, logs out or clears the storage; returns the undo. */
  onReplaced(listener: () => void): () => void
}

/** Cleared at a log out, with the themes of page and map; the interface stays (SES-15). */
const CLEARED_AT_LOG_OUT = [
  STORED.user,
  STORED.grant,
  STORED.profile,
  STORED.refreshRate,
  STORED.dtcPopup,
  STORED.demo,
  STORED.firstName,
  STORED.theme,
  STORED.mapTheme,
  STORED.idToken,
  STORED.expiryAcknowledged,
  STORED.loginTickerAcknowledged,
  STORED.supportRole,
  STORED.supportUserId,
  STORED.supportTimeZone,
  STORED.supportUserName,
] as const

/** Longest wait in ms for the server to confirm a log out: all tabs must show the login within a second. */
const LONGEST_LOG_OUT_MS = 800

/** The session's service. */
export const createSessionService = ({
  http,
  grants,
  barrier,
  storage,
  lock,
  environment,
  now = Date.now,
  clockErrorMs = () => 0,
}: {
  http: Http
  grants: GrantStore
  barrier: Pick<TokenBarrier, 'hold'>
  storage: AppStorage
  /** Lets one tab at a time renew the grant. */
  lock: TabLock
  environment: () => Pick<Environment, 'identityProvider'>
  now?: () => number
  /** ms by which this machine's clock has changed since the server's time was read. */
  clockErrorMs?: () => number
}): SessionService => {
  const readAhead = () => grants.read()?.clockAheadMs ?? 0
  let clockAheadMs = readAhead()
  grants.onChange(() => {
    clockAheadMs = readAhead()
  })
  const serverNow = () => now() + clockAheadMs + clockErrorMs()

  const readUser = () => storage.get(STORED.user, SessionUser)

  const isSupport = () => readUser()?.roles[0] === 'CSSUPPORT'

  const store = (user: SessionUser, grant: StoredGrant) => {
    grants.write(grant)
    storage.set(STORED.user, { ...user, token: grant.accessToken })
  }

  const open = ({ user, grant, codeVerifier, sentAt }: NewLogin): SessionInfo => {
    store(user, {
      accessToken: grant.access_token,
      refreshToken: grant.refresh_token,
      expiresOn: grant.expires_on,
      codeVerifier,
      clockAheadMs: (sentAt ?? now()) - now(),
    })
    if (grant.id_token === undefined) storage.remove([STORED.idToken])
    else storage.setText(STORED.idToken, grant.id_token)
    storage.set(STORED.refreshRate, DEFAULT_REFRESH_RATE_S)
    storage.set(STORED.dtcPopup, true)
    storage.setText(STORED.firstName, user.firstName)
    storage.set(STORED.alphaUser, user.alphaAccess)
    storage.set(STORED.betaUser, user.betaAccess)
    return { user, expiresOn: grant.expires_on, now: sentAt ?? now() }
  }

  const clear = () => {
    storage.remove(CLEARED_AT_LOG_OUT)
    storage.clearSession()
    grants.clear()
  }

  const renew = createRenewal({ http, grants, readUser, store, lock, environment, now })

  const timeLimit = () => new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOG_OUT_MS))

  /** An expired token would be refused and the login would stay open on the server, so it is renewed first. */
  const logOutOnServer = async (signal?: AbortSignal): Promise<void> => {
    const grant = grants.read()
    if (grant !== null && grant.expiresOn * 1000 <= serverNow()) await renew(signal)
    await http.send(logOut, { isSilent: true }, signal)
  }

  return {
    restore: () => {
      const user = readUser()
      const grant = grants.read()
      if (user === null || grant === null) {
        if (storage.getText(STORED.user) !== null || storage.getText(STORED.grant) !== null) clear()
        return null
      }
      return { user, expiresOn: grant.expiresOn, now: serverNow() }
    },
    serverNow,
    userId: () => readUser()?.id ?? null,
    isSupport,
    actingFor: () => {
      const [userId, role] = [storage.getText(STORED.supportUserId), storage.getText(STORED.supportRole)]
      return isSupport() && userId !== null && role !== null ? { userId, role } : null
    },
    logIn: async (credentials, signal) => {
      const answer = withBody(await http.send(logIn, { body: credentials }, signal))
      if ('401' in answer.body) return { kind: 'refused' }
      return {
        kind: 'accepted',
        ...open({ ...answer.body, codeVerifier: '', sentAt: answer.sentAt }),
      }
    },
    open,
    refresh: async (signal) => {
      const release = barrier.hold()
      try {
        return await renew(signal)
      } finally {
        release()
      }
    },
    forget: async (why, signal) => {
      if (why === 'requested')
        await Promise.race([logOutOnServer(signal).catch(() => undefined), timeLimit()])
      if (why === 'elsewhere') storage.clearSession()
      else clear()
    },
    onReplaced: (listener) =>
      storage.onOtherTab((key) => {
        if (key === null || key === STORED.user) listener()
      }),
  }
}
