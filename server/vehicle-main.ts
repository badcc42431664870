import { parseArgs } from 'node:util'
import { projectDirOf } from './configuration.ts'
import { defaultDataDir } from './db/data-dir.ts'
import { openDatabase } from './db/open-database.ts'
import { deviceSettings, settingsText } from './vehicle-commands.ts'

const USAGE = 'Usage: npm run vehicle -- REGISTRATION [--company NAME]'

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { company: { type: 'string' } },
  })
  const [registration, ...rest] = positionals
  if (registration === undefined || rest.length > 0) throw new Error(USAGE)
  const dataDir = defaultDataDir({
    projectDir: projectDirOf(process.env),
    uid: process.getuid?.(),
    env: process.env,
  })
  const database = await openDatabase({ dataDir, databaseUrl: process.env['DATABASE_URL'], attach: true })
  try {
    console.log(settingsText(await deviceSettings(database.db, registration, values.company)))
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
