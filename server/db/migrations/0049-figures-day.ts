import { type Kysely, sql } from 'kysely'

/**
 * Finds the figures of a vehicle on a day by each index of them: in a database without statistics yet, PostgreSQL read those of all vehicles
 * of the day instead.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop index vehicle_day_figures_day`.execute(db)
  await sql`create index vehicle_day_figures_day on vehicle_day_figures (company_id, day, vehicle_id)`.execute(
    db,
  )
}
