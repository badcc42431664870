import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

/** Locks a table against everybody else until the transaction ends. */
export const lockTable = async (trx: Kysely<Tables>, table: string): Promise<void> => {
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
}

/** The queries that wait for a table. */
export const waitersFor = async (db: Kysely<Tables>, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from pg_locks
    where not granted and relation = ${table}::regclass`.execute(db)
  return rows[0]?.count ?? 0
}
