import { join, resolve } from 'node:path'
import { importFiles } from '../import/import.service.ts'
import { createRejections } from '../import/readings.ts'
import { chooseCompany } from '../import/vehicles.repository.ts'
import { runCommand, withDatabase } from './command.ts'
import { createProgressLine, readArguments, summaryText, USAGE } from './import-commands.ts'

await runCommand(USAGE, async (args) => {
  const request = readArguments(args)
  const { dryRun } = request
  const startedAt = performance.now()
  return withDatabase(async ({ db }, dataDir) => {
    const company = await chooseCompany(db, request.company, dryRun)
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const rejections = createRejections(join(dataDir, `import-rejected-${stamp}.txt`))
    const line = createProgressLine(process.stderr, () => performance.now())
    const summary = await importFiles(db, {
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
    console.log(summaryText(summary, rejections, { company: company.name, dryRun, seconds }))
    const good = summary.stored + summary.duplicate
    return summary.unreadable.length > 0 || good === 0 ? 1 : 0
  })
})
