import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import { writeBackup } from '#server/backup/backup.service.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Tables } from '#server/db/tables.ts'
import { addRows } from './rows.ts'

const KEPT_IN = join(import.meta.dirname, '..', '..', 'tests', 'startup', 'last-release')
const SCHEMA = join(KEPT_IN, 'schema.json.gz')
const ROWS = join(KEPT_IN, 'rows.backup')
const READS = /^\s*select\b/i

const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-release-'))
await chmod(dataDir, 0o755)
const database = await openDatabase({ dataDir, migrates: false })
try {
  // The statements as they ran, so that a migration which is edited later is not what makes the kept tables.
  const statements: Array<{ sql: string; parameters: readonly unknown[] }> = []
  const recorded = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query: { sql, parameters } }) => {
      if (!READS.test(sql)) statements.push({ sql, parameters })
    },
  })
  await migrate(recorded)
  await addRows(database.db)
  await rm(ROWS, { force: true })
  const { tables, migrations } = await writeBackup(database.pool, ROWS, {
    environment: null,
    now: Date.now(),
    onRows: () => {},
  })
  const bare = tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
  if (bare.length > 0)
    throw new Error(`No row of ${bare.join(', ')} was kept. Add some in scripts/last-release/rows.ts.`)
  await writeFile(SCHEMA, gzipSync(JSON.stringify(statements)))
  const bytes = (await stat(SCHEMA)).size + (await stat(ROWS)).size
  console.log(
    `Kept ${tables.length} tables of ${migrations.at(-1)} in ${KEPT_IN} (${Math.ceil(bytes / 1000)} kB).`,
  )
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
