import { beforeEach, describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { createVehicleHistory } from '#server/live/live.repository.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const START = Date.UTC(2026, 10, 20, 6, 30)

const setUp = async () => {
  const { db, pool } = database
  const company = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: company.id })
  const own = { companyId: company.id, vehicleId: vehicle.id }
  const track = createTrackRepository({ db })
  let time = START
  const start = () => createIngest({ db, pool, bus: createBus(), now: () => time, track })
  let ingest = start()
  return {
    send: (...fixes: Fix[]) => ingest.accept(fixes.map((fix) => ({ ...own, fix }))),
    at: (now: number) => {
      time = now
    },
    restart: async () => {
      await ingest.close()
      ingest = start()
    },
    latest: async () =>
      (await createVehicleHistory({ db, track, now: () => time }).latest(own.companyId, own.vehicleId))?.fix,
    rows: async () => {
      const rows = await db
        .selectFrom('open_fix')
        .select(['time', 'clock_ahead'])
        .where('vehicle_id', '=', vehicle.id)
        .orderBy('time')
        .execute()
      return rows.map(({ time: of, clock_ahead }) => [of.getTime(), clock_ahead])
    },
    counted: () =>
      db
        .selectFrom('ingest_count')
        .select(['stored', 'duplicate', 'flagged'])
        .where('vehicle_id', '=', vehicle.id)
        .executeTakeFirst(),
  }
}

let truck: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  truck = await setUp()
})

/** A fix of `when`, as a device sends it whose clock is ahead. */
const fixOf = (when: number, aheadMs = 0): Fix => ({
  time: when + aheadMs,
  lng: 73.85 + (when - START) / 1e8,
  lat: 18.52,
  speed: 36,
})

describe('B13 a device whose clock is ahead', () => {
  test.each([
    ['two hours', 2 * HOUR_MS],
    ['5:30', 5.5 * HOUR_MS],
    ['a day', DAY_MS],
  ])('by %s: its fixes are those of their own time, and the last one is the latest', async (_name, ahead) => {
    for (let i = 0; i < 3; i += 1) {
      truck.at(START + i * 10_000)
      expect(await truck.send(fixOf(START + i * 10_000, ahead))).toEqual(['stored'])
    }
    expect(await truck.latest()).toMatchObject({ time: START + 20_000, clockAhead: ahead / 1000 })
    expect(await truck.rows()).toEqual([0, 1, 2].map((i) => [START + i * 10_000, ahead / 1000]))
    expect(await truck.counted()).toEqual({ stored: 3, duplicate: 0, flagged: 0 })
  })

  test('whose clock says 2080 is on the map as of now', async () => {
    await truck.send(fixOf(START, Date.UTC(2080, 0, 1) - START))
    const latest = await truck.latest()
    expect(Math.abs((latest?.time ?? 0) - START)).toBeLessThanOrEqual(2 * MINUTE_MS)
  })

  test('what it sends after a dead zone keeps its own times, and sent again nothing is stored twice', async () => {
    const ahead = 2 * HOUR_MS
    await truck.send(fixOf(START, ahead))
    truck.at(START + 3 * HOUR_MS)
    const batch = Array.from({ length: 18 }, (_, i) => fixOf(START + (i + 1) * 10 * MINUTE_MS, ahead))
    expect(await truck.send(...batch)).toEqual(batch.map(() => 'stored'))
    truck.at(START + 3 * HOUR_MS + 20_000)
    expect(await truck.send(...batch)).toEqual(batch.map(() => 'duplicate'))
    expect((await truck.rows()).map(([time]) => time)).toEqual(
      Array.from({ length: 19 }, (_, i) => START + i * 10 * MINUTE_MS),
    )
  })

  test('is known after a restart, also by what it was late to send', async () => {
    const ahead = 2 * HOUR_MS
    await truck.send(fixOf(START, ahead))
    await truck.restart()
    truck.at(START + 3 * HOUR_MS)
    const late = Array.from({ length: 6 }, (_, i) => fixOf(START + (i + 1) * 10_000, ahead))
    expect(await truck.send(...late)).toEqual(late.map(() => 'stored'))
    expect(await truck.latest()).toMatchObject({ time: START + 60_000, clockAhead: 7200 })
    expect(await truck.send(fixOf(START, ahead))).toEqual(['duplicate'])
  })

  test('that was put right is as any other', async () => {
    await truck.send(fixOf(START, 2 * HOUR_MS))
    truck.at(START + MINUTE_MS)
    expect(await truck.send(fixOf(START + MINUTE_MS))).toEqual(['stored'])
    const latest = await truck.latest()
    expect(latest).toMatchObject({ time: START + MINUTE_MS })
    expect(latest?.clockAhead).toBeUndefined()
  })
})
