import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { MAX_FIGURES_VEHICLES } from '#contract/records/figures.ts'
import { dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import type { Figures } from '#domain/figure-fields.ts'
import type { Fix } from '#domain/fix.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { createFiguresRepository } from '#server/figures/figures.repository.ts'
import { createFiguresBacklog } from '#server/figures/figures-backlog.ts'
import { pendFigures, pendingDays, pendOpenDays } from '#server/figures/pending.repository.ts'
import { readRangeFigures } from '#server/figures/range-figures.repository.ts'
import { lockDay } from '#server/track/closing.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { DASHBOARD, filterOf, withFigures } from './fleets.fixture.ts'

const ZONE = 'Asia/Kolkata'
const DAY = '2026-11-16'
const { from: start, to: end } = dayBounds(DAY, ZONE)
const { backend, own, ask, addTruck, addDriver, assign, send } = withFigures(ZONE)

/** An hour's drive at 60 km/h from `minute` of the day on, with a fix a minute, or as many minutes as given. */
const drive = (minute: number, minutes = 60, more: Partial<Fix> = {}): Fix[] =>
  Array.from({ length: minutes + 1 }, (_, i) => ({
    time: start + (minute + i) * MINUTE_MS,
    lng: 73.5 + (minute + i) / 105.5,
    lat: 18.5,
    speed: 60,
    ignition: true,
    odo: 1000 + minute + i,
    ...more,
  }))

type Row = { vehicleId: number | null; date: string | null; hour: number | null; figures: Figures }
type Rows = {
  rows: Row[]
  total: Figures
  asOf: number
  pendingDays: number
  reporting: number
  vehicles: number
}
let lead = 0
/** Asks after answers are no longer given again. */
const rowsOf = (
  vehicleIds: number[],
  by: 'vehicle' | 'day' | 'hour',
  range: readonly [number, number] = [start, end],
) => {
  lead += 10_000
  backend.setLead(lead)
  return ask<Rows>('figures', { ...filterOf(...range, { vehicleIds }), by })
}
const post = (name: string, body: object, token = own.token) =>
  backend.ask('POST', `${DASHBOARD}/${name}`, { token, body })

describe('the open day', () => {
  test('has its figures as soon as they are derived, and says until when', async () => {
    const { id } = await addTruck()
    await send(id, drive(60))
    const before = await rowsOf([id], 'vehicle')
    expect(before.total.distanceKm).toBe(0)
    expect(before.asOf).toBeLessThan(Date.now() + lead)
    await backend.figures.settled()
    const after = await rowsOf([id], 'vehicle')
    expect(after.total).toMatchObject({
      distanceKm: 60,
      odometerKm: 60,
      runningS: 3600,
      speedTo60S: 3600,
      fixes: 61,
    })
    expect(after.asOf).toBeGreaterThan(before.asOf)
  })

  test('by hour, each with its driver’s part', async () => {
    const { id } = await addTruck()
    await assign(id, 0, await addDriver('First'))
    await assign(id, start + 80 * MINUTE_MS, await addDriver('Second'))
    await send(id, drive(60))
    await backend.figures.settled()
    const { rows } = await rowsOf([id], 'hour')
    expect(rows.map(({ hour, figures }) => [((hour ?? 0) - start) / MINUTE_MS, figures.distanceKm])).toEqual([
      [60, 20],
      [80, 40],
      [120, 0],
    ])
    const repository = createFiguresRepository(backend.database)
    const range = { fromDay: DAY, toDay: DAY }
    const query = { companyId: own.companyId, vehicleIds: [id], range }
    const { during } = await repository.byDriver(query, query, new AbortController().signal)
    expect([...during.values()].map(({ distanceKm, runningS }) => [distanceKm, runningS])).toEqual([
      [20, 1200],
      [40, 2400],
    ])
  })

  test('by day of drivers and of vehicles that are asked for, and by driver the vehicles', async () => {
    const [one, other, unasked] = [(await addTruck()).id, (await addTruck()).id, (await addTruck()).id]
    const [first, second] = [await addDriver('Of two'), await addDriver('Of one')]
    for (const id of [one, other, unasked]) await assign(id, 0, first)
    await assign(other, start + 90 * MINUTE_MS, second)
    const dayBefore = drive(30, 30).map((fix) => ({ ...fix, time: fix.time - DAY_MS }))
    await send(one, [...dayBefore, ...drive(60)])
    for (const id of [other, unasked]) await send(id, drive(60))
    await backend.figures.settled()
    const repository = createFiguresRepository(backend.database)
    const range = { fromDay: shiftDay(DAY, -1), toDay: DAY }
    const query = { companyId: own.companyId, vehicleIds: [one, other], range }
    const { signal } = new AbortController()
    const driven = async (of: 'driver' | 'vehicle', ids: readonly number[]) =>
      (await repository.byDayOf(query, of, ids, signal)).map(({ id, day, figures }) => [
        ...[id, day, figures.distanceKm],
      ])
    expect(await driven('driver', [first])).toEqual([
      [first, range.fromDay, 30],
      [first, DAY, 90],
    ])
    expect(await driven('driver', [first, second])).toContainEqual([second, DAY, 30])
    expect(await driven('vehicle', [other])).toEqual([[other, DAY, 60]])
    expect(await driven('vehicle', [one])).toEqual([
      [one, range.fromDay, 30],
      [one, DAY, 60],
    ])
    expect(await repository.vehiclesByDriver(query, signal)).toEqual(
      new Map([
        [first, [one, other]],
        [second, [other]],
      ]),
    )
  })

  test('a hand-over that is entered later moves the figures of its day', async () => {
    const { id } = await addTruck()
    const [first, second] = [await addDriver('Before'), await addDriver('After')]
    await assign(id, 0, first)
    await send(id, drive(60))
    await backend.tracks.closeFinishedDays({ now: Date.now() })
    await assign(id, start + 90 * MINUTE_MS, second)
    await backend.figures.settled()
    const repository = createFiguresRepository(backend.database)
    const query = { companyId: own.companyId, vehicleIds: [id], range: { fromDay: DAY, toDay: DAY } }
    const { during } = await repository.byDriver(query, query, new AbortController().signal)
    expect([...during].map(([driver, { distanceKm }]) => [driver, distanceKm])).toEqual([
      [first, 30],
      [second, 30],
    ])
  })

  test('the work in the background takes turns between what arrives and what is put down', async () => {
    const { db } = backend.database
    const trucks = [await addTruck(), await addTruck(), await addTruck()]
    const [waiting, held, down] = trucks.map(({ id }) => ({ companyId: own.companyId, vehicleId: id }))
    if (!waiting || !held || !down) throw new Error('There are three trucks.')
    for (const { id } of trucks) await send(id, drive(60))
    await backend.figures.settled()
    // The newest day is derived first.
    const newest = dayOf(Date.now(), ZONE)
    await pendFigures(db, [{ ...down, day: newest }])
    const backlog = createFiguresBacklog({ db, now: Date.now, onError: () => {} })
    for (const owned of [waiting, held]) backlog.take(drive(60).map((fix) => ({ ...owned, fix })))
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let holder: Promise<void> = Promise.resolve()
    await new Promise<void>((resolve) => {
      holder = db.transaction().execute(async (trx) => {
        await lockDay(trx, held.vehicleId, DAY)
        resolve()
        await released
      })
    })
    try {
      backlog.start()
      const left = async () => (await pendingDays(db, 10)).filter(({ day }) => day === newest)
      await expect.poll(left, { timeout: 30_000 }).toEqual([])
    } finally {
      release()
      await holder
      await backlog.stop()
    }
  })

  test('the work in the background derives what arrives', async () => {
    const { id } = await addTruck()
    const { db } = backend.database
    const errors: unknown[] = []
    const backlog = createFiguresBacklog({ db, now: Date.now, onError: (error) => errors.push(error) })
    const [early, late] = await Promise.all([addTruck(), addTruck()])
    // Once it has found the days that are put down at its start, it knows others from what it is told alone.
    await send(early.id, drive(60))
    backlog.start()
    await expect.poll(() => pendingDays(db, 10), { timeout: 30_000 }).toEqual([])
    await send(id, drive(120))
    await send(late.id, drive(120))
    backlog.take(drive(120).map((fix) => ({ companyId: own.companyId, vehicleId: id, fix })))
    // Asking over HTTP so often would bring the clock to the end of the session.
    const stored = () =>
      db.selectFrom('vehicle_day_figures').select('distance_km').where('vehicle_id', '=', id).execute()
    await expect.poll(stored, { timeout: 30_000 }).toEqual([{ distance_km: 60 }])
    await backlog.stop()
    expect((await rowsOf([id], 'vehicle')).total.distanceKm).toBe(60)
    expect((await rowsOf([late.id], 'vehicle')).total.distanceKm).toBe(0)
    expect(errors).toEqual([])
  })

  test('DI-01 figures are as of before a day whose fixes were stored before a restart, until it is derived', async () => {
    const { id } = await addTruck()
    const { db } = backend.database
    await send(id, drive(60))
    await backend.figures.settled()
    expect((await rowsOf([id], 'vehicle')).asOf).toBeGreaterThanOrEqual(end)
    await pendOpenDays(db)
    expect((await rowsOf([id], 'vehicle')).asOf).toBe(start)
    await backend.figures.settled()
    expect((await rowsOf([id], 'vehicle')).asOf).toBeGreaterThanOrEqual(end)
  })

  test('DI-01 an open day whose work fails is still known to wait since its first fix, and is derived later', async () => {
    const { id } = await addTruck()
    const { db } = backend.database
    const vehicle = { companyId: own.companyId, vehicleId: id }
    await send(id, drive(60))
    await backend.figures.settled()
    const began = Date.now()
    let clock = began
    const backlog = createFiguresBacklog({ db, now: () => clock, onError: () => {} })
    const take = () => backlog.take(drive(60, 1).map((fix) => ({ ...vehicle, fix })))
    await sql`create function refuse_open() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      db,
    )
    await sql`create trigger refuse_open before insert or update or delete on vehicle_hour for each row execute function refuse_open()`.execute(
      db,
    )
    try {
      take()
      const failing = backlog.settled()
      clock += MINUTE_MS
      take()
      await expect(failing).rejects.toThrow('refused')
      expect(backlog.asOf([id])).toBe(began)
      const waiting = (first: string, last: string) => [
        ...backlog.waitingDays([id], { first, last, timeZone: ZONE }),
      ]
      expect([waiting(shiftDay(DAY, -9), DAY), waiting(shiftDay(DAY, -9), shiftDay(DAY, -1))]).toEqual([
        [DAY],
        [],
      ])
    } finally {
      await sql`drop function refuse_open cascade`.execute(db)
    }
    // A vehicle is not derived again for five minutes, nor is one that failed.
    clock = began + 5 * MINUTE_MS
    backlog.start()
    await expect.poll(() => backlog.asOf([id]), { timeout: 30_000 }).toBe(clock)
    await backlog.stop()
  })

  test('a day that cannot be derived is left out for a while', async () => {
    const { id } = await addTruck()
    const { db } = backend.database
    await send(id, drive(60))
    await backend.figures.settled()
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin if new.vehicle_id = ${sql.lit(id)} then raise 'refused'; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger refuse before insert or update on vehicle_hour for each row execute function refuse()`.execute(
      db,
    )
    try {
      const errors: string[] = []
      let clock = Date.now()
      const backlog = createFiguresBacklog({
        ...{ db, now: () => clock, onError: (error) => errors.push((error as Error).message) },
      })
      backlog.start()
      await expect.poll(() => errors, { timeout: 30_000 }).toEqual(['refused'])
      const other = await addTruck()
      await pendFigures(db, [{ companyId: own.companyId, vehicleId: other.id, day: DAY }])
      const left = async () => (await pendingDays(db, 10)).map(({ vehicleId }) => vehicleId)
      await expect.poll(left, { timeout: 30_000 }).toEqual([id])
      expect(errors).toEqual(['refused'])
      clock += 10 * MINUTE_MS
      await expect.poll(() => errors, { timeout: 30_000 }).toEqual(['refused', 'refused'])
      await backlog.stop()
    } finally {
      await sql`drop function refuse cascade`.execute(db)
    }
    await backend.figures.settled()
  })
})

test('nothing is compared with a time before in which the truck hardly reported', async () => {
  const { id } = await addTruck()
  const earlier = drive(60, 20).map((fix) => ({ ...fix, time: fix.time - DAY_MS }))
  await send(id, [...earlier, ...drive(60)])
  await backend.figures.settled()
  const comparisons = async () => {
    lead += 10_000
    backend.setLead(lead)
    const of = async (name: string) =>
      (await post(name, filterOf(start, end, { vehicleIds: [id] }))).body as {
        before: unknown
        bands?: Array<{ before: number | null }>
      }
    const sums = ['UtilizationVsDate', 'MileageVsDate', 'adbluebydate', 'drivingScore']
    return [
      ...(await Promise.all(sums.map(async (name) => (await of(name)).before !== null))),
      (await of('speedband')).bands?.some(({ before }) => before !== null),
    ]
  }
  expect(await comparisons()).toEqual([false, false, false, false, false])
  await send(
    id,
    drive(60).map((fix) => ({ ...fix, time: fix.time - DAY_MS })),
  )
  await backend.figures.settled()
  expect(await comparisons()).toEqual([true, true, true, true, true])
})

/** A truck that drove an hour on two days that follow each other, both stored with their figures. */
const addClosedDays = async (): Promise<number> => {
  const { id } = await addTruck()
  const nextDay = drive(120).map((fix) => ({ ...fix, time: fix.time + DAY_MS }))
  await send(id, [...drive(60), ...nextDay])
  await backend.tracks.closeFinishedDays({ now: Date.now() })
  await backend.figures.settled()
  return id
}

describe('days that an upgrade has put down', () => {
  test('have no figures until they are derived again, also after a restart in the middle', async () => {
    const id = await addClosedDays()
    const { db } = backend.database
    // As the columns of an earlier release are after the migration.
    await sql`update vehicle_hour set speed_to_60_s = 0 where vehicle_id = ${id}`.execute(db)
    await sql`delete from vehicle_day_figures where vehicle_id = ${id}`.execute(db)
    await sql`insert into figures_pending select company_id, vehicle_id, day from vehicle_day where vehicle_id = ${id}`.execute(
      db,
    )
    const range = [start, end + DAY_MS] as const
    const none = await rowsOf([id], 'vehicle', range)
    expect([none.pendingDays, none.rows]).toEqual([2, []])
    const mileage = await post('MileageVsDate', filterOf(...range, { vehicleIds: [id] }))
    expect(mileage.body).toMatchObject({ pendingDays: 2, days: [], total: null, before: null })

    const { pending } = createFiguresRepository(backend.database)
    const waiting = async (companyId: number | null) => {
      const query = { companyId, vehicleIds: [id], range: { fromDay: DAY, toDay: shiftDay(DAY, 1) } }
      return (await pending(query, DAY, shiftDay(DAY, 1))).storedDays
    }
    // Those of a company, of all for staff, and none of another company.
    expect([await waiting(own.companyId), await waiting(null), await waiting(0)]).toEqual([2, 2, 0])

    const reported: number[] = []
    const first = createFiguresBacklog({
      ...{ db, now: Date.now, onError: () => {} },
      onProgress: (left) => reported.push(left),
    })
    first.start()
    await expect.poll(async () => (await pendingDays(db, 10)).length, { timeout: 30_000 }).toBeLessThan(2)
    await first.stop()
    expect(reported, 'how many are left is told at once, and not with each').toEqual([expect.any(Number)])
    expect(reported[0]).toBeGreaterThanOrEqual(2)
    const second = createFiguresBacklog({ db, now: Date.now, onError: () => {} })
    await second.settled()
    const whole = await rowsOf([id], 'vehicle', range)
    expect(whole.total).toMatchObject({ distanceKm: 120, speedTo60S: 7200 })
    expect(whole.pendingDays).toBe(0)
  })
})

test('a day that is stored and has later open fixes keeps its figures over a restart', async () => {
  const { id } = await addTruck()
  const { db } = backend.database
  const [morning, evening] = [drive(60), drive(600)]
  await send(id, morning)
  await backend.tracks.closeFinishedDays({ now: Date.now() })
  await backend.figures.settled()
  for (const { time, lng, lat } of evening)
    await sql`insert into open_fix (company_id, vehicle_id, time, lng, lat, speed, ignition)
      values (${own.companyId}, ${id}, ${new Date(time)}, ${lng}, ${lat}, 60, true)`.execute(db)
  const backlog = createFiguresBacklog({ db, now: Date.now, onError: () => {} })
  backlog.start()
  const runningS = async () => {
    const { pendingDays: left, total } = await rowsOf([id], 'vehicle')
    expect([left, total.runningS], 'at no time without figures').not.toEqual([1, 0])
    return total.runningS
  }
  expect(await runningS()).toBeGreaterThanOrEqual(3600)
  await expect.poll(runningS, { timeout: 60_000 }).toBeGreaterThan(7000)
  await backlog.stop()
})

test('the figures of a range of whole days are those that are stored, of its first and its last day too', async () => {
  const id = await addClosedDays()
  const { db } = backend.database
  // Another figure than their fixes give shows that they were read.
  await sql`update vehicle_day_figures set distance_km = 1000 where vehicle_id = ${id}`.execute(db)
  const figuresOf = async (from: number, to: number) =>
    (await readRangeFigures(db, { companyId: own.companyId, vehicleId: id, from, to })).distanceKm
  expect(await figuresOf(start, end + DAY_MS)).toBe(2000)
  expect(await figuresOf(start, end + DAY_MS - HOUR_MS)).toBe(1060)
})

describe('bad input', () => {
  const all = { vehicleIds: [] }
  test.each([
    ['a range that ends before it begins', filterOf(end, start, all), 'rangeReversed'],
    ['a range of more than a year', filterOf(start - 367 * DAY_MS, start, all), 'figuresRangeTooLong'],
    ['a range in the future', filterOf(Date.now() + 3 * DAY_MS, Date.now() + 4 * DAY_MS, all), 'rangeAhead'],
    [
      'a day that is none',
      { ...all, fromTsInIST: '2026-02-30 00:00:00', toTsInIST: '2026-03-01 00:00:00' },
      'timeInvalid',
    ],
  ])('%s is refused', async (_, filter, code) => {
    for (const name of [
      'MileageVsDate',
      'UtilizationVsDate',
      'speedband',
      'truckinsight',
      'getTripStatusForDashboard',
      'trips',
    ])
      expect(await post(name, filter), name).toMatchObject({ status: 400, body: { code } })
  })

  test('a client whose clock is a day ahead is answered', async () => {
    const reply = await post(
      'MileageVsDate',
      filterOf(Date.now() - DAY_MS, Date.now() + DAY_MS - HOUR_MS, all),
    )
    expect(reply.status).toBe(200)
  })

  test('a vehicle of another company is not found, without a hint, also among others', async () => {
    const foreign = await addVehicle(backend.database.db, {
      company_id: (await addCompany(backend.database.db)).id,
    })
    const { id } = await addTruck()
    for (const vehicleIds of [[foreign.id], [id, foreign.id], [2_000_000]])
      expect(await post('figures', { ...filterOf(start, end, { vehicleIds }), by: 'day' })).toMatchObject({
        status: 404,
        body: { code: 'notFound' },
      })
  })

  test('more keys than there are change nothing; a vehicle without a fix and a group without vehicles have no figures', async () => {
    const { id } = await addTruck()
    const filter = filterOf(start, end, { vehicleIds: [id] })
    const reply = await post('MileageVsDate', {
      ...filter,
      dashboardFunctionNames: ['MILAGE_DAILY'],
      more: { a: 1 },
    })
    expect(reply.body).toMatchObject({ vehicles: 1, reporting: 0, total: { distanceKm: 0, mileage: null } })
    const none = await post('UtilizationVsDate', filterOf(start, end, { groupNames: ['No such group'] }))
    expect(none.body).toMatchObject({ vehicles: 0, reporting: 0, total: { utilization: null } })
  })

  test('more than ten thousand vehicles are too many', async () => {
    const { db } = backend.database
    const { id: companyId } = await addCompany(db)
    await sql`insert into vehicle (company_id, registration, imei, ingest_key)
      select ${companyId}, 'MANY ' || n, 'many' || n, 'key' from generate_series(1, ${MAX_FIGURES_VEHICLES + 1}::int) n`.execute(
      db,
    )
    await backend.addUser('many', 'MANAGER', companyId)
    const { token } = await backend.logIn('many')
    expect(await post('speedband', filterOf(start, end), token)).toMatchObject({
      status: 400,
      body: {
        code: 'figuresTooManyVehicles',
        message: ERRORS.figuresTooManyVehicles.message.replace('{most}', '10000'),
      },
    })
  })
})

describe('a vehicle that changed hands', () => {
  test('AC-01 has no figures of the time at its former company, whatever is asked', async () => {
    const { db } = backend.database
    const { id } = await addTruck()
    await send(id, drive(60))
    await backend.figures.settled()
    expect((await rowsOf([id], 'vehicle')).total.distanceKm).toBe(60)
    const former = await addCompany(db)
    for (const table of ['vehicle_hour', 'vehicle_day_figures'] as const)
      await db.updateTable(table).set({ company_id: former.id }).where('vehicle_id', '=', id).execute()
    for (const by of ['vehicle', 'day', 'hour'] as const)
      expect((await rowsOf([id], by)).total.distanceKm, by).toBe(0)
  })
})
