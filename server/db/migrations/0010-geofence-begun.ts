import { type Kysely, sql } from 'kysely'

/** When its creator began a fence: identifies a creation that is sent again because its reply was lost. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table geofence add column begun_at timestamptz`.execute(db)
  await sql`create unique index geofence_begun on geofence (company_id, created_by, begun_at)`.execute(db)
}
