import { type Kysely, sql } from 'kysely'

/**
 * Identifies a creation by its creator and start time in any company: staff's fences belong to the company of their
 * vehicles, which a repeated request may name differently.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update geofence set begun_at = null where exists (
    select from geofence first where first.created_by = geofence.created_by and first.begun_at = geofence.begun_at and first.id < geofence.id
  )`.execute(db)
  await sql`drop index geofence_begun`.execute(db)
  await sql`create unique index geofence_begun on geofence (created_by, begun_at)`.execute(db)
}
