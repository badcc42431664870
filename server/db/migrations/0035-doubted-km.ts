import { type Kysely, sql } from 'kysely'

/** Hours and days keep the km for which an odometer was reported and not believed, and what it showed instead. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['vehicle_hour', 'vehicle_day_figures'])
    await sql`alter table ${sql.table(table)}
      add doubted_km float8 not null default 0,
      add doubted_odometer_km float8 not null default 0`.execute(db)
}
