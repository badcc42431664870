import { type Kysely, sql, type Transaction } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { comparedName } from '#domain/compared-name.ts'
import type { Tables } from '../db/tables.ts'
import type { Person } from './openid-provider.ts'

/** Why a person whom the provider has authenticated may not come in. */
export type NotLinked = Extract<
  ErrorCode,
  'personUnknown' | 'emailUnverified' | 'userDisabled' | 'userLinkedElsewhere'
>

const linkedUser = (tx: Transaction<Tables>, { issuer, subject }: Person) =>
  tx
    .selectFrom('identity_link')
    .innerJoin('app_user', 'app_user.id', 'identity_link.user_id')
    .select(['app_user.id', 'app_user.disabled_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Which user a person at an identity provider is. */
export const createIdentityLinks = ({ db }: { db: Kysely<Tables> }) => ({
  /**
   * The user's id. At the first login a verified e-mail address finds the user, from then on the subject alone does, so that
   * nobody becomes another user by an address that changes hands.
   */
  userOf: (person: Person, at: number): Promise<number | NotLinked> =>
    db.transaction().execute(async (tx) => {
      const linked = await linkedUser(tx, person)
      if (linked !== undefined) return linked.disabled_at === null ? linked.id : 'userDisabled'
      if (person.email === null) return 'personUnknown'
      if (!person.isEmailVerified) return 'emailUnverified'
      const user = await tx
        .selectFrom('app_user')
        .select(['id', 'disabled_at'])
        .where(sql`lower(email)`, '=', comparedName(person.email))
        .executeTakeFirst()
      if (user === undefined) return 'personUnknown'
      if (user.disabled_at !== null) return 'userDisabled'
      await tx
        .insertInto('identity_link')
        .values({
          issuer: person.issuer,
          subject: person.subject,
          user_id: user.id,
          linked_at: new Date(at),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return (await linkedUser(tx, person))?.id ?? 'userLinkedElsewhere'
    }),
  /** Forgets who the user is at the providers. Returns whether anything was known. */
  unlink: async (userId: number): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('identity_link')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

export type IdentityLinks = ReturnType<typeof createIdentityLinks>
