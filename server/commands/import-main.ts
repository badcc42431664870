import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { createVisibleVehicles } from '../access/visible-vehicles.repository.ts'
import type { Tables } from '../db/tables.ts'
import { createUserRepository } from '../identity/users.repository.ts'
import { type ImportSummary, importFiles, UndecidedImport } from '../import/import.service.ts'
import { createRejections, fileProblemText } from '../import/readings.ts'
import { chosenCompany, terminalConfirm } from './chosen-company.ts'
import { runCommand, withDatabase } from './command.ts'
import {
  createColumnList,
  nextStepsText,
  questionsText,
  readArguments,
  summaryText,
  USAGE,
} from './import-commands.ts'
import { findServer } from './portal.ts'
import { createProgressLine } from './progress-line.ts'

/** Names of the company's users who may log in and see the vehicle of the first drive, or any vehicle if nothing drove. */
const loginsThatSee = async (
  db: Kysely<Tables>,
  { company, firstDrive }: ImportSummary,
): Promise<string[]> => {
  const visibleVehicles = createVisibleVehicles({ db })
  const users = await createUserRepository({ db }).ofCompany(company.id)
  const names = await Promise.all(
    users.map(async ({ id, user_name, roles }) => {
      const { vehicleIds } = await visibleVehicles({
        userId: id,
        companyId: company.id,
        role: roles[0] ?? 'CUSTOMER',
      })
      const sees = firstDrive === undefined ? vehicleIds.size > 0 : vehicleIds.has(firstDrive.vehicleId)
      return sees ? [user_name] : []
    }),
  )
  return names.flat()
}

await runCommand(USAGE, async (args) => {
  const request = readArguments(args)
  const { dryRun } = request
  const startedAt = performance.now()
  return withDatabase(async ({ db }, dataDir) => {
    const company = await chosenCompany(db, {
      wanted: request.company,
      // A dry run adds nothing.
      isNewAllowed: request.newCompany || dryRun,
      confirm: terminalConfirm(),
    })
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const rejections = createRejections(join(dataDir, `import-rejected-${stamp}.txt`))
    const line = createProgressLine(process.stderr, () => performance.now())
    const columns = createColumnList()
    const imported = importFiles(db, {
      ...request,
      files: request.files.map((file) => ({ path: resolve(file), name: resolve(file) })),
      company,
      timeZone: request.timeZone ?? company.timeZone,
      rejections,
      now: Date.now,
      onProgress: (progress) =>
        line.show({ ...progress, unit: progress.phase === 'reading' ? 'bytes' : 'fixes' }),
      observer: { onFormat: () => {}, onFix: () => {}, onColumns: columns.onColumns },
    })
    const summary = await imported.catch((failure: unknown) => {
      if (failure instanceof UndecidedImport) return failure
      throw failure
    })
    line.clear()
    if (columns.text() !== '') console.log(columns.text())
    if (summary instanceof UndecidedImport) {
      console.error(`Nothing was imported.\n${questionsText(summary.questions)}`)
      return 1
    }
    for (const problem of summary.unreadable) console.error(`${fileProblemText(problem)}.`)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(summaryText(summary, rejections, { company: company.name, dryRun, seconds }))
    const good = summary.stored + summary.duplicate
    if (good > 0 && !dryRun) {
      const logins = await loginsThatSee(db, summary)
      const { firstDrive } = summary
      const server = findServer(dataDir, process.env)
      console.log(
        `\n${nextStepsText({ company: company.name, timeZone: company.timeZone, logins, firstDrive, server })}`,
      )
    }
    return summary.unreadable.length > 0 || summary.failed.length > 0 || good === 0 ? 1 : 0
  })
})
