import { type Kysely, sql } from 'kysely'
import { createPasswords } from '../../identity/passwords.ts'

/** The demo's users and their password up to this migration. */
const NAMES = [
  ...['rootadmin', 'superadmin', 'cssupport', 'customer', 'customeradmin', 'manager', 'configmanager'],
  ...['analytics', 'support', 'customeralpha', 'customerbeta'],
]
const PASSWORD = 'roadbook'

type User = { readonly id: number; readonly password_hash: string }

/**
 * Marks the users of an earlier demo. One with another password belongs to whoever chose it. Where a hash cannot be
 * checked, the user is marked, since such a user can be given a new password, but an open door is not seen.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table app_user add column demo_login text check (demo_login in ('on', 'off'))`.execute(db)
  const { rows } =
    await sql<User>`select id, password_hash from app_user where user_name in (${sql.join(NAMES)})`.execute(
      db,
    )
  const passwords = await createPasswords()
  for (const { id, password_hash } of rows)
    if (await passwords.matches(password_hash, PASSWORD).catch(() => true))
      await sql`update app_user set demo_login = 'on' where id = ${id}`.execute(db)
}
