import { type Kysely, sql, type Transaction } from 'kysely'
import { comparedName } from '#domain/compared-name.ts'
import type { Tables } from '../db/tables.ts'

/** Reset links by the hash of their code; those of a disabled user are not usable. */
const usableReset = (db: Kysely<Tables>, codeHash: string, at: number) =>
  db
    .selectFrom('password_reset')
    .innerJoin('app_user', 'app_user.id', 'password_reset.user_id')
    .select('user_id')
    .where('hash', '=', codeHash)
    .where('disabled_at', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(at))

/** Sets a password, uses up the user's reset links and ends the user's logins except `keptFamily`. */
const setPassword = async (
  tx: Transaction<Tables>,
  userId: number,
  { hash, keptFamily, at }: { hash: string; keptFamily: string | null; at: Date },
): Promise<void> => {
  // A demo user with a password of their own is a user as all others.
  await tx
    .updateTable('app_user')
    .set({ password_hash: hash, demo_login: null })
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('password_reset')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .updateTable('refresh_token')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keptFamily !== null, (query) => query.where('family', '!=', keptFamily ?? ''))
    .execute()
}

/** A request of a reset link, and whose; null for an unknown account. */
export type ResetRequest = { readonly id: number; readonly userId: number | null }

/** Stores passwords, reset links and requests of them. Times in ms. */
export const createPasswordRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /**
   * Stores that a link is requested for a user who may log in, by user name or e-mail address; ignores case and surrounding blanks. One with
   * the name comes before one with the address, since a name may look like an address. An unknown account takes as long.
   */
  addRequest: async (account: string, at: number): Promise<ResetRequest> => {
    const name = comparedName(account.trim())
    const user = await db
      .selectFrom('app_user')
      .select('id')
      .where((eb) => eb.or([eb('user_name', '=', name), eb(sql`lower(email)`, '=', name)]))
      .where('disabled_at', 'is', null)
      .orderBy((eb) => eb('user_name', '=', name), 'desc')
      .executeTakeFirst()
    const userId = user?.id ?? null
    const { id } = await db
      .insertInto('reset_request')
      .values({ user_id: userId, requested_at: new Date(at), taken_at: new Date(at) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, userId }
  },
  /** Takes the requests that were taken before and not ended since, each for one caller; deletes those of before `since`. */
  takeRequests: async ({
    before,
    since,
    at,
  }: {
    before: number
    since: number
    at: number
  }): Promise<readonly ResetRequest[]> => {
    await db.deleteFrom('reset_request').where('requested_at', '<', new Date(since)).execute()
    return db
      .updateTable('reset_request')
      .set({ taken_at: new Date(at) })
      .where('taken_at', '<', new Date(before))
      .returning(['id', 'user_id as userId'])
      .execute()
  },
  endRequest: async (id: number): Promise<void> => {
    await db.deleteFrom('reset_request').where('id', '=', id).execute()
  },
  /** Whom to mail to; undefined for a disabled user. */
  recipient: (userId: number) =>
    db
      .selectFrom('app_user')
      .select(['id', 'email', 'first_name as firstName'])
      .where('id', '=', userId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst(),
  /** Adds a link to those of the user, which stay usable: whoever requests another takes none away. Deletes expired ones. */
  storeReset: (
    userId: number,
    codeHash: string,
    { at, expiresAt }: { at: number; expiresAt: number },
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('password_reset')
        .where('user_id', '=', userId)
        .where('expires_at', '<=', new Date(at))
        .execute()
      await tx
        .insertInto('password_reset')
        .values({ hash: codeHash, user_id: userId, expires_at: new Date(expiresAt), used_at: null })
        .execute()
    }),
  isResetUsable: async (codeHash: string, at: number): Promise<boolean> =>
    (await usableReset(db, codeHash, at).executeTakeFirst()) !== undefined,
  /** Sets the password of the link's user, whose id it gives, and ends all logins. Null if the link is used, expired, unknown or of a disabled user. */
  resetPassword: (codeHash: string, passwordHash: string, at: number): Promise<number | null> =>
    db.transaction().execute(async (tx) => {
      const found = await usableReset(tx, codeHash, at).executeTakeFirst()
      if (found === undefined) return null
      // The user before the links, as everybody who changes both: otherwise two would wait for each other.
      await tx.selectFrom('app_user').select('id').where('id', '=', found.user_id).forNoKeyUpdate().execute()
      const row = await usableReset(tx, codeHash, at).executeTakeFirst()
      if (row === undefined) return null
      await setPassword(tx, row.user_id, { hash: passwordHash, keptFamily: null, at: new Date(at) })
      return row.user_id
    }),
  passwordHashOf: async (userId: number): Promise<string> => {
    const row = await db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return row.password_hash
  },
  /**
   * Sets a user's password and ends the user's logins except `keptFamily`. False if the password has changed since it was checked by
   * `checkedHash`, which is null where nobody had to know it.
   */
  changePassword: (
    userId: number,
    {
      checkedHash,
      hash,
      keptFamily,
      at,
    }: { checkedHash: string | null; hash: string; keptFamily: string | null; at: number },
  ): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (checkedHash !== null && user?.password_hash !== checkedHash) return false
      await setPassword(tx, userId, { hash, keptFamily, at: new Date(at) })
      return true
    }),
})

export type PasswordRepository = ReturnType<typeof createPasswordRepository>
