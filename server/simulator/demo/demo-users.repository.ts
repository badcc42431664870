import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { readDemoState } from './demo.repository.ts'

/**
 * The users that the demo made and whose password is still one that the demo gave them. `app_user.demo_login` marks them;
 * setting a password of one's own removes the mark.
 */
export const createDemoUsers = ({ db }: { db: Kysely<Tables> }) => {
  const names = (rows: ReadonlyArray<{ readonly user_name: string }>) =>
    rows.map(({ user_name }) => user_name).sort()
  const endLogins = (tx: Kysely<Tables>) =>
    tx
      .updateTable('refresh_token')
      .set({ revoked_at: sql<Date>`now()` })
      .where('revoked_at', 'is', null)
      .where('user_id', 'in', tx.selectFrom('app_user').select('id').where('demo_login', 'is not', null))
      .execute()
  return {
    /** Whether users were made already. */
    areSeeded: async (): Promise<boolean> => (await readDemoState(db)) !== undefined,
    /** The names of those who can log in. */
    enabled: async (): Promise<string[]> =>
      names(
        await db
          .selectFrom('app_user')
          .select('user_name')
          .where('demo_login', 'is not', null)
          .where('disabled_at', 'is', null)
          .orderBy('id')
          .execute(),
      ),
    /** Disables them and ends their logins. Returns the names of those who could log in until now. */
    disable: (): Promise<string[]> =>
      db.transaction().execute(async (tx) => {
        const disabled = await tx
          .updateTable('app_user')
          .set({ disabled_at: sql<Date>`now()`, demo_login: 'off' })
          .where('demo_login', 'is not', null)
          .where('disabled_at', 'is', null)
          .returning('user_name')
          .execute()
        if (disabled.length > 0) await endLogins(tx)
        return names(disabled)
      }),
    /** Enables those whom `disable` has disabled, and nobody whom an administrator has. */
    enable: async (): Promise<void> => {
      await db
        .updateTable('app_user')
        .set({ disabled_at: null, demo_login: 'on' })
        .where('demo_login', '=', 'off')
        .execute()
    },
    /** Their different password hashes. */
    passwordHashes: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('app_user')
        .select('password_hash')
        .distinct()
        .where('demo_login', 'is not', null)
        .execute()
      return rows.map(({ password_hash }) => password_hash)
    },
    /** Gives all of them one password and ends their logins. They stay demo users. */
    setPasswordHash: (hash: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('app_user')
          .set({ password_hash: hash })
          .where('demo_login', 'is not', null)
          .execute()
        await endLogins(tx)
      }),
  }
}

export type DemoUsers = ReturnType<typeof createDemoUsers>
