import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type AlertEngine, createAlertEngine } from '#server/alerts/alert-engine.ts'
import type { OwnedFix } from '#server/db/fix-arrays.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createIngest, type Ingest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 1_000
const TICK_MS = 10
const TICKS_A_SECOND = 1000 / TICK_MS
const ROUND_S = 15
const ROUNDS = 2
const GOAL_MS = 250
/** A truck is too fast in the last seconds of each period; the alert is raised five seconds later. */
const PERIOD_S = 30
const FAST_FROM_S = 20
const RAISED_AT_S = 25

const part = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const phaseOf = (second: number, vehicle: number): number => (second + vehicle) % PERIOD_S

/** The minimum that counts: one bare row for each alert, inserted after the same commit. */
const floorOf = (
  pool: pg.Pool,
  isRaising: (fix: OwnedFix) => boolean,
  onStored: (fix: OwnedFix) => void,
) => ({
  take: (stored: readonly OwnedFix[]): void => {
    const raising = stored.filter(isRaising)
    if (raising.length === 0) return
    const list = (pick: (one: OwnedFix) => number) => `{${raising.map(pick).join(',')}}`
    pool
      .query('insert into floor_alert select * from unnest($1::int4[], $2::float8[])', [
        list(({ vehicleId }) => vehicleId),
        list(({ fix }) => fix.time),
      ])
      .then(
        () => raising.forEach(onStored),
        (error: unknown) => console.error(error),
      )
  },
})

/** Milliseconds from taking in a fix to the stored alert that it raises, at 1,000 fixes a second of 1,000 trucks. */
export const run = async (): Promise<BenchResult[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roadbook-bench-'))
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  let engine: AlertEngine | undefined
  const ingests: Ingest[] = []
  try {
    const { db, pool } = database
    await pool.query(
      'create table floor_alert (vehicle_id int4, time float8, primary key (vehicle_id, time))',
    )
    const { id: companyId } = await db
      .insertInto('company')
      .values({ name: 'Bench' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = await db
      .insertInto('vehicle')
      .values(
        Array.from({ length: 2 * VEHICLES }, (_, i) => ({
          ...{ company_id: companyId, registration: `T${i}`, imei: `8690000${i}`, ingest_key: `key-${i}` },
        })),
      )
      .returning('id')
      .execute()
    const ids = rows.map(({ id }) => id)
    // A month of eight alerts a day and truck, as an installation has after a while.
    await pool.query(
      `insert into alert (company_id, vehicle_id, type, threshold, subject, began, time, ended, lng, lat, detail, stored_at, changed_at)
      select $1, vehicle_id, 'OVERSPEED', 80, '', t, t, t + interval '1 minute', 73, 18.5,
        '{"rule":{},"figures":{},"fixes":[],"fence":null}', t, t
      from unnest($2::int4[]) vehicle_id, generate_series(now() - interval '31 days', now() - interval '1 day', interval '3 hours') t`,
      [companyId, ids],
    )
    await pool.query('analyze alert')
    const start = Date.now() - (ROUND_S + 1) * 2 * ROUNDS * 1000
    const sentAt = new Map<string, number>()
    const waits = { ours: [] as number[], floor: [] as number[] }
    const keyOf = (vehicleId: number, time: number) => `${vehicleId} ${time}`
    const arrived = (variant: 'ours' | 'floor', vehicleId: number, time: number): void => {
      const sent = sentAt.get(keyOf(vehicleId, time))
      if (sent !== undefined) waits[variant].push(performance.now() - sent)
    }
    const errors: unknown[] = []
    engine = createAlertEngine({ db, now: Date.now, onError: (error) => errors.push(error) })
    engine.onStored((alerts) => {
      for (const { vehicleId, time } of alerts) arrived('ours', vehicleId, time)
    })
    const secondOf = (time: number) => Math.floor((time - start) / 1000)
    const floor = floorOf(
      pool,
      ({ vehicleId, fix }) => phaseOf(secondOf(fix.time), ids.indexOf(vehicleId) - VEHICLES) === RAISED_AT_S,
      ({ vehicleId, fix }) => arrived('floor', vehicleId, fix.time),
    )
    const track = createTrackRepository({ db })
    const common = { db, pool, bus: createBus(), now: Date.now, track }
    const ingestOf = {
      ours: createIngest({ ...common, onStored: engine.take }),
      floor: createIngest({ ...common, onStored: floor.take }),
    }
    ingests.push(ingestOf.ours, ingestOf.floor)

    const fixOf = (second: number, vehicle: number, place: number): OwnedFix => {
      const isFast = phaseOf(second, vehicle) >= FAST_FROM_S
      return {
        companyId,
        vehicleId: ids[place] ?? 0,
        fix: {
          ...{ time: start + second * 1000, lng: 73 + second * 2.5e-4, lat: 18.5 + vehicle * 1e-3 },
          ...{ speed: isFast ? 95 : 40, ignition: true },
        },
      }
    }
    const raised = { ours: 0, floor: 0 }
    const second = { ours: 0, floor: 0 }

    const send = async (variant: 'ours' | 'floor', seconds: number): Promise<void> => {
      const begin = performance.now()
      const first = variant === 'ours' ? 0 : VEHICLES
      const each = VEHICLES / TICKS_A_SECOND
      const accepted: Array<Promise<unknown>> = []
      for (let tick = 0; tick < seconds * TICKS_A_SECOND; tick += 1) {
        const ahead = begin + tick * TICK_MS - performance.now()
        if (ahead > 0) await delay(ahead)
        const now = second[variant] + Math.floor(tick / TICKS_A_SECOND)
        const from = (tick % TICKS_A_SECOND) * each
        const fixes = Array.from({ length: each }, (_, i) => fixOf(now, from + i, first + from + i))
        for (const { vehicleId, fix } of fixes) sentAt.set(keyOf(vehicleId, fix.time), performance.now())
        for (let i = 0; i < each; i += 1) if (phaseOf(now, from + i) === RAISED_AT_S) raised[variant] += 1
        accepted.push(ingestOf[variant].accept(fixes))
      }
      await Promise.all(accepted)
      second[variant] += seconds
    }

    // The first fix of each truck has it evaluated from its first day on; that is a start, not what is measured.
    for (const variant of ['ours', 'floor'] as const) {
      await send(variant, PERIOD_S)
      await engine.settled()
      waits[variant].length = 0
      raised[variant] = 0
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const variant of ['ours', 'floor'] as const) {
        await send(variant, ROUND_S)
        await engine.settled()
        await delay(100)
      }
    const value = part(waits.ours, 0.95)
    const floorValue = part(waits.floor, 0.95)
    const lost = raised.ours - waits.ours.length
    return [
      {
        name: `fix taken in to alert stored, p95 at ${VEHICLES} fixes/s (${waits.ours.length} alerts)`,
        value,
        unit: 'ms',
        floor: floorValue,
        ratio: value / floorValue,
        goal: `at most ${GOAL_MS} ms`,
        ok: value <= GOAL_MS,
      },
      { name: 'fix taken in to alert stored, p99', value: part(waits.ours, 0.99), unit: 'ms', ok: true },
      {
        name: 'alerts that are missing, and failures',
        value: lost + errors.length,
        unit: 'alerts',
        goal: '0',
        ok: lost + errors.length === 0,
      },
    ]
  } finally {
    for (const ingest of ingests) await ingest.close()
    await engine?.stop()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
