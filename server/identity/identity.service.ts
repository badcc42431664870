import type { Kysely } from 'kysely'
import type { Grant, SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import type { Caller } from '../access/caller.ts'
import type { Tables } from '../db/tables.ts'
import {
  type CodeBinding,
  type CodeClaim,
  createAuthorizationCodes,
} from './authorization-codes.repository.ts'
import { type IdentityKeys, loadKeys } from './keys.repository.ts'
import { IDENTITY } from './limits.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createLoginRepository, type LoginUser } from './logins.repository.ts'
import { createPasswords } from './passwords.ts'
import { createRefreshTokens, type Refresh } from './refresh-tokens.repository.ts'
import { createAccessTokens, createIdTokens, type IdHint } from './signed-tokens.ts'

/** A caller and the login that the call came under. */
export type Session = { readonly caller: Caller; readonly family: string }

type Credentials = { readonly userName: string; readonly password: string; readonly address: string }
type TimedGrant = Grant & { readonly expires_in: number }

export type Identity = {
  /** Null for a wrong user name or password, which are not told apart. */
  logIn(input: Credentials): Promise<{ user: SessionUser; grant: Grant } | { retryAfterS: number } | null>
  /** The same check, answered by a code with which a client fetches the tokens (OPEN-02). */
  authorize(
    input: Credentials,
    binding: CodeBinding,
  ): Promise<{ code: string } | { retryAfterS: number } | null>
  /** The first tokens for a code, or null where the code is no good. */
  exchange(claim: CodeClaim): Promise<(TimedGrant & { readonly id_token: string }) | null>
  /** A new pair for a refresh token, or null where the token is no good or another client's. */
  refresh(token: string, clientId: string): Promise<TimedGrant | null>
  logOut(family: string): Promise<void>
  /** Ends the login that an id token names, and answers whose it was; null for what is no id token of ours. */
  logOutByHint(idToken: string): Promise<IdHint | null>
  /** Who is behind a login. */
  userOf(userId: number): Promise<SessionUser | null>
  /** Who an access token stands for, or null. Trusts an earlier look at the database for `sessionCacheMs`. */
  sessionOf(accessToken: string): Promise<Session | null>
  /** The effective role behind each of these logins that is still good. */
  activeLogins(families: readonly string[]): Promise<ReadonlyMap<string, Role>>
  readonly keys: IdentityKeys
}

const callerOf = ({ id, company_id, roles: [role] }: LoginUser): Caller | null =>
  role === undefined ? null : { userId: id, role, companyId: company_id }

const sessionUserOf = ({ id, roles, first_name, beta_access, alpha_access }: LoginUser): SessionUser => ({
  id,
  roles,
  firstName: first_name,
  betaAccess: beta_access,
  alphaAccess: alpha_access,
})

/** Logins, their tokens, and who is behind a token. */
export const createIdentity = async ({
  db,
  now = Date.now,
  accessTokenLifeS = IDENTITY.accessTokenLifeS,
  issuer,
  onReuse,
}: {
  db: Kysely<Tables>
  now?: () => number
  accessTokenLifeS?: number | undefined
  /** Where the identity is reached, as id tokens say. */
  issuer: () => string
  /** Hears of a spent refresh token that came again and ended the login of this user (SE-06). */
  onReuse: (userId: number) => void
}): Promise<Identity> => {
  const keys = await loadKeys(db)
  const logins = createLoginRepository({ db })
  const passwords = await createPasswords()
  const access = createAccessTokens({ keys, now, lifeS: accessTokenLifeS })
  const refreshTokens = createRefreshTokens({ db, keys, now, onReuse })
  const codes = createAuthorizationCodes({ db, refreshTokens, now })
  const idTokens = createIdTokens({ keys, issuer, now })
  const limiter = createLoginLimiter({ now })
  const cachedSessions = new Map<string, { session: Session | null; until: number }>()

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

  /** Forgets what is no longer trusted, so that the map holds no more than the logins of the last moment. */
  const dropExpired = () => {
    for (const [family, { until }] of cachedSessions) if (until <= now()) cachedSessions.delete(family)
  }

  /** The user whom the credentials belong to, the seconds to wait, or null. */
  const checkCredentials = async ({
    userName,
    password,
    address,
  }: Credentials): Promise<LoginUser | { retryAfterS: number } | null> => {
    const retryAfterS = limiter.begin(userName, address)
    if (retryAfterS !== null) return { retryAfterS }
    const user = await logins.byName(userName)
    if (user === undefined) {
      await passwords.simulateCheck(password)
      return null
    }
    if (!(await passwords.matches(user.password_hash, password))) return null
    limiter.succeeded(userName, address)
    return user
  }

  /** The tokens of a login that goes on, or null where its user may no longer log in. */
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
      const { expires_in: _, ...grant } = await grantOf(await refreshTokens.begin(login))
      return { user: sessionUserOf(user), grant }
    },
    authorize: async (credentials, binding) => {
      const user = await checkCredentials(credentials)
      if (user === null || 'retryAfterS' in user) return user
      return { code: await codes.issue(user.id, binding) }
    },
    exchange: async (claim) => {
      const redeemed = await codes.redeem(claim)
      if (redeemed === null) return null
      const { refresh, nonce, authenticatedAt } = redeemed
      const grant = await grantIfEnabled(refresh)
      if (grant === null) return null
      return { ...grant, id_token: await idTokens.issue({ ...refresh, nonce, authenticatedAt }) }
    },
    refresh: async (token, clientId) => {
      const next = await refreshTokens.rotate(token, clientId)
      return next === null ? null : grantIfEnabled(next)
    },
    logOut,
    logOutByHint: async (idToken) => {
      const hint = await idTokens.readHint(idToken)
      if (hint !== null) await logOut(hint.family)
      return hint
    },
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
      const session = await findSession(claims.family, claims.userId)
      cachedSessions.set(claims.family, { session, until: now() + IDENTITY.sessionCacheMs })
      return session
    },
  }
}
