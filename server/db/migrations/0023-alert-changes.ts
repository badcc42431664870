import { type Kysely, sql } from 'kysely'

/**
 * An open alert list asks every few seconds whether an alert has changed; alerts know whether users may be told of them; and those that
 * last or ended lately are found without reading a vehicle's whole history.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table alert add column is_news boolean not null default true`.execute(db)
  await sql`create index alert_changed on alert (greatest(changed_at, withdrawn_at, acknowledged_at))`.execute(
    db,
  )
  await sql`create index alert_open on alert (vehicle_id) where ended is null`.execute(db)
  await sql`create index alert_ended on alert (vehicle_id, ended)`.execute(db)
}
