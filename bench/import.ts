import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '#server/db/open-database.ts'
import { importFiles } from '#server/import/import.service.ts'
import { createRejections } from '#server/import/readings.ts'
import { chooseCompany } from '#server/import/vehicles.repository.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 50
const EVERY_MS = 10_000
const FIXES_A_LINE_BYTES = 52
/** Memory may settle while the first part is read. */
const SETTLED_BYTES = 50e6
const GROWTH_MB = 16
/** Collecting takes time, so memory is weighed at most this often. */
const WEIGHED_EVERY_MS = 500

/** Fixes of a fleet in order of time, as a tracker's own export would be: vehicles take turns. */
function* lines(bytes: number): Generator<string> {
  yield 'vehicle,time,lat,lon,speed,heading\n'
  const rounds = Math.ceil(bytes / FIXES_A_LINE_BYTES / VEHICLES)
  const end = Date.now() - 86_400_000
  for (let round = 0; round < rounds; round += 1) {
    const time = end - (rounds - round) * EVERY_MS
    let part = ''
    for (let truck = 0; truck < VEHICLES; truck += 1) {
      const turn = round / 500 + truck
      part += `MH12AB${1000 + truck},${time},${(18.5 + truck / 50 + Math.sin(turn) / 20).toFixed(6)},${(73.8 + Math.cos(turn) / 20).toFixed(6)},${(round * 7) % 80},${(round * 3) % 360}\n`
    }
    yield part
  }
}

/**
 * By how much the second half of the samples lies above the first, in MB. Medians, because a batch that is being stored holds
 * 40 to 70 MB for a moment, however large the file is.
 */
const growthOf = (samples: readonly number[]): number => {
  const half = Math.floor(samples.length / 2)
  if (half < 3) throw new Error('The import was too short to be weighed. Set a larger BENCH_IMPORT_MB.')
  return (median(samples.slice(-half)) - median(samples.slice(0, half))) / 1e6
}

/** Imports a generated CSV of 200 MB, or of BENCH_IMPORT_MB: the rate, and how much memory grows while it is read and stored. */
export const run = async (): Promise<BenchResult[]> => {
  const megabytes = Number(process.env['BENCH_IMPORT_MB'] ?? 200)
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  try {
    const file = join(dataDir, 'fleet.csv')
    await pipeline(Readable.from(lines(megabytes * 1e6)), createWriteStream(file))
    const { size } = await stat(file)
    const { company } = await chooseCompany(database.db, undefined)
    const retained: Record<'reading' | 'storing', number[]> = { reading: [], storing: [] }
    let weighedAt = 0
    const startedAt = performance.now()
    let readAt = startedAt
    const summary = await importFiles(database.db, {
      files: [{ path: file, name: file }],
      company,
      timeZone: company.timeZone,
      kmphPerUnit: undefined,
      vehicle: undefined,
      dryRun: false,
      rejections: createRejections(join(dataDir, 'rejected.txt')),
      now: Date.now,
      onProgress: ({ phase, done }) => {
        const at = performance.now()
        if (phase === 'reading') readAt = at
        if (at - weighedAt < WEIGHED_EVERY_MS) return
        if (phase === 'reading' && done < SETTLED_BYTES) return
        retained[phase].push(retainedBytes())
        weighedAt = performance.now()
      },
    })
    const seconds = (performance.now() - startedAt) / 1000
    const growth = Math.max(growthOf(retained.reading), growthOf(retained.storing))
    return [
      { name: `import of ${megabytes} MB of CSV`, value: size / 1e6 / seconds, unit: 'MB/s', ok: true },
      {
        name: 'fixes imported',
        value: summary.stored / seconds,
        unit: 'fixes/s',
        ok: summary.rejected === 0,
      },
      {
        name: 'part of the time spent reading',
        value: (readAt - startedAt) / 10 / seconds,
        unit: '%',
        ok: true,
      },
      {
        name: 'most memory held, the program and its readers included',
        value: process.resourceUsage().maxRSS / 1000,
        unit: 'MB resident',
        ok: true,
      },
      {
        name: 'memory grown from the first to the second half of a phase, median',
        value: growth,
        unit: 'MB',
        goal: `at most ${GROWTH_MB} MB`,
        ok: growth <= GROWTH_MB,
      },
    ]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
