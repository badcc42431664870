import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dayOf } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import type { OwnedFix } from '#server/db/fix-arrays.ts'
import { createDayCounts } from '#server/ingest/day-counts.ts'
import { createIngest, type Receipt } from '#server/ingest/ingest.service.ts'
import { INGEST } from '#server/ingest/limits.ts'
import { type Arrived, createBus } from '#server/live/bus.ts'
import { closeStoredDay } from '#server/track/closing.repository.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const NOW = Date.UTC(2026, 10, 20, 6, 30)

const setUp = async () => {
  const { db, pool } = database
  const company = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id: company.id })
  const bus = createBus()
  const published: Arrived[] = []
  bus.subscribe(company.id, (arrived) => published.push(...arrived))
  const track = createTrackRepository({ db })
  const taken: Fix[] = []
  const onStored = (stored: readonly OwnedFix[]) => taken.push(...stored.map(({ fix }) => fix))
  const ingest = createIngest({ db, pool, bus, now: () => NOW, track, onStored })
  const own = { companyId: company.id, vehicleId: vehicle.id }
  return {
    ingest,
    track,
    published,
    taken,
    own,
    send: (...fixes: Fix[]) => ingest.accept(fixes.map((fix) => ({ ...own, fix }))),
    rows: () =>
      db.selectFrom('open_fix').selectAll().where('vehicle_id', '=', vehicle.id).orderBy('time').execute(),
    latest: () =>
      db.selectFrom('latest_fix').selectAll().where('vehicle_id', '=', vehicle.id).executeTakeFirst(),
    counted: () =>
      db
        .selectFrom('ingest_count')
        .select(['day', 'received', 'stored', 'duplicate', 'rejected', 'flagged'])
        .where('vehicle_id', '=', vehicle.id)
        .execute(),
  }
}

const at = (seconds: number, more: Partial<Fix> = {}): Fix => ({
  time: NOW - 3_600_000 + seconds * 1000,
  lng: 73.85 + seconds * 1e-5,
  lat: 18.52,
  ...more,
})

let fixture: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  fixture = await setUp()
})

describe('stored fixes', () => {
  test('an acknowledged fix is stored with every field', async () => {
    const fix: Required<Omit<Fix, 'derived'>> = {
      time: NOW - 5000,
      lng: 73.856743,
      lat: 18.520431,
      speed: 43.5,
      heading: 271,
      odo: 120_345.6,
      ignition: true,
      engineHours: 812.4,
      rpm: 1340,
      neutral: false,
      fuel: 182.5,
      adblue: 21,
      adblueZone: 3,
      dpf: 1,
      dtcs: ['P0420', 'U"01,\\2'],
      events: 32,
      coolant: 88.5,
      oilPressure: 310,
      battery: 27.9,
      clockAhead: 7200,
      accuracy: 12,
    }
    expect(await fixture.send(fix)).toEqual(['stored'])
    expect(await fixture.rows()).toMatchObject([
      {
        time: new Date(fix.time),
        lng: fix.lng,
        lat: fix.lat,
        speed: fix.speed,
        heading: fix.heading,
        odo: fix.odo,
        ignition: true,
        engine_hours: fix.engineHours,
        rpm: fix.rpm,
        neutral: false,
        fuel: fix.fuel,
        adblue: fix.adblue,
        adblue_zone: 3,
        dpf: 1,
        dtcs: fix.dtcs,
        events: 32,
        coolant: fix.coolant,
        oil_pressure: fix.oilPressure,
        battery: fix.battery,
        clock_ahead: 7200,
        accuracy: 12,
        derived: 0,
      },
    ])
    expect(await fixture.latest()).toMatchObject({ time: new Date(fix.time), speed: 43.5, fuel: 182.5 })
  })

  test('the latest fix has the last value of a level, also if only an earlier packet of its batch said it', async () => {
    await fixture.send({ ...at(0), fuel: 120, battery: 27.5 }, { ...at(10), fuel: 119 }, at(20))
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(20).time), fuel: 119, battery: 27.5 })
  })

  test('DI-03 the same packet three times, and a batch sent again, are one row each and counted once', async () => {
    const fixes = [at(0), at(10), at(20)]
    expect(await fixture.send(...fixes)).toEqual(['stored', 'stored', 'stored'])
    expect(await fixture.send(at(10), at(10), at(10))).toEqual(['duplicate', 'duplicate', 'duplicate'])
    expect(await fixture.send(at(20), at(30), at(30))).toEqual(['duplicate', 'stored', 'duplicate'])
    expect(await fixture.rows()).toHaveLength(4)
    expect(await fixture.counted()).toEqual([
      { day: '2026-11-20', received: 9, stored: 4, duplicate: 5, rejected: 0, flagged: 0 },
    ])
    expect(fixture.published.map(({ fix }) => fix.time)).toEqual([0, 10, 20, 30].map((s) => at(s).time))
  })

  test('DI-03 what is sent again while its day is being closed is a duplicate, in the answer and in the counts', async () => {
    const { db, pool } = database
    const { own, send, rows, counted } = fixture
    const fixes = [0, 10, 20].map((seconds) => at(seconds))
    await send(...fixes)
    const later = NOW + 2 * 86_400_000
    const track = createTrackRepository({ db })
    const tries = vi.spyOn(track, 'commitBesideDays')
    const ingest = createIngest({ db, pool, bus: createBus(), now: () => later, track })
    let answer: Promise<readonly Receipt[]> | undefined
    await db.transaction().execute(async (trx) => {
      await closeStoredDay(trx, own, dayOf(NOW, 'Asia/Kolkata'))
      answer = ingest.accept(fixes.map((fix) => ({ ...own, fix })))
      // The closing ends after the fixes have been tried beside it.
      await vi.waitFor(() => expect(tries.mock.settledResults[0]?.type).toBe('rejected'), 20_000)
    })
    expect(await answer).toEqual(['duplicate', 'duplicate', 'duplicate'])
    expect(await rows()).toEqual([])
    const sum = (field: 'received' | 'stored' | 'duplicate', all: Awaited<ReturnType<typeof counted>>) =>
      all.reduce((total, row) => total + row[field], 0)
    const all = await counted()
    expect([sum('received', all), sum('stored', all), sum('duplicate', all)]).toEqual([6, 3, 3])
    await ingest.close()
  })

  test('a vehicle that has very many fixes of a day gets no further ones of it, and others do', async () => {
    const { own } = fixture
    const counts = createDayCounts()
    const noon = NOW - 3_600_000
    for (let i = 0; i < INGEST.dayFixes; i += 1) counts.add(own.vehicleId, noon)
    // Some fixes of many other days do not make it forget this one.
    for (let day = 1; day < 200; day += 1) counts.add(own.vehicleId, noon - day * 86_400_000)
    expect(counts.isFull(own.vehicleId, noon)).toBe(true)
    expect(counts.isFull(own.vehicleId, noon - 86_400_000)).toBe(false)
    expect(counts.isFull(own.vehicleId + 1, noon)).toBe(false)
  })

  test('what is one too many of a day is refused, with a reason', { timeout: 180_000 }, async () => {
    const { ingest, own, counted } = fixture
    const start = NOW - 7_000_000
    for (let sent = 0; sent < INGEST.dayFixes; sent += 5_000)
      await ingest.accept(
        Array.from({ length: 5_000 }, (_, i) => ({
          ...own,
          fix: { time: start + (sent + i) * 10, lng: 73.85, lat: 18.52 },
        })),
      )
    const [over, other] = await ingest.accept([
      { ...own, fix: at(3_000) },
      { ...own, fix: at(-10 * 3_600) },
    ])
    expect(over).toEqual({
      rejected: 'the vehicle has 100000 positions of this day already, which is the most',
    })
    expect(other).toBe('stored')
    expect(await counted()).toMatchObject([{ stored: INGEST.dayFixes + 1, rejected: 1 }])
  })

  test('late fixes of a day that cannot be read are not stored, and those of others in the same commit are', async () => {
    const { db } = database
    const { own, ingest, track } = fixture
    const other = await addVehicle(db, { company_id: own.companyId })
    const old = at(-2 * 86_400)
    await fixture.send(old)
    await track.closeFinishedDays({ now: NOW })
    await db
      .updateTable('vehicle_day')
      .set({ blob: Buffer.of(1, 2, 3) })
      .where('vehicle_id', '=', own.vehicleId)
      .execute()
    const [mine, theirs] = await Promise.allSettled([
      ingest.accept([{ ...own, fix: { ...old, time: old.time + 1_000 } }]),
      ingest.accept([{ companyId: own.companyId, vehicleId: other.id, fix: old }]),
    ])
    expect(mine).toMatchObject({ status: 'rejected', reason: { name: 'IngestUnavailable' } })
    expect(theirs).toEqual({ status: 'fulfilled', value: ['stored'] })
    for (const vehicleId of [own.vehicleId, other.id])
      for (const table of ['vehicle_day', 'open_fix'] as const)
        await db.deleteFrom(table).where('vehicle_id', '=', vehicleId).execute()
  })

  test('half a character in a trouble code is no reason to lose the others', async () => {
    await fixture.send(at(0, { dtcs: ['P0401\ud800', 'P20EE'] }))
    expect((await fixture.rows()).map(({ dtcs }) => dtcs)).toEqual([['P0401\ufffd', 'P20EE']])
  })

  test('DI-03 a fix of a closed day is a duplicate a day later, and a new one is a late point', async () => {
    const day = 86_400_000
    const old = [at(-2 * 86_400), at(-2 * 86_400 + 60)]
    await fixture.send(...old)
    expect(await fixture.track.closeFinishedDays({ now: NOW })).toBe(1)
    expect(await fixture.rows()).toHaveLength(0)
    expect(await fixture.send(...old, at(-2 * 86_400 + 30))).toEqual(['duplicate', 'duplicate', 'stored'])
    expect(await fixture.rows()).toHaveLength(1)
    await fixture.track.closeFinishedDays({ now: NOW })
    const { length } = await fixture.track.readRange({ ...fixture.own, from: NOW - 3 * day, to: NOW })
    expect(length).toBe(3)
  })

  test('ST-15 a late fix is published once to followers; a duplicate or a second place at its time is not', async () => {
    await fixture.send(at(0))
    await fixture.send(at(100))
    await fixture.send(at(50))
    await fixture.send(at(50), at(60))
    await fixture.send(at(50, { lng: 73.9 }), at(0))
    expect(fixture.published.map(({ fix }) => fix.time)).toEqual([0, 100, 50, 60].map((s) => at(s).time))
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(100).time) })
  })

  test('DI-06 ST-15 a late fix at an impossible place is stored and not published', async () => {
    await fixture.send(at(0))
    await fixture.send(at(100))
    expect(await fixture.send(at(40, { lng: 76.7 }), at(50))).toEqual(['stored', 'stored'])
    expect(fixture.published.map(({ fix }) => fix.time)).toEqual([0, 100, 50].map((s) => at(s).time))
  })

  test('two positions at one time are both kept, the second one flagged', async () => {
    expect(await fixture.send(at(0), at(0, { lng: 73.9 }))).toEqual([
      'stored',
      { flagged: expect.any(String) },
    ])
    expect(await fixture.send(at(0, { lng: 73.7 }))).toEqual([{ flagged: expect.any(String) }])
    expect(await fixture.rows()).toHaveLength(3)
    expect((await fixture.counted())[0]).toMatchObject({ received: 3, stored: 3, flagged: 2 })
  })

  test('what a second message of one time and place says completes the first one, stored, latest and for the alerts', async () => {
    await fixture.send(at(0, { speed: 40, ignition: true }))
    fixture.taken.length = 0
    const more = at(0, { speed: 40, ignition: false, fuel: 210 })
    expect(await fixture.send(more)).toEqual(['duplicate'])
    const whole = { speed: 40, ignition: false, fuel: 210 }
    expect(await fixture.rows()).toMatchObject([whole])
    expect(await fixture.latest()).toMatchObject(whole)
    expect(fixture.taken).toEqual([more])
    fixture.taken.length = 0
    expect(await fixture.send(at(0, { speed: 40, ignition: true }), more)).toEqual(['duplicate', 'duplicate'])
    expect(await fixture.rows()).toMatchObject([whole])
    expect(fixture.taken).toEqual([])
  })

  test('messages of one time and place in one request are one position with what all say', async () => {
    expect(await fixture.send(at(0, { ignition: true }), at(0, { fuel: 210 }))).toEqual([
      'stored',
      'duplicate',
    ])
    expect(await fixture.rows()).toMatchObject([{ ignition: true, fuel: 210 }])
    expect(await fixture.latest()).toMatchObject({ ignition: true, fuel: 210 })
  })

  test('a message that completes an older position leaves the latest one as it is', async () => {
    await fixture.send(at(0), at(10))
    await fixture.send(at(0, { fuel: 210 }))
    expect(await fixture.rows()).toMatchObject([{ fuel: 210 }, { fuel: null }])
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(10).time), fuel: null })
  })

  test('DI-03 what a second message says of a position of a closed day is not lost', async () => {
    const early = at(-2 * 86_400, { speed: 40.123 })
    await fixture.send(early)
    await fixture.track.closeFinishedDays({ now: NOW })
    expect(await fixture.send(early)).toEqual(['duplicate'])
    await fixture.send({ ...early, fuel: 210 })
    await fixture.track.closeFinishedDays({ now: NOW })
    expect(await fixture.send({ ...early, fuel: 210 }, early)).toEqual(['duplicate', 'duplicate'])
    const range = { ...fixture.own, from: NOW - 3 * 86_400_000, to: NOW }
    const { length, fuel, speed } = await fixture.track.readRange(range)
    expect([length, fuel[0], speed[0]]).toEqual([1, 210, expect.closeTo(40.1, 1)])
  })

  test('requests that arrive together share a commit and keep their own receipts', async () => {
    const { own, ingest } = fixture
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        ingest.accept([
          { ...own, fix: at(i) },
          { ...own, fix: at(i % 7) },
        ]),
      ),
    )
    const all: Receipt[] = answers.flat()
    expect(all.filter((receipt) => receipt === 'stored')).toHaveLength(50)
    expect(all.filter((receipt) => receipt === 'duplicate')).toHaveLength(50)
    expect(ingest.counts()).toMatchObject({ received: 100, stored: 50, duplicate: 50 })
  })
})

describe('the latest fix', () => {
  test('DI-05 a date far ahead among others, or one of a receiver that rolled over, is flagged, and the next valid fix moves the marker', async () => {
    const flagged = { flagged: expect.any(String) }
    const stray = at(0, { time: Date.UTC(2080, 0, 1) })
    expect(await fixture.send(at(0), stray, at(-10))).toEqual(['stored', flagged, 'stored'])
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(0).time), clock_ahead: null })
    expect(await fixture.send(at(0, { time: NOW - 1024 * 7 * 86_400_000 }))).toEqual([flagged])
    expect(await fixture.send(at(0, { time: Date.UTC(1970, 0, 1) }))).toEqual([
      { rejected: 'the time is before the year 2000' },
    ])
    await fixture.send(at(1))
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(1).time) })
    expect((await fixture.counted())[0]).toMatchObject({ received: 6, stored: 5, rejected: 1, flagged: 2 })
  })

  test('a fix five minutes ahead is still valid', async () => {
    expect(await fixture.send(at(0, { time: NOW + 5 * 60_000 }))).toEqual(['stored'])
  })

  test('an older fix is stored, never becomes the latest, and is published after it', async () => {
    await fixture.send(at(100))
    expect(await fixture.send(at(50))).toEqual(['stored'])
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(100).time) })
    expect(fixture.published.map(({ fix }) => fix.time)).toEqual([at(100).time, at(50).time])
  })

  test('DI-06 a jump of a thousand kilometres is flagged until the next fixes confirm it', async () => {
    await fixture.send(at(0))
    const far = { lng: 77.2, lat: 28.6 }
    expect(await fixture.send(at(60, far))).toEqual([{ flagged: expect.stringContaining('200 km/h') }])
    expect(await fixture.latest()).toMatchObject({ lng: 73.85 })
    expect(await fixture.send(at(90))).toEqual(['stored'])
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(90).time) })
    expect(await fixture.send(at(120, far), at(150, far))).toEqual([
      { flagged: expect.any(String) },
      'stored',
    ])
    expect(await fixture.latest()).toMatchObject({ lng: 77.2 })
  })

  test.each([
    ['half way between two fixes of a minute', 30],
    ['a minute after the one before', 60],
  ])('DI-06 a ghost 5 km away, %s, never becomes the latest and is flagged', async (_when, seconds) => {
    const ghost = at(seconds, { lat: 18.52 + 0.045 })
    expect(await fixture.send(at(0), ghost)).toEqual([
      'stored',
      { flagged: expect.stringContaining('200 km/h') },
    ])
    expect(await fixture.latest()).toMatchObject({ lat: 18.52 })
    expect(await fixture.send(at(seconds + 30))).toEqual(['stored'])
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(seconds + 30).time), lat: 18.52 })
    expect(fixture.published.every(({ fix }) => fix.lat === 18.52)).toBe(true)
  })

  test('DI-06 a truck that is 5 km away after a minute is there with the next fix near it', async () => {
    const there = { lat: 18.52 + 0.045 }
    await fixture.send(at(0), at(60, there))
    expect(await fixture.send(at(120, there))).toEqual(['stored'])
    expect(await fixture.latest()).toMatchObject(there)
  })

  test('if another process stored a newer one, the marker does not go back and later fixes still count', async () => {
    const { db, pool } = database
    await fixture.send(at(0))
    const other = createIngest({
      db,
      pool,
      bus: createBus(),
      now: () => NOW,
      track: createTrackRepository({ db }),
    })
    await other.accept([{ ...fixture.own, fix: at(100) }])
    await fixture.send(at(50))
    expect(await fixture.latest()).toMatchObject({ time: new Date(at(100).time) })
    await fixture.send(at(110))
    expect(fixture.published.map(({ fix }) => fix.time)).toEqual([0, 50, 110].map((s) => at(s).time))
  })

  test('OPEN-40 the usual interval between fixes is learnt, and published with each fix', async () => {
    await fixture.send(...[0, 10, 20, 30, 95].map((s) => at(s)))
    expect(await fixture.latest()).toMatchObject({ interval_s: 10 })
    expect(fixture.published.at(-1)).toMatchObject({ intervalS: 10 })
  })
})

describe('accounting', () => {
  test('DI-06 received = stored + duplicate + rejected, for any input', async () => {
    const odd = fc.oneof(
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -1, 91, 181, 1e300),
      fc.double({ min: -200, max: 200, noNaN: true }),
    )
    const fix: fc.Arbitrary<Fix> = fc.record({
      time: fc.oneof(
        fc.integer({ min: NOW - 3_600_000, max: NOW }),
        fc.constantFrom(Number.NaN, 0, 1e18, NOW + 1e9),
      ),
      lng: odd,
      lat: odd,
      speed: odd,
      heading: odd,
      odo: odd,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fix, { minLength: 1, maxLength: 30 }), async (fixes) => {
        const before = (await fixture.rows()).length
        const counted = fixture.ingest.counts()
        const receipts = await fixture.send(...fixes)
        const rejected = receipts.filter((one) => typeof one === 'object' && 'rejected' in one).length
        const duplicate = receipts.filter((one) => one === 'duplicate').length
        const stored = (await fixture.rows()).length - before
        expect(stored + duplicate + rejected).toBe(fixes.length)
        const after = fixture.ingest.counts()
        expect(after.received - counted.received).toBe(fixes.length)
        expect(after.stored - counted.stored).toBe(stored)
      }),
      { numRuns: 40 },
    )
    const [row] = await fixture.counted()
    expect(row?.received).toBe((row?.stored ?? 0) + (row?.duplicate ?? 0) + (row?.rejected ?? 0))
    expect(row?.stored).toBe((await fixture.rows()).length)
  })

  test('DI-04 any order and any chunking of the same fixes gives the same rows and the same latest', async () => {
    const fixes = Array.from({ length: 40 }, (_, i) => at(i * 30, { speed: i }))
    await fixture.send(...fixes)
    const strip = (rows: Awaited<ReturnType<typeof fixture.rows>>) =>
      rows.map(({ vehicle_id: _id, company_id: _c, ...row }) => row)
    const expected = strip(await fixture.rows())
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(fixes, { minLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        async (order, size) => {
          const other = await setUp()
          for (let i = 0; i < order.length; i += size) await other.send(...order.slice(i, i + size))
          expect(strip(await other.rows())).toEqual(expected)
          expect(await other.latest()).toMatchObject({ time: new Date(at(39 * 30).time), speed: 39 })
        },
      ),
      { numRuns: 15 },
    )
  })
})
