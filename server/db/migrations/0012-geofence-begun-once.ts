import { type Kysely, sql } from 'kysely'

/**
 * A creation is known again by its creator and its moment in whichever company it would lie: staff's fences lie where their
 * vehicles are, which a repeated creation may name otherwise.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update geofence set begun_at = null where exists (
    select from geofence first where first.created_by = geofence.created_by and first.begun_at = geofence.begun_at and first.id < geofence.id
  )`.execute(db)
  await sql`drop index geofence_begun`.execute(db)
  await sql`create unique index geofence_begun on geofence (created_by, begun_at)`.execute(db)
}
