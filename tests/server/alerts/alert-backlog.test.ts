import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { createAlertBacklog } from '#server/alerts/alert-backlog.ts'
import { readContext } from '#server/alerts/alert-context.repository.ts'
import { putDownHistory, putDownOpenDays } from '#server/alerts/checkpoints.repository.ts'
import { Stopped } from '#server/alerts/day-run.ts'
import { evaluateAgain } from '#server/alerts/evaluate.ts'
import { createAlertStore } from '#server/alerts/store-alerts.ts'
import { up as dropCheckpoints } from '#server/db/migrations/0024-alert-rules.ts'
import { putDown } from '#server/track/put-down.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { at, createAlertFixture, DAY, every, FAST, inShort, MINUTE, MOVING, NOON } from './alerts.fixture.ts'

const database = withDatabase()
const TODAY = '2026-11-20'
describe('days that are put down', () => {
  test.each([
    ['newest first, each evaluated before the next', [-1, -2, -3, -4], true],
    ['newest first, and evaluated together', [-1, -2, -3, -4], false],
    ['in another order', [-3, -1, -4, -2], true],
  ])('history that is written %s gives the alerts of one fold, and tells nobody', async (_, days, isEach) => {
    const fixture = await createAlertFixture(database)
    for (const back of days) {
      await fixture.writeDays([shiftDay(TODAY, back)])
      expect(await fixture.pending()).toContain(shiftDay(TODAY, back))
      if (isEach) await fixture.engine().settled()
    }
    await fixture.engine().settled()
    expect(await fixture.pending()).toEqual([])
    const alerts = await fixture.expectWhole()
    expect(alerts.filter(([rule]) => rule.startsWith('OVERSPEED'))).toHaveLength(4)
    // Three nights, the first morning and the last evening.
    expect(alerts.filter(([rule]) => rule.startsWith('STOPPAGE'))).toHaveLength(5)
    expect(fixture.notified).toEqual([])
    expect((await fixture.rows()).filter(({ is_news }) => is_news)).toEqual([])
  })

  test('of long ago have one checkpoint a month, from which they are evaluated again', async () => {
    const fixture = await createAlertFixture(database)
    const days = [-60, -59, -58, -57].map((back) => shiftDay(TODAY, back))
    await fixture.writeDays(days)
    await fixture.engine().settled()
    const checkpoints = async () =>
      (
        await database.db
          .selectFrom('alert_checkpoint')
          .select('day')
          .where('vehicle_id', '=', fixture.vehicleId)
          .orderBy('day')
          .execute()
      ).map(({ day }) => day)
    const [first, ...others] = await checkpoints()
    expect(others.length).toBeGreaterThan(1)
    await fixture.engine().tidy()
    expect(await checkpoints()).toEqual([first])
    const late = -58 * 24 * 60
    await fixture.send([at(late, FAST), at(late + 1, FAST)])
    await fixture.expectWhole()
  })

  test('a stop waits for what the background has in work', async () => {
    const fixture = await createAlertFixture(database)
    const { db } = database
    const done: string[] = []
    let stopping = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await sql`lock table open_fix in access exclusive mode`.execute(trx)
      fixture.engine().start()
      const waiting = () =>
        sql`select from pg_locks where relation = 'open_fix'::regclass and not granted`
          .execute(db)
          .then(({ rows }) => rows.length)
      await expect.poll(waiting).toBeGreaterThan(0)
      stopping = fixture
        .engine()
        .stop()
        .then(() => void done.push('stopped'))
      // As long as the lock is held: a stop that does not wait ends meanwhile.
      for (let i = 0; i < 20; i++) await sql`select 1`.execute(db)
      done.push('released')
    })
    await stopping
    expect(done).toEqual(['released', 'stopped'])
  })

  test('are still down after a stop, and are evaluated by the next start', async () => {
    const fixture = await createAlertFixture(database)
    const days = [-1, -2, -3].map((back) => shiftDay(TODAY, back))
    await fixture.writeDays(days)
    fixture.engine().start()
    await fixture.restart()
    expect(await fixture.pending()).toEqual([...days].sort())
    fixture.engine().start()
    await expect.poll(fixture.pending, { timeout: 10_000 }).toEqual([])
    await fixture.engine().stop()
    await fixture.expectWhole()
    expect((await fixture.rows()).length).toBeGreaterThan(5)
  })

  test('an evaluation that is cut off changes nothing', async () => {
    const fixture = await createAlertFixture(database)
    const { companyId, vehicleId } = fixture
    const day = shiftDay(TODAY, -1)
    await fixture.writeDays([day])
    const context = await readContext(database.db, companyId, 0)
    if (context === undefined) throw new Error('There is no such company.')
    const cutOff = database.db.transaction().execute((trx) =>
      evaluateAgain(trx, {
        ...{ companyId, vehicleId, context, days: [], now: NOON, signal: AbortSignal.abort() },
        store: createAlertStore({ now: () => NOON }),
      }),
    )
    await expect(cutOff).rejects.toThrow(Stopped)
    expect(await fixture.pending()).toEqual([day])
    await fixture.engine().settled()
    await fixture.expectWhole()
  })

  test('in a transaction for each day, they give the alerts of one fold', async () => {
    const fixture = await createAlertFixture(database)
    const { companyId, vehicleId } = fixture
    const days = [-5, -4, -3, -2, -1].map((back) => shiftDay(TODAY, back))
    const context = await readContext(database.db, companyId, 0)
    if (context === undefined) throw new Error('There is no such company.')
    const store = createAlertStore({ now: () => NOON })
    const evaluateAll = async (): Promise<number> => {
      for (let transactions = 1; ; transactions += 1) {
        const { isBehind } = await database.db.transaction().execute((trx) =>
          evaluateAgain(
            trx,
            {
              ...{ companyId, vehicleId, context, store, days: [] },
              ...{ now: NOON, signal: new AbortController().signal },
            },
            0,
          ),
        )
        if (!isBehind) return transactions
      }
    }
    await fixture.writeDays(days)
    expect(await evaluateAll()).toBe(5)
    const before = await fixture.expectWhole()
    // A day before them all: the night between has to become one stop.
    await fixture.writeDays([shiftDay(TODAY, -6)])
    expect(await evaluateAll()).toBe(2)
    expect(await fixture.pending()).toEqual([])
    expect((await fixture.expectWhole()).length).toBeGreaterThan(before.length)
    expect((await fixture.rows()).every(({ withdrawn_at }) => withdrawn_at === null)).toBe(true)
  })

  test('checkpoints of former rules are never read: a migration drops them, and all history is evaluated again', async () => {
    const fixture = await createAlertFixture(database)
    const days = [-1, -2, -3].map((back) => shiftDay(TODAY, back))
    await fixture.writeDays(days)
    await fixture.engine().settled()
    const before = await fixture.expectWhole()
    const { vehicleId: vehicle_id, companyId: company_id } = fixture
    // As former rules would have left them: an alert that is none any more, and states that the present ones cannot read.
    const states = { state: JSON.stringify({ last: null, rules: { 'OVERSPEED 80': { began: 0 } } }) }
    await database.db
      .updateTable('alert_checkpoint')
      .set(states)
      .where('vehicle_id', '=', vehicle_id)
      .execute()
    const [began, instant] = [new Date(NOON - 2 * DAY - 100 * MINUTE), new Date(NOON)]
    await database.db
      .insertInto('alert')
      .values({
        ...{ company_id, vehicle_id, type: 'OVERSPEED', threshold: 80, subject: '', lng: 73.5, lat: 18.5 },
        ...{ began, time: began, ended: began, stored_at: instant, changed_at: instant },
        detail: JSON.stringify({ rule: {}, fixes: [], figures: {}, fence: null }),
      })
      .execute()
    await fixture.engine().stop()
    await dropCheckpoints(database.db as never)
    expect(await fixture.pending()).toEqual([days[2]])
    await fixture.restart()
    await fixture.engine().settled()
    expect(await fixture.expectWhole()).toEqual(before)
    expect(await fixture.pending()).toEqual([])
    expect((await fixture.rows()).filter(({ withdrawn_at }) => withdrawn_at !== null)).toHaveLength(1)
  })

  test('two processes share them and store each alert once', async () => {
    const [fixture, other] = [await createAlertFixture(database), await createAlertFixture(database)]
    const days = [-1, -2, -3].map((back) => shiftDay(TODAY, back))
    await fixture.writeDays(days)
    await Promise.all([fixture.engine().settled(), other.engine().settled(), fixture.engine().settled()])
    await fixture.expectWhole()
    expect(other.errors).toEqual([])
  })

  test('a history of days behind a truck that reports changes nothing of its run', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-60, MOVING), ...every(-59, -50, FAST)])
    for (const back of [-1, -2]) {
      await fixture.writeDays([shiftDay(TODAY, back)])
      await fixture.engine().settled()
      await fixture.send([at(-49 - back, FAST)])
    }
    await fixture.send([at(-40, MOVING)])
    const alerts = await fixture.expectWhole()
    expect(inShort(alerts)).toContainEqual(['OVERSPEED 80 ', -59, -58, -47])
    expect(fixture.notified).toHaveLength(1)
  })

  test('a day whose fixes cannot be read fails alone, and is tried again', async () => {
    const [fixture, other] = [await createAlertFixture(database), await createAlertFixture(database)]
    const day = shiftDay(TODAY, -1)
    await fixture.writeDays([day])
    await other.writeDays([day])
    const { blob } = await database.db
      .selectFrom('vehicle_day')
      .select('blob')
      .where('vehicle_id', '=', fixture.vehicleId)
      .executeTakeFirstOrThrow()
    const keep = (bytes: Buffer) =>
      database.db
        .updateTable('vehicle_day')
        .set({ blob: bytes })
        .where('vehicle_id', '=', fixture.vehicleId)
        .execute()
    await keep(Buffer.from('damaged'))
    await fixture.engine().settled()
    expect(fixture.errors).toMatchObject([{ name: 'UnreadableDay' }])
    expect(await fixture.pending()).toEqual([day])
    await other.expectWhole()
    await keep(blob)
    await fixture.engine().settled()
    expect(await fixture.pending()).toEqual([])
    expect((await fixture.stored()).length).toBeGreaterThan(0)
  })

  test('are evaluated however many vehicles before them fail, each of which is tried once', async () => {
    const { db } = database
    const { id: companyId } = await addCompany(db)
    const vehicles: number[] = []
    // More than are read at a time.
    for (let i = 0; i < 101; i += 1) vehicles.push((await addVehicle(db, { company_id: companyId })).id)
    await putDown(
      db,
      vehicles.map((vehicleId) => ({ companyId, vehicleId, day: TODAY })),
    )
    onTestFinished(async () => {
      await db.deleteFrom('alert_pending').where('company_id', '=', companyId).execute()
    })
    const tried: number[] = []
    const backlog = createAlertBacklog({
      db,
      watch: {
        catchUp: async ({ vehicleId }) => {
          tried.push(vehicleId)
          if (vehicleId !== vehicles.at(-1)) throw new Error('It fails.')
          return false
        },
      },
      onError: () => {},
    })
    await backlog.caughtUp()
    expect(tried).toEqual(vehicles)
  })

  test('history is put down from its first day since another, and gives the alerts again', async () => {
    const fixture = await createAlertFixture(database)
    const { timeZone } = fixture
    await fixture.writeDays([-3, -1].map((back) => shiftDay(TODAY, back)))
    await fixture.engine().settled()
    const before = await fixture.expectWhole()
    await database.db.deleteFrom('alert').where('vehicle_id', '=', fixture.vehicleId).execute()
    await putDownHistory(database.db, fixture, { since: TODAY, timeZone })
    expect(await fixture.pending()).toEqual([])
    await putDownHistory(database.db, fixture, { since: shiftDay(TODAY, -2), timeZone })
    expect(await fixture.pending()).toEqual([shiftDay(TODAY, -1)])
    await putDownHistory(database.db, fixture, { since: null, timeZone })
    expect((await fixture.pending())[0]).toBe(shiftDay(TODAY, -3))
    await fixture.engine().settled()
    expect(await fixture.expectWhole()).toEqual(before)
  })

  test('DI-01 every day with open fixes is put down, also one between others', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.post([at(-3 * 1440), at(-1440), at(-1430), at(0)])
    await fixture.engine().settled()
    await putDownOpenDays(database.db)
    expect(await fixture.pending()).toEqual([-3, -1, 0].map((back) => shiftDay(TODAY, back)))
    await fixture.engine().settled()
  })
})

test('NOON is in the day that the tests call today', () => {
  const { from, to } = dayBounds(TODAY, 'Asia/Kolkata')
  expect(NOON).toBe((from + to) / 2)
  expect(to - from).toBe(DAY)
})
