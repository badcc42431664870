import { type Kysely, sql } from 'kysely'

/** Fixes keep by how much they were redated because their device's clock was ahead. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['open_fix', 'latest_fix'])
    await sql`alter table ${sql.table(table)} add clock_ahead float8`.execute(db)
}
