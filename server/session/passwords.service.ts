import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { IDENTITY } from '../identity/limits.ts'
import type { LoginLimiter } from '../identity/login-limiter.ts'
import type { Passwords } from '../identity/passwords.ts'
import type { MailPort } from '../mail/outbox.repository.ts'

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

const mailText = (firstName: string, link: string): string => `Hello ${firstName},

somebody asked for a new password for your Roadbook account. If it was you, choose one here within 30 minutes:

${link}

The link works once. If it was not you, do nothing: your password stays as it is.
`

/** Forgotten, reset and changed passwords (OPEN-03, ADM-12). */
export const createPasswordService = ({
  db,
  passwords,
  mail,
  limiter,
  publicUrl,
  now,
  onError,
}: {
  db: Kysely<Tables>
  passwords: Passwords
  mail: MailPort
  limiter: LoginLimiter
  /** Where the portal is reached, for the link; never taken from a request. */
  publicUrl: () => string
  now: () => number
  onError: (error: unknown) => void
}) => {
  const endLogins = (tx: Kysely<Tables>, userId: number, but: string | null) =>
    tx
      .updateTable('refresh_token')
      .set({ revoked_at: new Date(now()) })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .$if(but !== null, (query) => query.where('family', '!=', but ?? ''))
      .execute()

  const setPassword = async (tx: Transaction<Tables>, userId: number, hash: string, but: string | null) => {
    await tx.updateTable('app_user').set({ password_hash: hash }).where('id', '=', userId).execute()
    await tx
      .updateTable('password_reset')
      .set({ used_at: new Date(now()) })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
    await endLogins(tx, userId, but)
  }

  const goodReset = (from: Kysely<Tables>, code: string) =>
    from
      .selectFrom('password_reset')
      .select('user_id')
      .where('hash', '=', hashOf(code))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(now()))

  const mailLink = async (account: string): Promise<void> => {
    const name = account.trim().toLowerCase()
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'email', 'first_name'])
      .where((eb) => eb.or([eb('user_name', '=', name), eb(sql`lower(email)`, '=', name)]))
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (user === undefined || user.email === null) return
    const code = randomBytes(32).toString('base64url')
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('password_reset').where('user_id', '=', user.id).execute()
      await tx
        .insertInto('password_reset')
        .values({
          hash: hashOf(code),
          user_id: user.id,
          expires_at: new Date(now() + IDENTITY.resetLifeMs),
          used_at: null,
        })
        .execute()
    })
    // The code stands behind the #, which browsers send to nobody (CONFLICT-40).
    const link = `${publicUrl()}/reset-password#${code}`
    await mail.send({
      to: user.email,
      subject: 'Choose a new password',
      text: mailText(user.first_name, link),
    })
  }

  return {
    /**
     * Mails a link if there is such an account; the answer does not wait for it, so that it takes as long either way (AC-11).
     * Answers the seconds to wait when there were too many tries, else null.
     */
    forgot: (account: string, address: string): number | null => {
      const retryAfterS = limiter.begin(`forgot ${account.trim()}`, address)
      if (retryAfterS === null) mailLink(account).catch(onError)
      return retryAfterS
    },
    /** Sets a password by a code and ends all logins. False for a code that is spent, expired or none. */
    reset: async (code: string, newPassword: string): Promise<boolean> => {
      // A code that is no good costs no hash, which anybody could ask for.
      if ((await goodReset(db, code).executeTakeFirst()) === undefined) return false
      const hash = await passwords.hash(newPassword)
      return db.transaction().execute(async (tx) => {
        const row = await goodReset(tx, code).forUpdate().executeTakeFirst()
        if (row === undefined) return false
        await setPassword(tx, row.user_id, hash, null)
        return true
      })
    },
    /** Changes a user's own password and ends the user's other logins. Answers whether the current one was right, or the seconds to wait. */
    change: async (
      { userId, family, address }: { userId: number; family: string; address: string },
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<boolean | { readonly retryAfterS: number }> => {
      const account = `change ${userId}`
      const retryAfterS = limiter.begin(account, address)
      if (retryAfterS !== null) return { retryAfterS }
      const { password_hash } = await db
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      if (!(await passwords.matches(password_hash, currentPassword))) return false
      limiter.succeeded(account, address)
      const hash = await passwords.hash(newPassword)
      await db.transaction().execute((tx) => setPassword(tx, userId, hash, family))
      return true
    },
  }
}

export type PasswordService = ReturnType<typeof createPasswordService>
