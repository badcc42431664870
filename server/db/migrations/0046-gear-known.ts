import { type Kysely, sql } from 'kysely'

/** Hours know how long the gear was reported. Every closed day is put down to be derived again; open days are at each start. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['vehicle_hour', 'vehicle_day_figures'])
    await sql`alter table ${sql.table(table)} add gear_known_s float8 not null default 0`.execute(db)
  await sql`insert into figures_pending (company_id, vehicle_id, day)
    select company_id, vehicle_id, day from vehicle_day on conflict do nothing`.execute(db)
}
