import type { Kysely } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { comparedName } from '#domain/compared-name.ts'
import type { Tables } from '../db/tables.ts'

/** A user who may log in. */
export type LoginUser = {
  readonly id: number
  readonly company_id: number | null
  readonly user_name: string
  readonly first_name: string
  readonly email: string | null
  /** The first is the effective one. */
  readonly roles: Role[]
  readonly alpha_access: boolean
  readonly beta_access: boolean
  readonly password_hash: string
  /** Of the company; null for a user of none. */
  readonly time_zone: string | null
}

/** Reads users who are not disabled, and their logins. */
export const createLoginRepository = ({ db }: { db: Kysely<Tables> }) => {
  const enabledUsers = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.company_id')
    .select([
      'app_user.id',
      'company.time_zone',
      ...(['company_id', 'user_name', 'first_name', 'email', 'roles'] as const),
      ...(['alpha_access', 'beta_access', 'password_hash'] as const),
    ])
    .where('disabled_at', 'is', null)
  return {
    byId: (id: number): Promise<LoginUser | undefined> =>
      enabledUsers.where('app_user.id', '=', id).executeTakeFirst(),
    /** Ignores case and surrounding blanks. */
    byName: (userName: string): Promise<LoginUser | undefined> =>
      enabledUsers.where('user_name', '=', comparedName(userName.trim())).executeTakeFirst(),
    /** The effective role behind each of these logins that is neither revoked nor expired at `at` (ms). */
    activeLogins: async (families: readonly string[], at: number): Promise<ReadonlyMap<string, Role>> => {
      if (families.length === 0) return new Map()
      const rows = await db
        .selectFrom('refresh_token')
        .innerJoin('app_user', 'app_user.id', 'refresh_token.user_id')
        .select(['refresh_token.family', 'refresh_token.revoked_at', 'app_user.roles'])
        .where('refresh_token.family', 'in', families)
        .where('refresh_token.family_expires_at', '>', new Date(at))
        .where('app_user.disabled_at', 'is', null)
        .execute()
      const revoked = new Set(
        rows.filter(({ revoked_at }) => revoked_at !== null).map(({ family }) => family),
      )
      return new Map(
        rows.flatMap(({ family, roles: [role] }) => (role && !revoked.has(family) ? [[family, role]] : [])),
      )
    },
  }
}
