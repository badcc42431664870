import { type Kysely, sql } from 'kysely'

/** With which fixes after it each day was derived: how many, and the time of the last one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table vehicle_day_figures
    add column next_fixes integer not null default 0, add column next_until timestamptz`.execute(db)
}
