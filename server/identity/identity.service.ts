import type { Kysely } from 'kysely'
import type { Grant, SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { Caller } from '../access/caller.ts'
import type { Tables } from '../db/tables.ts'
import type { InTurn } from '../http/handler.ts'
import { createDeviceCookies } from './device-cookie.ts'
import type { IdentityKeys } from './keys.repository.ts'
import { IDENTITY } from './limits.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createLoginRepository, type LoginUser } from './logins.repository.ts'
import type { PasswordTurns } from './password-turns.ts'
import { createPasswords } from './passwords.ts'
import type { Refresh, RefreshTokens } from './refresh-tokens.repository.ts'
import { createAccessTokens } from './signed-tokens.ts'

/** A caller, and the login that the call belongs to. */
export type Session = { readonly caller: Caller; readonly family: string }

type Credentials = {
  readonly userName: string
  readonly password: string
  readonly address: string
  /** The `Cookie` header, which may show that the user has logged in with this browser before. */
  readonly cookies: string | undefined
  /** Runs what costs a query when it is the turn of the address. */
  readonly inTurn: InTurn
}
/** `Set-Cookie` headers by which the browser is known at the next login. */
type KnownDevice = { readonly deviceCookie: string }
/** A user whose account is locked for unknown browsers. */
export type LockedUser = Pick<LoginUser, 'id' | 'user_name' | 'first_name' | 'email'>
type TimedGrant = Grant & { readonly expires_in: number }

export type Identity = {
  /** Null for a wrong user name or password, without saying which. */
  logIn(
    input: Credentials,
  ): Promise<({ user: SessionUser; grant: Grant } & KnownDevice) | { retryAfterS: number } | null>
  /** The tokens of a login that has begun, or null if its user has been disabled, which ends the login. */
  grantOf(refresh: Refresh): Promise<TimedGrant | null>
  /** New tokens for a refresh token, or null if it is invalid or belongs to another client. */
  refresh(token: string, clientId: string): Promise<TimedGrant | null>
  logOut(family: string): Promise<void>
  /** The user of a login; null if disabled or unknown. */
  userOf(userId: number): Promise<SessionUser | null>
  /** The session of an access token, or null. The database is asked again after `sessionCacheMs`. */
  sessionOf(accessToken: string): Promise<Session | null>
  /** The effective role of each of these logins that is still active. */
  activeLogins(families: readonly string[]): Promise<ReadonlyMap<string, Role>>
  readonly keys: IdentityKeys
}

const callerOf = ({ id, company_id, roles: [role] }: LoginUser): Caller | null =>
  role === undefined ? null : { userId: id, role, companyId: company_id }

const sessionUserOf = ({
  id,
  roles,
  first_name,
  beta_access,
  alpha_access,
  time_zone,
}: LoginUser): SessionUser => ({
  id,
  roles,
  firstName: first_name,
  betaAccess: beta_access,
  alphaAccess: alpha_access,
  timeZone: time_zone ?? DEFAULT_TIME_ZONE,
})

/** Logs users in and out, and issues and reads their tokens. */
export const createIdentity = async ({
  db,
  now = Date.now,
  accessTokenLifeS = IDENTITY.accessTokenLifeS,
  keys,
  refreshTokens,
  isHttps,
  passwordTurns,
  onLockout,
  onFailedLogin,
}: {
  db: Kysely<Tables>
  now?: () => number
  accessTokenLifeS?: number | undefined
  keys: IdentityKeys
  refreshTokens: RefreshTokens
  /** Whether users reach the portal by https. */
  isHttps: boolean
  passwordTurns: PasswordTurns
  /** Called once for each lockout of an account. */
  onLockout: (user: LockedUser) => void
  /**
   * Called for each wrong user name or password, which the limit makes few. The user is null where there is none of the name: what
   * was typed may be a password.
   */
  onFailedLogin: (failed: { readonly userId: number | null; readonly address: string }) => void
}): Promise<Identity> => {
  const logins = createLoginRepository({ db })
  const passwords = await createPasswords()
  const access = createAccessTokens({ keys, now, lifeS: accessTokenLifeS })
  const limiter = createLoginLimiter({ now })
  const devices = createDeviceCookies({ keys, isHttps })
  const cachedSessions = new Map<string, { session: Promise<Session | null>; until: number }>()

  const grantOf = async (refresh: Refresh): Promise<TimedGrant> => {
    const { token, expiresOn } = await access.issue(refresh, refresh.issuedAt, refresh.familyExpiresAt)
    return {
      access_token: token,
      refresh_token: refresh.token,
      expires_on: expiresOn,
      expires_in: Math.max(0, expiresOn - Math.floor(now() / 1000)),
    }
  }

  const findSession = async (family: string, userId: number): Promise<Session | null> => {
    const [user, lives] = await Promise.all([logins.byId(userId), refreshTokens.isActive(family, userId)])
    const caller = user === undefined || !lives ? null : callerOf(user)
    return caller === null ? null : { caller, family }
  }

  /** Keeps the cache as small as the number of logins in use. */
  const dropExpired = () => {
    for (const [family, { until }] of cachedSessions) if (until <= now()) cachedSessions.delete(family)
  }

  /** The user, the seconds to wait after too many tries, or null for wrong credentials. */
  const checkCredentials = async ({
    userName,
    password,
    address,
    cookies,
    inTurn,
  }: Credentials): Promise<LoginUser | { retryAfterS: number } | null> => {
    // A refused try costs no query, unless it shows a cookie, which only the user's record can tell from a made-up one.
    const owner = devices.areIn(cookies) ? await inTurn(() => logins.byName(userName)) : null
    const device = owner ? devices.read(cookies, owner) : null
    const retryAfterS = limiter.begin(userName, address, device)
    if (retryAfterS !== null) return { retryAfterS }
    const user = owner === null ? await logins.byName(userName) : owner
    if (user === undefined) {
      onFailedLogin({ userId: null, address })
      await passwordTurns(userName, () => passwords.simulateCheck(password))
      return null
    }
    const isRight = await passwordTurns(userName, () => passwords.matches(user.password_hash, password))
    if (!isRight) {
      onFailedLogin({ userId: user.id, address })
      if (limiter.reportLockout(userName)) onLockout(user)
      return null
    }
    limiter.succeeded(userName, address, device)
    return user
  }

  const grantIfEnabled = async (refresh: Refresh): Promise<TimedGrant | null> => {
    if ((await logins.byId(refresh.userId)) !== undefined) return grantOf(refresh)
    await refreshTokens.revoke(refresh.family)
    return null
  }

  const logOut = async (family: string): Promise<void> => {
    await refreshTokens.revoke(family)
    cachedSessions.delete(family)
  }

  return {
    keys,
    logIn: async (credentials) => {
      const user = await checkCredentials(credentials)
      if (user === null || 'retryAfterS' in user) return user
      const login = { userId: user.id, clientId: IDENTITY.ownClient }
      const refresh = await refreshTokens.beginByPassword(login, user.password_hash)
      if (refresh === null) return null
      const { expires_in: _, ...grant } = await grantOf(refresh)
      return { user: sessionUserOf(user), grant, deviceCookie: devices.issue(user) }
    },
    grantOf: grantIfEnabled,
    refresh: async (token, clientId) => {
      const next = await refreshTokens.rotate(token, clientId)
      return next === null ? null : grantIfEnabled(next)
    },
    logOut,
    userOf: async (userId) => {
      const user = await logins.byId(userId)
      return user === undefined ? null : sessionUserOf(user)
    },
    activeLogins: (families) => logins.activeLogins(families, now()),
    sessionOf: async (accessToken) => {
      const claims = await access.read(accessToken)
      if (claims === null) return null
      const known = cachedSessions.get(claims.family)
      if (known !== undefined && known.until > now()) return known.session
      dropExpired()
      // All requests that come meanwhile share the one look-up.
      const lookUp = {
        session: findSession(claims.family, claims.userId),
        until: now() + IDENTITY.sessionCacheMs,
      }
      cachedSessions.set(claims.family, lookUp)
      lookUp.session.catch(() => {
        if (cachedSessions.get(claims.family) === lookUp) cachedSessions.delete(claims.family)
      })
      return lookUp.session
    },
  }
}
