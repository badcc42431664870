import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertBackTest } from '#contract/calls/settings.ts'
import { ALERT_SETTINGS, type AlertSettingId, type BackTest } from '#contract/records/alert-settings.ts'
import { dayOf } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { createVisibleVehicles } from '#server/access/visible-vehicles.repository.ts'
import { createBackTestRepository } from '#server/alerts/back-test.repository.ts'
import { createBackTests } from '#server/alerts/back-test.service.ts'
import { createRandom } from '#server/simulator/random.ts'
import { columnsOf, type FixColumns } from '#server/track/columns.ts'
import { addAlerts, alertOf } from '#tests/kit/builders/alerts.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle, limitUser } from '#tests/kit/server/fleet-records.ts'
import { storeFixes } from '#tests/kit/server/stored-fixes.ts'

const backend = withBackend()
const place = { lng: 79, lat: 21, ignition: true }
/** A minute at a speed, between two minutes in which the truck is slow. */
const burst = (from: number, speed: number): Fix[] => [
  { ...place, time: from, speed: 20 },
  { ...place, time: from + 30_000, speed },
  { ...place, time: from + MINUTE_MS, speed },
  { ...place, time: from + 2 * MINUTE_MS, speed: 20 },
]

const now = Math.floor(Date.now() / 1000) * 1000
const ids = { company: 0, first: 0, second: 0, user: 0 }
let token = ''

const ask = async (id: string, by = token) => {
  const { status, body } = await backend.ask('POST', `/api/v2/${alertBackTest.path}`, {
    token: by,
    body: { id },
  })
  return { status, body: body as BackTest }
}

/** The counts by threshold. */
const countsOf = ({ counts }: BackTest) =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]))

beforeAll(async () => {
  const { db } = backend.database
  const { id: company_id } = await addCompany(db)
  const first = await addVehicle(db, { company_id })
  const second = await addVehicle(db, { company_id })
  await addVehicle(db, { company_id })
  await storeFixes(db, first, [
    ...burst(now - 40 * DAY_MS, 110),
    ...burst(now - 12 * DAY_MS, 65),
    ...burst(now - 12 * DAY_MS + HOUR_MS, 105),
    ...burst(now - 20 * MINUTE_MS, 85),
  ])
  await storeFixes(db, second, burst(now - 3 * DAY_MS, 75))
  await addAlerts(
    db,
    [now - 12 * DAY_MS + HOUR_MS, now - 20 * MINUTE_MS].map((time) =>
      alertOf(first, { time: new Date(time) }),
    ),
  )
  Object.assign(ids, { company: company_id, first: first.id, second: second.id })
  // Most of it becomes closed days; the latest fixes stay open.
  await backend.tidy()
  const stranger = await addVehicle(db, { company_id: (await addCompany(db)).id })
  await storeFixes(db, stranger, burst(now - 2 * DAY_MS, 120))
  ids.user = await backend.addUser('asha', 'MANAGER', company_id)
  token = (await backend.logIn('asha')).token
})

const createOwn = (
  options: {
    mostFixes?: number
    clock?: () => number
    onRead?: () => void
    whileReading?: (read: () => Promise<FixColumns>) => Promise<FixColumns>
  } = {},
) => {
  const { db } = backend.database
  const stored = createBackTestRepository({ db })
  let reads = 0
  const service = createBackTests({
    backTests: {
      ...stored,
      fixesOf: (...args) => {
        reads += 1
        options.onRead?.()
        const read = () => stored.fixesOf(...args)
        return options.whileReading === undefined ? read() : options.whileReading(read)
      },
    },
    visibleVehicles: createVisibleVehicles({ db }),
    now: options.clock ?? (() => now),
    ...(options.mostFixes === undefined ? {} : { mostFixes: options.mostFixes }),
  })
  return { service, reads: () => reads }
}
const caller = () => ({ userId: ids.user, role: 'MANAGER', companyId: ids.company }) as const
const forEver = new AbortController().signal

describe('the back-test of a threshold', () => {
  test('ADM-10 counts what each option would have raised in 30 days, in closed days and open ones, for own vehicles alone', async () => {
    const days = await backend.database.db.selectFrom('vehicle_day').select('day').execute()
    expect(days.map(({ day }) => day)).toContain(dayOf(now - 3 * DAY_MS, 'Asia/Kolkata'))
    const { status, body } = await ask('overspeedAlert')
    expect([status, countsOf(body)]).toEqual([200, { 50: 4, 60: 4, 70: 3, 80: 2, 90: 1, 100: 1 }])
    expect(body).toMatchObject({ id: 'overspeedAlert', days: 30, vehicles: 2, ofVehicles: 2 })
  })

  test('AC-02 a user who is limited to a group has the vehicles of that group counted', async () => {
    const { db } = backend.database
    const user_id = await backend.addUser('limited', 'MANAGER', ids.company)
    await limitUser(db, { company_id: ids.company, user_id }, [ids.second])
    const { body } = await ask('overspeedAlert', (await backend.logIn('limited')).token)
    expect(countsOf(body)).toEqual({ 50: 1, 60: 1, 70: 1, 80: 0, 90: 0, 100: 0 })
  })

  test('ADM-10 a setting without a threshold tells how many alerts there were', async () => {
    const alert = (at: number, more: object) => ({
      ...{ company_id: ids.company, vehicle_id: ids.first, type: 'DPFREGEN', threshold: 0, subject: '' },
      ...{ began: new Date(at), time: new Date(at), ended: null, lng: 79, lat: 21, value: null },
      ...{ duration_s: null, detail: '{}', stored_at: new Date(at), changed_at: new Date(at) },
      ...{ withdrawn_at: null, acknowledged_at: null, acknowledged_by: null, ...more },
    })
    await backend.database.db
      .insertInto('alert')
      .values([
        alert(now - DAY_MS, {}),
        alert(now - 2 * DAY_MS, {}),
        alert(now - 3 * DAY_MS, { withdrawn_at: new Date(now) }),
        alert(now - 4 * DAY_MS, { type: 'ADBLUEFAULT' }),
        alert(now - 31 * DAY_MS, {}),
      ])
      .execute()
    expect((await ask('dpfRegenAlert')).body.counts).toEqual([{ value: null, count: 2 }])
  })

  test.each(['speedAlert', ''])('ADM-10 the setting %j is refused', async (id) => {
    expect((await ask(id)).status).toBe(400)
  })

  test('ADM-10 every setting with thresholds has a count for each of its options', async () => {
    for (const { id, options } of ALERT_SETTINGS) {
      const { body } = await ask(id)
      expect(
        body.counts.map(({ value }) => value),
        id,
      ).toEqual(options.length === 0 ? [null] : options)
    }
  })
})

describe('how a back-test runs', () => {
  test('requests of a user for one setting share a run, and its answer for ten minutes', async () => {
    let at = now
    const { service, reads } = createOwn({ clock: () => at })
    const run = () => service.run(caller(), 'overspeedAlert', forEver)
    const [one, other] = await Promise.all([run(), run()])
    const once = reads()
    expect(other).toEqual(one)
    at += 10 * MINUTE_MS - 1
    expect(await run()).toEqual(one)
    expect(reads()).toBe(once)
    at += 1
    await run()
    expect(reads()).toBe(2 * once)
  })

  test('AC-02 an answer counts for as long as the user sees the same vehicles', async () => {
    const { db } = backend.database
    const { service } = createOwn()
    const user_id = await backend.addUser('moved', 'MANAGER', ids.company)
    const run = () => service.run({ ...caller(), userId: user_id }, 'overspeedAlert', forEver)
    expect((await run()).ofVehicles).toBe(2)
    await limitUser(db, { company_id: ids.company, user_id }, [ids.second])
    expect((await run()).ofVehicles).toBe(1)
  })

  test('one run goes on at a time', async () => {
    const reading = { now: 0, most: 0 }
    const { service } = createOwn({
      whileReading: async (read) => {
        reading.now += 1
        reading.most = Math.max(reading.most, reading.now)
        await setImmediate()
        const fixes = await read()
        reading.now -= 1
        return fixes
      },
    })
    const done = (id: 'overspeedAlert' | 'idlingAlert' | 'stoppageAlert') =>
      service.run(caller(), id, forEver)
    await Promise.all([done('overspeedAlert'), done('idlingAlert'), done('stoppageAlert')])
    expect(reading).toEqual({ now: 0, most: 1 })
  })

  test('a company’s first question waits for one of another’s however many those are, and a user has four in work', async () => {
    const begun: number[] = []
    const waiting: Array<() => void> = []
    const { service } = createOwn({
      whileReading: async (read) => {
        await new Promise<void>((open) => waiting.push(open))
        return read()
      },
    })
    const ask = (companyId: number, userId: number, id: AlertSettingId) =>
      service.run({ ...caller(), companyId, userId }, id, forEver).then(() => begun.push(companyId))
    const settings = ALERT_SETTINGS.filter(({ options }) => options.length > 0).slice(0, 4)
    const answers = Array.from({ length: 24 }, (_, user) =>
      settings.map(({ id }) => ask(ids.company, 1000 + user, id)),
    )
    const [fifth] = ALERT_SETTINGS.filter(({ options }) => options.length > 0).slice(4)
    await expect(ask(ids.company, 1000, fifth?.id ?? 'overspeedAlert')).rejects.toMatchObject({
      code: 'tooManyTries',
    })
    const other = ask(0, 2000, 'overspeedAlert')
    const opening = setInterval(() => {
      for (const open of waiting.splice(0)) open()
    }, 1)
    await other
    expect(begun.indexOf(0)).toBeLessThanOrEqual(2)
    await Promise.all(answers.flat())
    clearInterval(opening)
  })

  test('other requests have their turn while a long day is evaluated', async () => {
    const minutes = Array.from({ length: 200_000 }, (_, i) => ({
      ...{ ...place, time: now - DAY_MS + i * 100, speed: i % 120 },
    }))
    let turns = 0
    let isDone = false
    const { service } = createOwn({
      whileReading: async () => {
        const countTurns = async () => {
          while (!isDone) {
            await setImmediate()
            turns += 1
          }
        }
        if (turns === 0) void countTurns()
        return turns === 0 ? columnsOf(minutes) : columnsOf([])
      },
    })
    await service.run(caller(), 'overspeedAlert', forEver)
    isDone = true
    expect(turns).toBeGreaterThan(2)
  })

  test('a run stops when all who wait for it have gone, and goes on while one is left', async () => {
    const gone = [new AbortController(), new AbortController()]
    const { service, reads } = createOwn({ onRead: () => gone[0]?.abort() })
    const both = gone.map(({ signal }) => service.run(caller(), 'overspeedAlert', signal))
    await expect(both[0]).rejects.toMatchObject({ code: 'unavailable' })
    expect(countsOf(await (both[1] as Promise<BackTest>))[50]).toBe(4)
    const whole = reads()
    const alone = new AbortController()
    const second = createOwn({ onRead: () => alone.abort() })
    await expect(second.service.run(caller(), 'overspeedAlert', alone.signal)).rejects.toMatchObject({
      code: 'unavailable',
    })
    // The next run begins when this one has ended, after the day that it was reading.
    await second.service.run(caller(), 'idlingAlert', forEver)
    expect(second.reads()).toBe(1 + whole)
    expect(countsOf(await second.service.run(caller(), 'overspeedAlert', forEver))[50]).toBe(4)
  })

  test('who has left before the run begins starts nothing', async () => {
    const { service, reads } = createOwn()
    const left = AbortSignal.abort()
    await expect(service.run(caller(), 'overspeedAlert', left)).rejects.toMatchObject({ code: 'unavailable' })
    await setImmediate()
    expect(reads()).toBe(0)
  })

  test('ADM-10 of more fixes than the limit all vehicles are estimated from a sample, with a range; the initial limit is counted', async () => {
    const { db } = backend.database
    const { id: company_id } = await addCompany(db)
    const trucks = []
    for (let i = 0; i < 8; i += 1) {
      const truck = await addVehicle(db, { company_id })
      const times = Array.from({ length: 2 + (i % 3) }, (_, at) => now - (at + 2) * HOUR_MS)
      await storeFixes(
        db,
        truck,
        times.flatMap((time, at) => burst(time, at === 0 ? 95 : 85)),
      )
      trucks.push({ truck, times })
    }
    await addAlerts(
      db,
      trucks.flatMap(({ truck, times }) => times.map((time) => alertOf(truck, { time: new Date(time) }))),
    )
    const userId = await backend.addUser('esha', 'MANAGER', company_id)
    const { service } = createOwn({ mostFixes: 50 })
    const answer = await service.run(
      { userId, role: 'MANAGER', companyId: company_id },
      'overspeedAlert',
      forEver,
    )
    expect(answer.ofVehicles).toBe(8)
    expect(answer.vehicles).toBeLessThan(8)
    const of = new Map(answer.counts.map(({ value, ...count }) => [value, count]))
    expect(of.get(80)).toEqual({ count: 23 })
    const at90 = of.get(90)
    expect(at90?.count).toBeGreaterThan(answer.vehicles)
    expect(at90?.range?.from).toBeLessThanOrEqual(8)
    expect(at90?.range?.to).toBeGreaterThanOrEqual(8)
  })

  test('ADM-10 a limit that has been one of the company for the whole time is counted by what it raised', async () => {
    const { db } = backend.database
    const { id: company_id } = await addCompany(db)
    const truck = await addVehicle(db, { company_id })
    await storeFixes(db, truck, burst(now - 2 * DAY_MS, 75))
    await db
      .insertInto('alert_rule')
      .values([
        { company_id, type: 'OVERSPEED', threshold: 60, since: new Date(now - 31 * DAY_MS) },
        { company_id, type: 'OVERSPEED', threshold: 70, since: new Date(now - 3 * DAY_MS) },
      ])
      .execute()
    const at60 = { threshold: 60, time: new Date(now - DAY_MS) }
    await addAlerts(db, [
      alertOf(truck, at60),
      alertOf(truck, { ...at60, began: new Date(now - 2 * DAY_MS) }),
    ])
    await backend.addUser('gita', 'MANAGER', company_id)
    const { body } = await ask('overspeedAlert', (await backend.logIn('gita')).token)
    expect(countsOf(body)).toEqual({ 50: 1, 60: 2, 70: 1, 80: 0, 90: 0, 100: 0 })
  })

  test('ADM-10 of the fuel level says from how many litres on each truck is reported', async () => {
    const random = createRandom(1)
    const parked = (noise: number) =>
      columnsOf(
        Array.from({ length: 200 }, (_, i) => ({
          ...{ ...place, ignition: false, speed: 0, time: now - DAY_MS + i * 5 * MINUTE_MS },
          fuel: 180 + random.between(-noise, noise),
        })),
      )
    let reads = 0
    const { service } = createOwn({
      whileReading: async () => {
        reads += 1
        return reads === 1 ? parked(0.5) : columnsOf([])
      },
    })
    const { leastLitres = [] } = await service.run(caller(), 'fuelDropAlert', forEver)
    expect(Math.min(...leastLitres)).toBeLessThan(2)
    expect((await service.run(caller(), 'overspeedAlert', forEver)).leastLitres).toBeUndefined()
  })
})
