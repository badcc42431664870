import { join } from 'node:path'
import pino from 'pino'
import { DEFAULT_TIME_ZONE, dayOf } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { createBackend } from '#server/backend.ts'
import type { OwnedFix } from '#server/db/fix-arrays.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { SOURCE_THREADS } from '#tests/kit/server/source-threads.ts'
import { fillDays } from '../figure-rows.ts'

/** Orders to the server's process. `run` starts and stops the fleet; `probe` makes the lone truck run or stand. */
export type FeedOrder =
  | {
      readonly type: 'start'
      readonly dataDir: string
      readonly clientDir: string
      readonly vehicles: number
      /** Points of yesterday's route of the first truck, one a second; 0 for none. */
      readonly points: number
      /** Days of figures up to today of each truck; none if undefined. */
      readonly figureDays?: number | undefined
    }
  /** `batchMs` is the time between two batches of fixes; each truck reports once in ten seconds whatever it is. */
  | { readonly type: 'run'; readonly on: boolean; readonly batchMs?: number }
  | { readonly type: 'probe'; readonly runs: boolean }
/** `sentAt` is ms UTC before the fix is given to ingest. */
export type FeedAnswer = { readonly url: string; readonly vehicleId: number } | { readonly sentAt: number }

/** The user who watches the fleet. */
export const WATCHER = { userName: 'bench', password: 'bench-password' } as const

/** Each truck reports once in this time, in ms. */
const EVERY_MS = 10_000
const BATCH_MS = 100
const PROJECT = join(import.meta.dirname, '..', '..')
/** The lone truck stands in the sea, far from all others. */
const LONE: readonly [lng: number, lat: number] = [66, 14]
const CHUNK = 5_000

/** A place inside India for a truck by its number, the same in every run. */
const placeOf = (i: number): readonly [lng: number, lat: number] =>
  i === 0 ? LONE : [74 + ((i * 0.618034) % 1) * 10, 12 + ((i * 0.754878) % 1) * 14]

type Start = Extract<FeedOrder, { type: 'start' }>

const start = async ({ dataDir, clientDir, vehicles, points, figureDays }: Start) => {
  const database = await openDatabase({ dataDir })
  const { db, pool } = database
  const backend = await createBackend({
    ...{ db, pool, clientDir, accessTokenLifeS: 7200 },
    environmentFile: join(clientDir, 'env.json'),
    manualFile: join(PROJECT, 'docs', 'user-manual.md'),
    textsDir: join(PROJECT, 'src', 'texts'),
    outboxDir: join(dataDir, 'outbox'),
    uploadDir: join(dataDir, 'uploads'),
    threads: SOURCE_THREADS,
    log: pino({ level: 'error' }),
  })
  const { id: companyId } = await db
    .insertInto('company')
    .values({ name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { hash } = await createPasswords()
  await db
    .insertInto('app_user')
    .values({
      ...{ company_id: companyId, user_name: WATCHER.userName, first_name: 'Bina' },
      ...{ email: 'bench@roadbook.example', mobile: null, roles: JSON.stringify(['CUSTOMERADMIN']) },
      ...{ password_hash: await hash(WATCHER.password), alpha_access: true, beta_access: true },
      disabled_at: null,
    })
    .execute()
  const ids: number[] = []
  for (let from = 0; from < vehicles; from += CHUNK) {
    const rows = await db
      .insertInto('vehicle')
      .values(
        Array.from({ length: Math.min(CHUNK, vehicles - from) }, (_, i) => ({
          ...{ company_id: companyId, ingest_key: 'key-of-a-truck' },
          registration: `MH 12 B ${from + i}`,
          imei: `8690${from + i}`,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  const [lone = 0] = ids
  if (figureDays !== undefined)
    await fillDays(pool, companyId, ids, dayOf(Date.now(), DEFAULT_TIME_ZONE), figureDays)
  const accept = async (fixes: readonly OwnedFix[]) => {
    const receipts = await backend.ingest.accept(fixes)
    const refused = receipts.find((receipt) => typeof receipt === 'object' && 'rejected' in receipt)
    if (refused !== undefined)
      throw new Error(`The bench's own fixes are refused: ${JSON.stringify(refused)}`)
  }
  const fixOf = (i: number, time: number, runs: boolean): OwnedFix => {
    const [lng, lat] = placeOf(i)
    const along = i === 0 ? 0 : ((time / 1000) * 1.5e-4) % 0.5
    const fix: Fix = {
      ...{ time, lng: lng + along, lat, heading: (i * 31) % 360 },
      ...(runs ? { speed: 55, ignition: true, rpm: 1400 } : { speed: 0, ignition: false, rpm: 0 }),
    }
    return { companyId, vehicleId: ids[i] ?? 0, fix }
  }
  let loneRuns = true
  const runs = (i: number) => (i === 0 ? loneRuns : i % 5 !== 0)

  if (points > 0) {
    const from = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS - 5.5 * HOUR_MS
    for (let at = 0; at < points; at += CHUNK)
      await accept(
        Array.from({ length: Math.min(CHUNK, points - at) }, (_, i) => {
          const s = at + i
          return {
            ...{ companyId, vehicleId: lone },
            fix: {
              time: from + s * 1000,
              lng: 73 + Math.cos(s / 9000) + (s % 7) / 1e5,
              lat: 19 + Math.sin(s / 7000) + (s % 11) / 1e5,
              speed: Math.max(0, 40 + 30 * Math.sin(s / 300)),
              ...{ heading: s % 360, ignition: true, fuel: 200 - s / 1000, odo: 150_000 + s * 0.011 },
            },
          }
        }),
      )
  }
  for (let at = 0; at < vehicles; at += CHUNK) {
    const now = Date.now()
    const count = Math.min(CHUNK, vehicles - at)
    await accept(Array.from({ length: count }, (_, i) => fixOf(at + i, now - 1000, runs(at + i))))
  }

  let step = 0
  const beat = (batchMs: number) => {
    const steps = EVERY_MS / batchMs
    const now = Date.now()
    const due: OwnedFix[] = []
    for (let i = step % steps; i < vehicles; i += steps) due.push(fixOf(i, now, runs(i)))
    step += 1
    void accept(due)
  }
  let running: NodeJS.Timeout | undefined
  process.on('message', async (order: FeedOrder) => {
    if (order.type === 'run') {
      clearInterval(running)
      const { batchMs = BATCH_MS } = order
      if (order.on) running = setInterval(() => beat(batchMs), batchMs)
      process.send?.({ sentAt: Date.now() } satisfies FeedAnswer)
    }
    if (order.type === 'probe') {
      loneRuns = order.runs
      const sentAt = Date.now()
      await accept([fixOf(0, sentAt, loneRuns)])
      process.send?.({ sentAt } satisfies FeedAnswer)
    }
  })
  process.once('disconnect', async () => {
    clearInterval(running)
    try {
      await backend.close()
    } finally {
      // The bench removes the folder as soon as this process has ended.
      await database.close()
      process.exit()
    }
  })
  const url = await backend.app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ url, vehicleId: lone } satisfies FeedAnswer)
}

process.once('message', (order: FeedOrder) => {
  if (order.type !== 'start') return
  start(order).catch((failure: unknown) => {
    console.error(failure)
    process.exit(1)
  })
})
