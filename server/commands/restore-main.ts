import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../backup/backup.service.ts'
import { checkBackupFile } from '../backup/backup-file.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { createProgressLine } from './progress-line.ts'

const USAGE = `Usage: npm run restore -- FILE

Fills an installation without data from a file of npm run backup, of this release or an older one. The file is checked first;
nothing is changed if it is damaged, or if the database holds rows or tables that are not Roadbook's. Tables without rows, of
a first start or of a restore that failed, are made anew. Stop the server before.
To restore beside old data: DATA_DIR=NEW-FOLDER npm run restore -- FILE

Everybody has to log in again: logins and password reset links of the backup are ended, and the keys that sign access tokens
are replaced, so that what was ended or leaked since the backup stays so. Passwords are those of the backup.`

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
  const { logins, resetLinks } = await withDatabase(
    async ({ pool }, dataDir) => {
      const ended = await restoreBackup(pool, file, header, {
        now: Date.now(),
        onRows: (done, all) => line.show({ phase: 'storing', done, of: all, unit: 'rows' }),
      })
      const own = join(dataDir, 'env.json')
      if (header.environment !== null && !existsSync(own)) writeFileSync(own, header.environment)
      return ended
    },
    { attach: false, migrates: false },
  )
  line.clear()
  console.log(
    `Restored the backup of ${header.madeAt}. Its logins (${logins} open) and password reset links (${resetLinks} open) were ended ` +
      'and its signing keys left out, so everybody logs in again. Start the server: npm start',
  )
  return 0
})
