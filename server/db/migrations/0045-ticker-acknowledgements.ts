import { type Kysely, sql } from 'kysely'

/** Who has acknowledged which message of the ticker, as it reads since `changed_at` (TCK-05). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table ticker_acknowledgement (
    message_id int not null references ticker_message (id) on delete cascade,
    user_id int not null references app_user (id) on delete cascade,
    changed_at timestamptz not null,
    primary key (message_id, user_id)
  )`.execute(db)
  await sql`create index on ticker_acknowledgement (user_id)`.execute(db)
}
