import type { Kysely } from 'kysely'
import type { Grant, SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import type { Tables } from '../db/tables.ts'
import type { Caller } from '../services/caller.ts'
import { createAccessTokens } from './access-tokens.ts'
import { type IdentityKeys, loadKeys } from './keys.ts'
import { IDENTITY } from './limits.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createPasswords } from './passwords.ts'
import { createRefreshTokens, type Refresh } from './refresh-tokens.ts'

/** A caller and the login that the call came under. */
export type Session = { readonly caller: Caller; readonly family: string }

export type Identity = {
  /** Null for a wrong user name or password, which are not told apart. */
  logIn(input: {
    userName: string
    password: string
    address: string
  }): Promise<{ user: SessionUser; grant: Grant } | { retryAfterS: number } | null>
  /** A new pair for a refresh token, or null where the token is no good. */
  refresh(token: string): Promise<(Grant & { expires_in: number }) | null>
  logOut(family: string): Promise<void>
  /** Who an access token stands for, or null. Trusts an earlier look at the database for `trustMs`. */
  sessionOf(accessToken: string): Promise<Session | null>
  /** The effective role behind each of these logins that is still good. */
  livingLogins(families: readonly string[]): Promise<ReadonlyMap<string, Role>>
  readonly keys: IdentityKeys
}

type UserRow = {
  id: number
  company_id: number | null
  first_name: string
  roles: Role[]
  alpha_access: boolean
  beta_access: boolean
  password_hash: string
}

const USER_COLUMNS = [
  'id',
  'company_id',
  'first_name',
  'roles',
  'alpha_access',
  'beta_access',
  'password_hash',
] as const

const callerOf = ({ id, company_id, roles: [role] }: UserRow): Caller | null =>
  role === undefined ? null : { userId: id, role, companyId: company_id }

/** Logins by password, their tokens, and who is behind a token. */
export const createIdentity = async ({
  db,
  now = Date.now,
  accessTokenLifeS = IDENTITY.accessTokenLifeS,
}: {
  db: Kysely<Tables>
  now?: () => number
  accessTokenLifeS?: number | undefined
}): Promise<Identity> => {
  const keys = await loadKeys(db)
  const passwords = await createPasswords()
  const access = createAccessTokens({ keys, now, lifeS: accessTokenLifeS })
  const refreshTokens = createRefreshTokens({ db, keys, now })
  const limiter = createLoginLimiter({ now })
  const trusted = new Map<string, { session: Session | null; until: number }>()

  const userById = (id: number): Promise<UserRow | undefined> =>
    db
      .selectFrom('app_user')
      .select(USER_COLUMNS)
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()

  const grantOf = async (refresh: Refresh): Promise<Grant & { expires_in: number }> => {
    const { token, expiresOn } = await access.issue(refresh, refresh.issuedAt, refresh.familyExpiresAt)
    return {
      access_token: token,
      refresh_token: refresh.token,
      expires_on: expiresOn,
      expires_in: Math.max(0, expiresOn - Math.floor(now() / 1000)),
    }
  }

  const look = async (family: string, userId: number): Promise<Session | null> => {
    const [user, lives] = await Promise.all([userById(userId), refreshTokens.lives(family, userId)])
    const caller = user === undefined || !lives ? null : callerOf(user)
    return caller === null ? null : { caller, family }
  }

  /** Forgets what is no longer trusted, so that the map holds no more than the logins of the last moment. */
  const forgetOld = () => {
    for (const [family, { until }] of trusted) if (until <= now()) trusted.delete(family)
  }

  return {
    keys,
    logIn: async ({ userName, password, address }) => {
      const retryAfterS = limiter.begin(userName, address)
      if (retryAfterS !== null) return { retryAfterS }
      const user = await db
        .selectFrom('app_user')
        .select(USER_COLUMNS)
        .where('user_name', '=', userName.trim().toLowerCase())
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      if (user === undefined) {
        await passwords.pretend(password)
        return null
      }
      if (!(await passwords.matches(user.password_hash, password))) return null
      limiter.succeeded(userName, address)
      const { expires_in: _, ...grant } = await grantOf(await refreshTokens.begin(user.id))
      return {
        user: {
          id: user.id,
          roles: user.roles,
          firstName: user.first_name,
          betaAccess: user.beta_access,
          alphaAccess: user.alpha_access,
        },
        grant,
      }
    },
    refresh: async (token) => {
      const next = await refreshTokens.rotate(token)
      if (next === null) return null
      if ((await userById(next.userId)) === undefined) {
        await refreshTokens.revoke(next.family)
        return null
      }
      return grantOf(next)
    },
    logOut: async (family) => {
      await refreshTokens.revoke(family)
      trusted.delete(family)
    },
    livingLogins: async (families) => {
      if (families.length === 0) return new Map()
      const rows = await db
        .selectFrom('refresh_token')
        .innerJoin('app_user', 'app_user.id', 'refresh_token.user_id')
        .select(['refresh_token.family', 'refresh_token.revoked_at', 'app_user.roles'])
        .where('refresh_token.family', 'in', families)
        .where('refresh_token.family_expires_at', '>', new Date(now()))
        .where('app_user.disabled_at', 'is', null)
        .execute()
      const revoked = new Set(
        rows.filter(({ revoked_at }) => revoked_at !== null).map(({ family }) => family),
      )
      return new Map(
        rows.flatMap(({ family, roles: [role] }) => (role && !revoked.has(family) ? [[family, role]] : [])),
      )
    },
    sessionOf: async (accessToken) => {
      const claims = await access.read(accessToken)
      if (claims === null) return null
      const known = trusted.get(claims.family)
      if (known !== undefined && known.until > now()) return known.session
      forgetOld()
      const session = await look(claims.family, claims.userId)
      trusted.set(claims.family, { session, until: now() + IDENTITY.trustMs })
      return session
    },
  }
}
