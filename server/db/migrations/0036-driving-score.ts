import { type Kysely, sql } from 'kysely'

/**
 * What the driving score counts becomes figures of hours, and a company has alerts that its score counts, each change a row. Days that are
 * stored have zeros until they are derived again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const added = [
    ...['measured_s float8', 'speeding_s float8', 'excess_km float8', 'long_idling_s float8'],
    ...['reported_accelerations int4', 'reported_brakings int4'],
  ].map((column) => `add ${column} not null default 0`)
  for (const table of ['vehicle_hour', 'vehicle_day_figures'])
    await sql.raw(`alter table ${table} ${added.join(', ')}`).execute(db)
  await sql`create table scored_alert (
    id bigint generated always as identity primary key,
    company_id integer not null references company on delete cascade,
    alert text not null,
    is_scored boolean not null,
    changed_by integer references app_user on delete set null,
    changed_at timestamptz not null
  )`.execute(db)
  await sql`create index scored_alert_company on scored_alert (company_id, alert, id desc)`.execute(db)
}
