import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { createGeofenceRepository, type GeofenceWrite } from '#server/geofences/geofences.repository.ts'
import { createFenceWatch } from '#server/ingest/fence-watch.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { createFenceCrossings } from '#server/track/fence-crossings.repository.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const MINUTE = 60_000
const MOST = 10
const DAY = 24 * 60 * MINUTE
/** Noon in India. */
const NOON = Date.UTC(2026, 10, 20, 6, 30)

const FENCE: GeofenceWrite = {
  ...{ name: 'Depot', shape: 'circle', points: [[73.5, 18.5]], radius_m: 500, type_id: 1 },
  ...{ valid_from: new Date(NOON - 30 * DAY), valid_to: new Date(NOON + 30 * DAY) },
  ...{ entry_alert: true, exit_alert: true, skipped_alert: false },
  ...{ entry_notification_time: null, exit_notification_time: null, all_vehicles: true, vehicleIds: [] },
}

const setUp = async () => {
  const { db, pool } = database
  const company = await addCompany(db)
  const [vehicle, other] = [
    await addVehicle(db, { company_id: company.id }),
    await addVehicle(db, { company_id: company.id }),
  ]
  let clock = NOON
  const now = () => clock
  const errors: unknown[] = []
  const begin = () =>
    createFenceWatch({ crossings: createFenceCrossings({ db }), now, onError: (error) => errors.push(error) })
  let watch = begin()
  const tracks = createTrackRepository({ db })
  const fences = { take: (stored: Parameters<typeof watch.take>[0]) => watch.take(stored) }
  const ingest = createIngest({ db, pool, bus: createBus(), now, track: tracks, fences })
  const geofences = createGeofenceRepository({ db })
  const { userId } = { userId: await addUser(company.id) }
  return {
    companyId: company.id,
    vehicleId: vehicle.id,
    otherId: other.id,
    errors,
    geofences,
    setClock: (time: number) => {
      clock = time
    },
    restart: () => {
      watch = begin()
    },
    changed: () => watch.changed(company.id),
    add: async (more: Partial<GeofenceWrite> = {}, at = NOON - 20 * DAY): Promise<number> => {
      const saved = await geofences.add(
        company.id,
        { ...FENCE, ...more },
        { by: userId, begunAt: null, max: MOST, now: new Date(at) },
      )
      if (typeof saved === 'string') throw new Error(saved)
      return saved.id
    },
    send: async (fixes: readonly Fix[], vehicleId = vehicle.id) => {
      await ingest.accept(fixes.map((fix) => ({ companyId: company.id, vehicleId, fix })))
      await watch.settled()
    },
    /** Closes every day that has a fix. */
    close: () => tracks.closeFinishedDays({ now: clock + 2 * DAY }),
    events: async (vehicleId = vehicle.id) => {
      const rows = await db
        .selectFrom('vehicle_event')
        .select(['time', 'seq', 'lng', 'lat', 'value', 'duration_s', 'detail', 'kind'])
        .where('vehicle_id', '=', vehicleId)
        .where('code', '=', 'GEOFENCEINOUT')
        .orderBy('time')
        .orderBy('seq')
        .execute()
      return rows
    },
  }
}

let fenceUsers = 0
const addUser = async (companyId: number): Promise<number> => {
  const { id } = await database.db
    .insertInto('app_user')
    .values({
      ...{
        company_id: companyId,
        user_name: `fencer${++fenceUsers}`,
        first_name: 'A',
        email: null,
        mobile: null,
      },
      ...{ roles: '["CUSTOMER"]', password_hash: 'x', disabled_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const IN = 73.5
const OUT = 73.52
const at = (minutes: number, lng: number): Fix => ({
  time: NOON + minutes * MINUTE,
  lng,
  lat: 18.5,
  speed: 20,
})
type Fixture = Awaited<ReturnType<typeof setUp>>
const passages = async ({ events }: Fixture, vehicleId?: number) =>
  (await events(vehicleId)).map(({ time, detail, duration_s }) => [
    (time.getTime() - NOON) / MINUTE,
    detail['way'],
    duration_s,
  ])

describe('entries and exits', () => {
  test('GEO-01 ALR-27 are events as soon as the fixes are stored, with the length of the stay', async () => {
    const fixture = await setUp()
    await fixture.add()
    await fixture.send([at(-60, OUT)])
    await fixture.send([at(-50, IN), at(-40, IN)])
    expect(await passages(fixture)).toEqual([[-50, 'IN', null]])
    await fixture.send([at(-30, OUT)])
    expect(await passages(fixture)).toEqual([
      [-50, 'IN', null],
      [-30, 'OUT', 1200],
    ])
    const live = await fixture.events()
    expect(live).toMatchObject([
      { kind: 'alert', lng: IN, value: 20 },
      { kind: 'alert', lng: OUT },
    ])
    await fixture.close()
    expect(await fixture.events()).toEqual(live)
    expect(fixture.errors).toEqual([])
  })

  test('GEO-09 GEO-10 are raised only while a fence is valid, and only for its vehicles', async () => {
    const fixture = await setUp()
    await fixture.add({ name: 'Over', valid_to: new Date(NOON - DAY) })
    await fixture.add({ name: 'To come', valid_from: new Date(NOON + DAY) })
    await fixture.add({ name: 'One', all_vehicles: false, vehicleIds: [fixture.otherId] })
    const drive = [at(-60, OUT), at(-50, IN), at(-40, OUT)]
    await fixture.send(drive)
    await fixture.send(drive, fixture.otherId)
    expect(await passages(fixture)).toEqual([])
    expect(await passages(fixture, fixture.otherId)).toEqual([
      [-50, 'IN', null],
      [-40, 'OUT', 600],
    ])
  })

  test('ALR-27 are raised only where their alert is enabled', async () => {
    const fixture = await setUp()
    await fixture.add({ entry_alert: false })
    await fixture.send([at(-60, OUT), at(-50, IN), at(-40, OUT)])
    expect(await passages(fixture)).toEqual([[-40, 'OUT', 600]])
  })

  test('DI-03 change with late fixes as closing the day would change them', async () => {
    const fixture = await setUp()
    await fixture.add()
    await fixture.send([at(-60, OUT), at(-50, IN), at(-40, OUT)])
    await fixture.send([at(-55, IN), at(-45, OUT)])
    expect(await passages(fixture)).toEqual([
      [-55, 'IN', null],
      [-45, 'OUT', 600],
    ])
  })

  test('DI-04 fixes of three days in any order and pieces, with restarts, give the result of closing the days', async () => {
    const minutes = fc.integer({ min: -2 * 24 * 12, max: 0 }).map((step) => step * 5)
    const fix = fc.record({ minute: minutes, inside: fc.boolean() })
    const pieces = fc.array(
      fc.record({ fixes: fc.array(fix, { minLength: 1, maxLength: 6 }), restart: fc.boolean() }),
      { minLength: 1, maxLength: 6 },
    )
    let found = 0
    await fc.assert(
      fc.asyncProperty(pieces, async (sent) => {
        const fixture = await setUp()
        await fixture.add()
        await fixture.add({ name: 'Duplicate', radius_m: 600, valid_from: new Date(NOON - DAY) })
        for (const { fixes, restart } of sent) {
          if (restart) fixture.restart()
          await fixture.send(fixes.map(({ minute, inside }) => at(minute, inside ? IN : OUT)))
        }
        // Noon less twelve hours: the days before are closed by now, today's events result from the fixes.
        const midnight = NOON - 12 * 60 * MINUTE
        const today = async () => (await fixture.events()).filter(({ time }) => time.getTime() >= midnight)
        const live = await today()
        await fixture.close()
        found += live.length
        expect(live).toEqual(await today())
        expect(fixture.errors).toEqual([])
      }),
      { numRuns: 25 },
    )
    expect(found).toBeGreaterThan(20)
  })

  test('DI-04 a moved or deleted fence keeps its earlier events, however late points arrive', async () => {
    const fixture = await setUp()
    const fence = await fixture.add()
    await fixture.send([at(-60, OUT), at(-50, IN), at(-40, OUT)])
    const before = await fixture.events()
    await fixture.geofences.edit(fence, { ...FENCE, points: [[74, 19]] }, new Date(NOON - 30 * MINUTE), null)
    fixture.changed()
    await fixture.send([at(-20, IN), at(-10, OUT)])
    expect(await fixture.events()).toEqual(before)
    await fixture.geofences.remove(fixture.companyId, [fence], new Date(NOON))
    fixture.changed()
    await fixture.send([at(-58, OUT)])
    expect(await fixture.events()).toEqual(before)
    await fixture.close()
    expect(await fixture.events()).toEqual(before)
  })

  test('GEO-01 a new fence raises nothing for the time before it was saved, and everything after', async () => {
    const fixture = await setUp()
    await fixture.send([at(-60, OUT), at(-50, IN), at(-40, OUT)])
    await fixture.add({}, NOON - 35 * MINUTE)
    fixture.changed()
    await fixture.send([at(-30, OUT), at(-20, IN)])
    expect(await passages(fixture)).toEqual([[-20, 'IN', null]])
    await fixture.close()
    expect(await passages(fixture)).toEqual([[-20, 'IN', null]])
  })
})

test('GEO-01 a company has a maximum number of fences', async () => {
  const fixture = await setUp()
  const names = Array.from({ length: MOST }, (_, i) => `Fence ${i}`)
  const saved = await Promise.allSettled([...names, 'One more'].map((name) => fixture.add({ name })))
  expect(saved.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { message: 'full' } }])
})
