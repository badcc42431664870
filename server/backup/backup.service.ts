import type pg from 'pg'
import { MIGRATION_NAMES, migrateInTransaction, migrationsUpTo } from '../db/migrate.ts'
import {
  type BackupSchema,
  inSnapshot,
  insertRows,
  inTransaction,
  readRows,
  readSchema,
  setSequences,
} from '../db/table-rows.ts'
import { type BackupHeader, readBackupLines, writeBackupFile } from './backup-file.ts'
import { type EndedLogins, endLogins } from './ended-logins.ts'
import { clearTarget } from './target-database.ts'

/** Rows done of all. */
export type RowProgress = (done: number, of: number) => void

/** Rows inserted at once, and their characters. */
const INSERTED = { rows: 1000, length: 4_000_000 } as const

const countOf = ({ tables }: Pick<BackupSchema, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

async function* linesOf(client: pg.ClientBase, schema: BackupSchema, onRows: RowProgress) {
  const of = countOf(schema)
  let done = 0
  for (const table of schema.tables)
    for await (const rows of readRows(client, table)) {
      done += rows.length
      onRows(done, of)
      yield rows
    }
}

/**
 * Writes all of the database, as it is at this moment, to a new file. Other connections may go on writing.
 * @throws Error if there is nothing to back up or the file exists.
 */
export const writeBackup = (
  pool: pg.Pool,
  file: string,
  { environment, now, onRows }: { environment: string | null; now: number; onRows: RowProgress },
): Promise<BackupHeader> =>
  inSnapshot(pool, async (client) => {
    const schema = await readSchema(client)
    if (schema.migrations.length === 0) throw new Error('There is no data to back up.')
    const header = { ...schema, madeAt: new Date(now).toISOString(), environment }
    await writeBackupFile(file, header, linesOf(client, schema, onRows))
    return header
  })

/** @throws Error if a backup names what the release that made it did not have: it would be written where no backup belongs. */
const refuseForeign = (file: string, header: BackupSchema, ours: BackupSchema): void => {
  const named = ({ tables }: BackupSchema): string[] =>
    tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column}`)])
  const known = new Set(named(ours))
  const foreign = named(header).find((name) => !known.has(name))
  if (foreign !== undefined)
    throw new Error(
      `${file} was changed: it has ${foreign}, which the release that made it had not. Use another backup. Nothing was changed.`,
    )
}

/**
 * Makes the tables of a checked backup in a database without rows, adds its rows, migrates to this release and ends the logins
 * of the backup: all in one transaction, so that a restore that fails leaves the database as it was.
 * @throws Error if the database holds rows or foreign tables, or the backup comes from a newer release.
 */
export const restoreBackup = (
  pool: pg.Pool,
  file: string,
  header: BackupHeader,
  { now, onRows }: { now: number; onRows: RowProgress },
): Promise<EndedLogins> => {
  const migrations = migrationsUpTo(header.migrations)
  return inTransaction(pool, async (client) => {
    await clearTarget(client, MIGRATION_NAMES)
    await migrateInTransaction(client, migrations)
    refuseForeign(file, header, await readSchema(client))
    await insertAll(client, file, header, onRows)
    await setSequences(client, header.sequences)
    await migrateInTransaction(client)
    return endLogins(client, now)
  })
}

const insertAll = async (
  client: pg.ClientBase,
  file: string,
  header: BackupHeader,
  onRows: RowProgress,
): Promise<void> => {
  const of = countOf(header)
  let done = 0
  const lines = readBackupLines(file)
  for (const table of header.tables) {
    let batch: string[] = []
    let length = 0
    const flush = async () => {
      if (batch.length > 0) await insertRows(client, table, batch)
      done += batch.length
      onRows(done, of)
      batch = []
      length = 0
    }
    for (let row = 0; row < table.rows; row += 1) {
      const { value = '' } = await lines.next()
      batch.push(value)
      length += value.length
      if (batch.length >= INSERTED.rows || length >= INSERTED.length) await flush()
    }
    await flush()
  }
}
