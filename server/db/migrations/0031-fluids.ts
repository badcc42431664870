import { type Kysely, sql } from 'kysely'

/**
 * Fixes carry the coolant's temperature, the oil's pressure and the battery's voltage, and each day keeps the levels of all fluids,
 * from its next derivation on: stored days are put down for that already.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['open_fix', 'latest_fix'])
    await sql`alter table ${sql.table(table)} add coolant float8, add oil_pressure float8, add battery float8`.execute(
      db,
    )
  await sql`create table vehicle_day_fluid (
    company_id integer not null references company on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    day date not null,
    fluid text not null,
    low float8 not null,
    mean float8 not null,
    high float8 not null,
    fixes integer not null,
    primary key (company_id, vehicle_id, day, fluid)
  )`.execute(db)
}
