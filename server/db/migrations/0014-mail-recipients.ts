import { type Kysely, sql } from 'kysely'

/** The user a mail is for, since the role of its recipient decides who may read it. Older mails are matched by address. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table mail add column user_id int references app_user (id) on delete set null`.execute(db)
  await sql`update mail set user_id = (
    select min(id) from app_user where lower(email) = lower(recipient) having count(*) = 1
  )`.execute(db)
}
