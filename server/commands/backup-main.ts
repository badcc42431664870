import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '../backup/backup.service.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { createProgressLine } from './progress-line.ts'

const USAGE = `Usage: npm run backup -- FILE

Writes all data, as it is at this moment, and the data folder's env.json to a new file, while the server runs or not.
FILE holds password hashes and keys: keep it as safe as the data. It is readable by you alone, appears when it is complete, and
never replaces a file. npm run restore reads it.

With PGlite (DATABASE_URL=pglite:, and where there is no PostgreSQL for the platform) stop the server before: its data can be
open in one process only. While the server runs, the command is refused, and nothing is written.`

await runCommand(USAGE, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [given, ...rest] = positionals
  if (given === undefined) throw new BadArguments('Name the file to write.')
  if (rest.length > 0) throw new BadArguments('Name one file.')
  const file = resolve(given)
  const line = createProgressLine(process.stderr, () => performance.now())
  const { tables } = await withDatabase(
    ({ pool }, dataDir) => {
      const own = join(dataDir, 'env.json')
      return writeBackup(pool, file, {
        environment: existsSync(own) ? readFileSync(own, 'utf8') : null,
        now: Date.now(),
        onRows: (done, of) => line.show({ phase: 'writing', done, of, unit: 'rows' }),
      })
    },
    { migrates: false },
  )
  line.clear()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  console.log(
    `Backed up ${rows.toLocaleString('en-IN')} rows of ${tables.length} tables to ${file} (${megabytes} MB).`,
  )
  return 0
})
