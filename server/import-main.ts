import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultDataDir } from './db/data-dir.ts'
import { openDatabase } from './db/open-database.ts'
import { BadArguments, type ImportRequest, readArguments, USAGE } from './import/arguments.ts'
import { importFiles } from './import/import-files.ts'
import { createProgressLine } from './import/progress-line.ts'
import { createRejections } from './import/rejections.ts'
import { summaryText } from './import/summary-text.ts'
import { chooseCompany, ImportRefused } from './import/vehicles.ts'

const { env } = process
const projectDir = env['ROADBOOK_PROJECT'] ?? process.cwd()

const run = async (request: ImportRequest): Promise<number> => {
  const dataDir = defaultDataDir({ projectDir, uid: process.getuid?.(), env })
  mkdirSync(dataDir, { recursive: true })
  const startedAt = performance.now()
  const database = await openDatabase({ dataDir, databaseUrl: env['DATABASE_URL'], attach: true })
  try {
    const company = await chooseCompany(database.db, request.company, request.dryRun)
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const rejections = createRejections(join(dataDir, `import-rejected-${stamp}.txt`))
    const line = createProgressLine(process.stderr, () => performance.now())
    const summary = await importFiles(database.db, {
      ...request,
      files: request.files.map((file) => resolve(file)),
      company,
      timeZone: request.timeZone ?? company.timeZone,
      rejections,
      now: Date.now,
      onProgress: line.show,
    })
    line.clear()
    for (const message of summary.unreadable) console.error(message)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(summaryText(summary, rejections, { company: company.name, dryRun: request.dryRun, seconds }))
    const good = summary.stored + summary.duplicate
    return summary.unreadable.length > 0 || good === 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await run(readArguments(process.argv.slice(2)))
} catch (failure) {
  const message = failure instanceof Error ? failure.message : String(failure)
  console.error(failure instanceof BadArguments ? `${message}\n\n${USAGE}` : `The import failed: ${message}`)
  if (!(failure instanceof BadArguments || failure instanceof ImportRefused) && env['DEBUG'])
    console.error(failure)
  process.exitCode = failure instanceof BadArguments ? 2 : 1
}
