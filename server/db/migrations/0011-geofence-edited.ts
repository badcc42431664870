import { type Kysely, sql } from 'kysely'

/** Whether a fence was edited since; its creation, sent again, may change it only until then. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table geofence add column edited boolean not null default false`.execute(db)
  await sql`update geofence set edited = true where revision > 1`.execute(db)
}
