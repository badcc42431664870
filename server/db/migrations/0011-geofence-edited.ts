import { type Kysely, sql } from 'kysely'

/** Whether a fence was edited after its creation. A repeated creation request may change it only until then. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table geofence add column edited boolean not null default false`.execute(db)
  await sql`update geofence set edited = true where revision > 1`.execute(db)
}
