import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../backup/backup.service.ts'
import { checkBackupFile } from '../backup/backup-file.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { createProgressLine } from './progress-line.ts'

const USAGE = `Usage: npm run restore -- FILE

Fills an empty installation from a file of npm run backup. The file is checked first; nothing is changed if it is damaged or
if there is data already. Stop the server before. To restore beside old data: DATA_DIR=NEW-FOLDER npm run restore -- FILE`

await runCommand(USAGE, async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [given, ...rest] = positionals
  if (given === undefined) throw new BadArguments('Name the file to restore.')
  if (rest.length > 0) throw new BadArguments('Name one file.')
  const file = resolve(given)
  const line = createProgressLine(process.stderr, () => performance.now())
  const of = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const header = await checkBackupFile(file, (done) =>
    line.show({ phase: 'checking', done, of, unit: 'bytes' }),
  )
  await withDatabase(
    async (database, dataDir) => {
      await restoreBackup(database, file, header, (done, all) =>
        line.show({ phase: 'storing', done, of: all, unit: 'rows' }),
      )
      const own = join(dataDir, 'env.json')
      if (header.environment !== null && !existsSync(own)) writeFileSync(own, header.environment)
    },
    { attach: false, migrates: false },
  )
  line.clear()
  console.log(`Restored the backup of ${header.madeAt}. Start the server: npm start`)
  return 0
})
