import { type Kysely, sql } from 'kysely'

/** Which widgets of the dashboard a user shows, in which order; null where none were chosen. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table user_preference add dashboard jsonb`.execute(db)
}
