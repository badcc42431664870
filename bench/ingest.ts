import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { openDatabase } from '#server/db/open-database.ts'
import { createDevices } from '#server/ingest/devices.repository.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { registerIngest } from '#server/ingest/osmand.routes.ts'
import { createBus } from '#server/live/bus.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { startFloor } from './ingest-floor.ts'
import type { LoadOrder, LoadResult } from './ingest-load.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 1_000
const CONNECTIONS = 64
const BATCH = 10
const ROUND_MS = 6_000
const ROUNDS = 3
const GOAL = 10_000

const part = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const ask = async (loader: ChildProcess, order: LoadOrder): Promise<LoadResult> => {
  loader.send(order)
  const [result] = (await once(loader, 'message')) as [LoadResult]
  return result
}

/**
 * Fixes acknowledged per second over HTTP, every one after its commit to a PostgreSQL that writes through to the disk, with the
 * load from another process of the same machine; alternating with a floor that only parses and inserts.
 */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  const loader = fork(join(import.meta.dirname, 'ingest-load.ts'))
  try {
    const { db, pool } = database
    const { id: companyId } = await db
      .insertInto('company')
      .values({ name: 'Bench' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const devices = Array.from({ length: VEHICLES }, (_, i) => ({
      id: `8690000000${i}`,
      key: `key-of-device-${i}`,
    }))
    await db
      .insertInto('vehicle')
      .values(
        devices.map(({ id, key }) => ({
          company_id: companyId,
          registration: id,
          imei: id,
          ingest_key: key,
        })),
      )
      .execute()
    const ingest = createIngest({
      db,
      pool,
      bus: createBus(),
      now: Date.now,
      track: createTrackRepository({ db }),
    })
    const app = Fastify()
    registerIngest(app, { ingest, devices: createDevices({ db, now: Date.now }) })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const floor = await startFloor(pool)

    const rates = { ours: [] as number[], floor: [] as number[] }
    let waits: number[] = []
    let acknowledged = 0
    let refused = 0
    // An hour back: late enough to be accepted, early enough never to reach the future.
    let firstTime = Date.now() - 3_600_000
    for (let round = 0; round < ROUNDS; round += 1)
      for (const variant of ['ours', 'floor'] as const) {
        const port = variant === 'ours' ? Number(new URL(address).port) : floor.port
        const result = await ask(loader, {
          port,
          connections: CONNECTIONS,
          batch: BATCH,
          forMs: ROUND_MS,
          devices,
          firstTime,
        })
        rates[variant].push((result.acknowledged * 1000) / result.ms)
        if (variant === 'ours') {
          firstTime = result.lastTime + 1000
          acknowledged += result.acknowledged
          refused += result.refused
          waits = waits.concat(result.waits)
        }
      }
    await app.close()
    await ingest.close()
    await floor.close()
    const { rows } = await pool.query<{ count: number }>('select count(*)::int4 as count from open_fix')
    const lost = acknowledged - (rows[0]?.count ?? 0)
    waits.sort((a, b) => a - b)
    const [value, floorValue] = [median(rates.ours), median(rates.floor)]
    return [
      {
        name: `fixes acknowledged over HTTP, ${CONNECTIONS} connections, JSON batches of ${BATCH}`,
        value,
        unit: 'fixes/s',
        floor: floorValue,
        ratio: value / floorValue,
        goal: `at least ${GOAL} fixes/s`,
        ok: value >= GOAL,
      },
      { name: 'time to the acknowledgement, p99', value: part(waits, 0.99), unit: 'ms', ok: true },
      {
        name: 'acknowledged and not stored, or refused',
        value: lost + refused,
        unit: 'fixes',
        goal: '0',
        ok: lost + refused === 0,
      },
    ]
  } finally {
    loader.kill()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
