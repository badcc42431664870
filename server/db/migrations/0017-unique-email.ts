import { type Kysely, sql } from 'kysely'

/**
 * One user for each e-mail address. Where several have one, it stays with the oldest of those who may log in; the others'
 * is kept in `duplicate_email`, and every start names them until each has an address of their own.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table app_user add column duplicate_email text`.execute(db)
  await sql`update app_user set duplicate_email = email, email = null
    from (
      select id, row_number() over (partition by lower(email) order by disabled_at is not null, id) as place
      from app_user
      where email is not null
    ) ranked
    where ranked.id = app_user.id and ranked.place > 1`.execute(db)
  await sql`drop index if exists app_user_lower_idx`.execute(db)
  await sql`create unique index app_user_email_key on app_user (lower(email))`.execute(db)
}
