import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasSpace } from '#server/db/data-dir.ts'
import { type PostgresServer, startPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createKysely, createPool } from '#server/db/pool.ts'
import { createDevices } from '#server/ingest/devices.repository.ts'
import { createIngest, type Ingest } from '#server/ingest/ingest.service.ts'
import { registerIngest } from '#server/ingest/osmand.routes.ts'
import { createBus } from '#server/live/bus.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { numbered, post, scratchFolder, smallDisk } from './faults.fixture.ts'

const folder = scratchFolder()
const FIRST_TIME = Date.now() - 20 * 3_600_000

let postgres: PostgresServer
let pool: ReturnType<typeof createPool>
let ingest: Ingest
let app: FastifyInstance
let url: string
let truck: { id: number; imei: string; ingest_key: string }
let next = 0

beforeAll(async () => {
  const started = await startPostgres({ dataDir: folder.path })
  if (!started) throw new Error('There are no PostgreSQL binaries for this platform.')
  postgres = started
  pool = createPool({ connectionString: postgres.urlOf('postgres') }, () => {})
  const db = createKysely(pool)
  await migrate(db)
  const company = await addCompany(db)
  truck = await addVehicle(db, { company_id: company.id })
  ingest = createIngest({ db, pool, bus: createBus(), now: Date.now, track: createTrackRepository({ db }) })
  app = Fastify()
  registerIngest(app, { ingest, devices: createDevices({ db, now: Date.now }) })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  // Registers the device first: the rest is about storing.
  expect(await send()).toMatchObject({ status: 200 })
}, 60_000)
afterAll(async () => {
  await app.close()
  await ingest.close()
  await pool.end()
  await postgres.stop()
  folder.remove()
})

const send = (count = 1) => {
  next += count
  return post(url, numbered(truck, next - count, count, FIRST_TIME))
}
const storedCount = async (): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int4 as count from open_fix')
  return rows[0]?.count ?? 0
}

describe('DI-02 an acknowledged fix is on the disk', () => {
  test('the cluster writes through, and commits wait for it', async () => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [setting])
      expect([setting, rows[0]?.value]).toEqual([setting, 'on'])
    }
  })

  test('the log is flushed at least as often as there are consecutive acknowledgements', async () => {
    const flushes = async (): Promise<number> => {
      await pool.query('select pg_stat_force_next_flush()')
      const { rows } = await pool.query<{ fsyncs: number }>(
        `select sum(fsyncs)::int4 as fsyncs from pg_stat_io where object = 'wal'`,
      )
      return rows[0]?.fsyncs ?? 0
    }
    const before = await flushes()
    const ROUNDS = 25
    for (let i = 0; i < ROUNDS; i += 1) expect(await send()).toMatchObject({ status: 200 })
    await vi.waitFor(async () => expect((await flushes()) - before).toBeGreaterThanOrEqual(ROUNDS), {
      timeout: 30_000,
      interval: 100,
    })
  })
})

describe('DI-09 the database is unavailable', () => {
  test('it dies: 503 with Retry-After, no false acknowledgement, and it recovers without restarting the server', async () => {
    const dead = postgres.pid()
    const before = await storedCount()
    let acknowledged = 0
    let refused = 0
    process.kill(dead, 'SIGKILL')
    // Sends until PostgreSQL, which our launcher restarts, is back.
    await vi.waitFor(
      async () => {
        const { status, retryAfter } = await send()
        if (status === 200) acknowledged += 1
        else {
          expect(status).toBe(503)
          expect(Number(retryAfter)).toBeGreaterThan(0)
          refused += 1
        }
        expect(refused).toBeGreaterThan(0)
        expect(status).toBe(200)
        // Sessions of a killed PostgreSQL may go on for a moment.
        expect(postgres.pid()).not.toBe(dead)
      },
      { timeout: 60_000, interval: 20 },
    )
    expect(await storedCount()).toBeGreaterThanOrEqual(before + acknowledged)
    expect(await send()).toMatchObject({ status: 200 })
  }, 90_000)

  test('it is slow: 503 instead of an acknowledgement, and fixes stored after all are duplicates when sent again', async () => {
    const blocker = await pool.connect()
    await blocker.query('begin; lock table open_fix in access exclusive mode')
    const first = next
    const answer = await send(3)
    expect(answer).toMatchObject({ status: 503 })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    await blocker.query('rollback')
    blocker.release()
    await vi.waitFor(async () => {
      const again = await post(url, numbered(truck, first, 3, FIRST_TIME))
      expect(again).toMatchObject({ status: 200, body: { stored: 0, duplicate: 3 } })
    })
  }, 60_000)
})

describe('DI-10 the disk is full', () => {
  test('503 and no acknowledgement, reads continue, and it recovers when space is freed', async (context) => {
    const path = join(folder.path, 'small')
    const disk = smallDisk(path, 1)
    if (disk === null) return context.skip('only root may mount a small disk')
    try {
      await pool.query(`create tablespace small location '${path}'`)
      await pool.query('alter table open_fix set tablespace small')
      let acknowledged = await storedCount()
      let answer = await send(500)
      for (let i = 0; answer.status === 200 && i < 100; i += 1) {
        acknowledged += 500
        answer = await send(500)
      }
      expect(answer).toMatchObject({ status: 503, body: { code: 'diskFull' } })
      expect(await storedCount()).toBe(acknowledged)
      expect([hasSpace(path), hasSpace(folder.path)]).toEqual([false, true])
      disk.grow(64)
      const again = await post(url, numbered(truck, next - 500, 500, FIRST_TIME))
      expect(again).toMatchObject({ status: 200, body: { stored: 500 } })
      expect(await storedCount()).toBe(acknowledged + 500)
    } finally {
      await pool.query('alter table open_fix set tablespace pg_default')
      await pool.query('drop tablespace if exists small')
      disk.remove()
    }
    return undefined
  }, 60_000)
})
