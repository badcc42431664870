import { type Kysely, sql } from 'kysely'

/** An open alert list asks every few seconds whether an alert has changed; and alerts know whether users may be told of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table alert add column is_news boolean not null default true`.execute(db)
  await sql`create index alert_changed on alert (greatest(changed_at, withdrawn_at, acknowledged_at))`.execute(
    db,
  )
}
