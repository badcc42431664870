import { type Kysely, sql } from 'kysely'

/** Counts the saves of a fence, so that a form opened before another user's save does not undo it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table geofence add column revision int not null default 1`.execute(db)
}
