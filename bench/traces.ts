import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { importFiles } from '#server/import/import.service.ts'
import { createRejections } from '#server/import/readings.ts'
import { chooseCompany } from '#server/import/vehicles.repository.ts'
import type { BenchResult } from './result.ts'

/** Traces that nobody here wrote, each with the length of the path through its positions, km, and how near to it is right, in percent. */
const TRACES = [
  // Its speeds name no unit; the import asks, because the positions say miles per hour.
  { file: 'austin-buses-2015-09-06.csv', km: 28_824.8, percent: 1, units: { speed: 'mph' } },
  { file: 'cerknicko-jezero.gpx', km: 13.665, percent: 1, units: {} },
  { file: 'korita-zbevnica.gpx', km: 6.282, percent: 1, units: {} },
] as const

const importedKm = async (
  { db }: Database,
  folder: string,
  { file, units }: (typeof TRACES)[number],
): Promise<number> => {
  await db.insertInto('company').values({ name: file }).execute()
  const { company } = await chooseCompany(db, file)
  await importFiles(db, {
    files: [{ path: join(folder, file), name: file }],
    ...{ company, timeZone: company.timeZone, units, vehicle: undefined, dryRun: false },
    ...{ rejections: createRejections(join(tmpdir(), 'roadbook-traces-rejected.txt')), now: Date.now },
    onProgress: () => {},
  })
  const { rows } = await sql<{ km: number }>`
    select coalesce(sum(distance_km), 0)::float8 as km from vehicle_hour where company_id = ${company.id}`.execute(
    db,
  )
  return rows[0]?.km ?? 0
}

/** The kilometres of real traces in the folder BENCH_TRACES, as imported, beside the length of their paths. */
export const run = async (): Promise<BenchResult[]> => {
  const folder = process.env['BENCH_TRACES']
  if (folder === undefined) {
    console.log('  skipped: BENCH_TRACES names no folder with traces')
    return []
  }
  const data = await mkdtemp(join(tmpdir(), 'roadbook-traces-'))
  await chmod(data, 0o755)
  const database = await openDatabase({ dataDir: data })
  try {
    const results: BenchResult[] = []
    for (const trace of TRACES) {
      const { file, km, percent } = trace
      if (!existsSync(join(folder, file))) continue
      const value = await importedKm(database, folder, trace)
      results.push({
        ...{ name: file, value, unit: 'km', floor: km, ratio: value / km },
        ...{
          goal: `within ${percent} % of the path`,
          ok: Math.abs(value / km - 1) * 100 <= percent,
        },
      })
    }
    return results
  } finally {
    await database.close()
    await rm(data, { recursive: true, force: true })
  }
}
