import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/open-database.ts'
import { built, next, part, program, read } from './fanout-programs.ts'
import type { FanoutRole } from './fanout-server.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 100
const FOR_MS = 6_000
const GOAL = 1.5

const bytesOf = async (server: ChildProcess): Promise<number> => {
  server.send('bytes')
  return (await next<{ bytes: number }>(server)).bytes
}

type Figures = { p99: number; batches: number; kilobytesEach: number }

/** One server in a process of its own, read by another. Memory shared by all streams exists with the first, which is not counted. */
const measure = async (role: FanoutRole, streams: number): Promise<Figures> => {
  const [server, one, all] = [
    program(await built('fanout-server')),
    program(await built('fanout-load')),
    program(await built('fanout-load')),
  ]
  try {
    server.send(role)
    const { port } = await next<{ port: number }>(server)
    await read(one, { port, streams: 1, forMs: FOR_MS })
    const before = await bytesOf(server)
    const { waits, batches } = await read(all, { port, streams, forMs: FOR_MS })
    const after = await bytesOf(server)
    return { p99: part(waits, 0.99), batches, kilobytesEach: (after - before) / 1024 / streams }
  } finally {
    for (const child of [server, one, all]) child.kill()
  }
}

/**
 * A fleet of 100 trucks moving once a second, watched by many: ms from the bus to the last byte at the reader, and the memory
 * per stream. The floor is bare node:http writing the same bytes once serialised, after the same 100 ms of waiting for others
 * to share the batch.
 */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  try {
    const { db, url } = database
    const { id: companyId } = await db
      .insertInto('company')
      .values({ name: 'Bench' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const vehicles = await db
      .insertInto('vehicle')
      .values(
        Array.from({ length: VEHICLES }, (_, i) => ({
          company_id: companyId,
          registration: `B ${i}`,
          imei: `B ${i}`,
          ingest_key: 'key',
        })),
      )
      .returning('id')
      .execute()
    const role = { databaseUrl: url, companyId, vehicleIds: vehicles.map(({ id }) => id) }
    const results: BenchResult[] = []
    for (const streams of [1_000, 5_000]) {
      const floor = await measure({ variant: 'floor', ...role }, streams)
      const ours = await measure({ variant: 'ours', ...role }, streams)
      const ratio = ours.p99 / floor.p99
      const memoryRatio = ours.kilobytesEach / floor.kilobytesEach
      const name = `${streams.toLocaleString('en-IN')} event streams × 1 Hz`
      results.push(
        {
          name: `${name}: from the bus to the reader, p99`,
          value: ours.p99,
          unit: 'ms',
          floor: floor.p99,
          ratio,
          goal: `at most ${GOAL} times the floor`,
          ok: ratio <= GOAL,
        },
        {
          name: `${name}: batches delivered`,
          value: ours.batches,
          unit: '',
          floor: floor.batches,
          ratio: ours.batches / floor.batches,
          ok: true,
        },
        {
          name: `${name}: memory for each`,
          value: ours.kilobytesEach,
          unit: 'kB',
          floor: floor.kilobytesEach,
          ratio: memoryRatio,
          goal: `at most ${GOAL} times the floor`,
          ok: memoryRatio <= GOAL,
        },
      )
    }
    return results
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
