import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fix } from '#domain/fix.ts'
import { DAY_MS } from '#domain/units.ts'
import { type ImportOptions, type ImportSummary, importFiles } from '#server/import/import.service.ts'
import { createRejections, type FileProblem, fileProblemText } from '#server/import/readings.ts'
import { chooseCompany } from '#server/import/vehicles.repository.ts'
import { fixAt } from '#server/track/columns.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import type { TestDatabase } from '#tests/kit/server/test-database.ts'

export const NOW = Date.UTC(2026, 10, 20, 6, 30)

/** Problems as texts, without the folder. */
export type Imported = Omit<ImportSummary, 'unreadable' | 'leftOut'> & {
  readonly unreadable: readonly string[]
  readonly leftOut: readonly string[]
  /** The first rejections. */
  readonly reasons: readonly string[]
  readonly all: string | undefined
}

/** Writes files into a folder of their own and imports them into a company named by the test, which exists unless it `isNew`. */
export const importer = (
  database: TestDatabase,
  companyName: string,
  { isNew = false }: { isNew?: boolean } = {},
) => {
  const run = async (
    files: Readonly<Record<string, string | Buffer>>,
    options: Partial<
      Pick<
        ImportOptions,
        | 'timeZone'
        | 'units'
        | 'dateOrder'
        | 'placeOrder'
        | 'vehicle'
        | 'dryRun'
        | 'onProgress'
        | 'bounds'
        | 'signal'
        | 'observer'
      >
    > = {},
  ): Promise<Imported> => {
    const folder = await mkdtemp(join(tmpdir(), 'roadbook-import-'))
    try {
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
      const { db } = database
      if (!isNew)
        await db
          .insertInto('company')
          .values({ name: companyName })
          .onConflict((on) => on.doNothing())
          .execute()
      const { company } = await chooseCompany(db, companyName)
      const rejections = createRejections(join(folder, 'rejected.txt'))
      const summary = await importFiles(db, {
        files: Object.keys(files).map((name) => ({ path: join(folder, name), name: join(folder, name) })),
        company,
        timeZone: company.timeZone,
        units: {},
        vehicle: undefined,
        dryRun: false,
        rejections,
        now: () => NOW,
        onProgress: () => {},
        ...options,
      })
      const short = (problem: FileProblem) => fileProblemText(problem).replaceAll(`${folder}/`, '')
      return {
        ...summary,
        unreadable: summary.unreadable.map(short),
        leftOut: summary.leftOut.map(short),
        reasons: rejections.first().map(short),
        all: rejections.file(),
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  const vehicle = async (registration: string) =>
    database.db
      .selectFrom('vehicle')
      .innerJoin('company', 'company.id', 'vehicle.company_id')
      .select(['vehicle.id', 'vehicle.company_id'])
      .where('company.name', '=', companyName)
      .where('registration', '=', registration)
      .executeTakeFirst()

  /** All stored data of a vehicle. */
  const stored = async (registration: string): Promise<Fix[]> => {
    const found = await vehicle(registration)
    if (!found) return []
    const columns = await createTrackRepository({ db: database.db }).readRange({
      companyId: found.company_id,
      vehicleId: found.id,
      from: 0,
      to: NOW + 400 * DAY_MS,
    })
    return Array.from({ length: columns.length }, (_, i) => fixAt(columns, i))
  }

  const latest = async (registration: string) => {
    const found = await vehicle(registration)
    if (!found) return undefined
    return database.db
      .selectFrom('latest_fix')
      .selectAll()
      .where('vehicle_id', '=', found.id)
      .executeTakeFirst()
  }

  const days = async (registration: string) => {
    const found = await vehicle(registration)
    if (!found) return []
    const rows = await database.db
      .selectFrom('vehicle_day')
      .select(['day', 'fixes'])
      .where('vehicle_id', '=', found.id)
      .orderBy('day')
      .execute()
    return rows
  }

  return { run, stored, latest, days }
}
