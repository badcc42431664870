import { type Kysely, sql } from 'kysely'

/** Requests of reset links that have been answered and not mailed yet; without a user where the account is unknown. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table reset_request (
    id int generated always as identity primary key,
    user_id int references app_user (id) on delete cascade,
    requested_at timestamptz not null,
    taken_at timestamptz not null
  )`.execute(db)
}
