import { type Kysely, sql } from 'kysely'

/** How each user reads the portal. Who has chosen nothing has no row. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table user_preference (
    user_id integer primary key references app_user on delete cascade,
    language text,
    distance text not null,
    volume text not null,
    economy text not null
  )`.execute(db)
}
