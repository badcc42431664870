import { type Kysely, sql } from 'kysely'

/** Fixes keep how exact their position is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['open_fix', 'latest_fix'])
    await sql`alter table ${sql.table(table)} add accuracy float8`.execute(db)
}
