import { type Kysely, sql } from 'kysely'

/** Tells at once which vehicles ever reported a harsh manoeuvre. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index vehicle_hour_harsh_reported on vehicle_hour (vehicle_id)
    where reported_accelerations > 0 or reported_brakings > 0 or harsh_cornerings > 0`.execute(db)
}
