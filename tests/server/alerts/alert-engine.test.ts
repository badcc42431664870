import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { createAlertChoices, isRaisedBy } from '#server/alerts/alert-choices.repository.ts'
import { lockVehicle } from '#server/alerts/checkpoints.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import {
  at,
  createAlertFixture,
  DAY,
  every,
  FAR,
  FAST,
  IN,
  inShort,
  MINUTE,
  MOVING,
  NOON,
  OUT,
  SECOND,
} from './alerts.fixture.ts'

const database = withDatabase()

describe('fixes in order', () => {
  test('of other vehicles are evaluated after one that came while its vehicle was evaluated again', async () => {
    const fixture = await createAlertFixture(database)
    const { db } = database
    await fixture.send([at(-60, MOVING)], fixture.otherId)
    await db.transaction().execute(async (trx) => {
      await lockVehicle(trx, fixture.vehicleId)
      await fixture.post([at(-60, MOVING)])
      await expect
        .poll(() =>
          sql`select from pg_locks where locktype = 'advisory' and not granted`
            .execute(db)
            .then(({ rows }) => rows.length),
        )
        .toBe(1)
      await fixture.post([at(-59, MOVING)])
    })
    await fixture.post([at(-59, FAST), at(-58, FAST)], fixture.otherId)
    await expect.poll(() => fixture.stored(fixture.otherId).then(({ length }) => length)).toBe(1)
  })

  test('ALR-05 a drop of the fuel level that is undone withdraws its alert', async () => {
    const fixture = await createAlertFixture(database)
    const parked = (minute: number, fuel: number) => at(minute, { speed: 0, ignition: false, fuel })
    const minutes = (first: number, last: number, fuel: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => parked(first + i, fuel))
    await fixture.send(minutes(-90, -61, 180))
    await fixture.send(minutes(-60, -50, 120))
    const drops = async () => (await fixture.rows()).filter(({ type }) => type === 'FUELDROP')
    expect((await drops()).map(({ value, withdrawn_at }) => [value, withdrawn_at])).toEqual([[60, null]])
    await fixture.send(minutes(-49, -40, 180))
    const [row, ...more] = await drops()
    expect([more, row?.withdrawn_at === null]).toEqual([[], false])
  })

  test('ALR-02 raise an alert once, end it, and tell of it when it is stored', async () => {
    const fixture = await createAlertFixture(database)
    const published: unknown[] = []
    fixture.engine().onStored((alerts) => published.push(...alerts))
    await fixture.send([at(-60, MOVING)])
    await fixture.send([at(-59, FAST), at(-58, FAST)])
    expect(inShort(await fixture.stored())).toEqual([['OVERSPEED 80 ', -59, -58, null]])
    expect(fixture.notified).toMatchObject([
      { type: 'OVERSPEED', threshold: 80, time: NOON - 58 * MINUTE, value: 95 },
    ])
    expect(published).toEqual(fixture.notified)
    await fixture.send([at(-57, FAST), at(-56, MOVING)])
    expect(inShort(await fixture.expectWhole())).toEqual([['OVERSPEED 80 ', -59, -58, -57]])
    expect(fixture.notified).toHaveLength(1)
    const [row] = await fixture.rows()
    expect(String(row?.id)).toBe(fixture.notified[0]?.id)
  })

  test('DI-03 sent three times count once', async () => {
    const fixture = await createAlertFixture(database)
    const drive = [at(-60, MOVING), ...every(-59, -50, FAST), at(-49, MOVING)]
    for (let times = 0; times < 3; times += 1) await fixture.send(drive)
    expect(inShort(await fixture.expectWhole())).toEqual([['OVERSPEED 80 ', -59, -58, -50]])
    expect(await fixture.rows()).toHaveLength(1)
    expect(fixture.notified).toHaveLength(1)
  })

  test('DI-06 one where nobody can have driven is flagged, raises nothing and tells nobody, also from storage', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    await fixture.addFence({ name: 'Far', points: [[FAR, 18.5]] })
    await fixture.send(every(-30, -21, { lng: IN }))
    const post = (fix: Fix) => fixture.post([fix])
    expect(await post(at(-20.5, { lng: FAR, speed: 120, ignition: true }))).toEqual([
      { flagged: expect.stringContaining('200 km/h') },
    ])
    await fixture.engine().settled()
    await fixture.send(every(-20, -11, { lng: IN }))
    await fixture.restart()
    expect(await post(at(-10.5, { lng: FAR }))).toEqual([{ flagged: expect.any(String) }])
    await fixture.engine().settled()
    await fixture.send(every(-10, -5, { lng: IN }))
    expect(await fixture.rows()).toEqual([])
    // A fix between is late: before it and after it the doubtful ones stay alone.
    await fixture.send([at(-10.7, { lng: IN }), at(-10.3, { lng: IN })])
    expect(await fixture.rows()).toEqual([])
    await fixture.close()
    expect(await fixture.expectWhole()).toEqual([])
    expect(await fixture.rows()).toEqual([])
    expect(fixture.notified).toEqual([])
  })

  test('DI-06 a doubt at the end of a day is kept in the checkpoint of the next', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence({ name: 'Far', points: [[FAR, 18.5]] })
    fixture.setClock(NOON + DAY)
    // Midnight in India is twelve hours after noon.
    await fixture.send([at(718), at(719, { lng: FAR })])
    await fixture.send([at(721, { lng: FAR }), at(760)])
    await fixture.restart()
    await fixture.send([at(722, { lng: FAR }), at(761), at(762)])
    await fixture.expectWhole()
    const states = await database.db
      .selectFrom('alert_checkpoint')
      .select('state')
      .where('vehicle_id', '=', fixture.vehicleId)
      .orderBy('day')
      .execute()
    expect(states.at(-1)?.state).toMatchObject({ last: { lng: OUT }, suspect: { lng: FAR } })
    expect(fixture.notified).toEqual([])
  })

  test('DI-05 one dated too far ahead counts when its time has come', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-2, MOVING)])
    // Only a clock of the server that was ahead for a while leaves such fixes: those of a device are dated anew.
    await fixture.engine().stop()
    fixture.setClock(NOON + 9 * MINUTE)
    await fixture.post([at(8, FAST), at(9, FAST)])
    fixture.setClock(NOON)
    await fixture.restart()
    expect(await fixture.stored()).toEqual([])
    await fixture.send([at(-1, MOVING)])
    expect(await fixture.stored()).toEqual([])
    fixture.setClock(NOON + 10 * MINUTE)
    await fixture.send([at(10, MOVING)])
    expect(inShort(await fixture.expectWhole())).toEqual([['OVERSPEED 80 ', 8, 9, 9]])
  })

  test('ALR-03 a stop over midnight is one alert, with a checkpoint before each day', async () => {
    const fixture = await createAlertFixture(database)
    const midnight = 12 * 60
    fixture.setClock(NOON + 14 * 60 * MINUTE)
    await fixture.send([at(midnight - 30, MOVING)])
    for (const fix of every(midnight - 29, midnight + 40)) await fixture.send([fix])
    await fixture.send([at(midnight + 41, MOVING)])
    expect(inShort(await fixture.expectWhole())).toEqual([
      ['STOPPAGE 30 ', midnight - 29, midnight + 1, midnight + 41],
    ])
    await fixture.close()
    expect(inShort(await fixture.expectWhole())).toHaveLength(1)
    const days = await database.db
      .selectFrom('alert_checkpoint')
      .select('day')
      .where('vehicle_id', '=', fixture.vehicleId)
      .orderBy('day')
      .execute()
    expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
    expect(fixture.notified).toHaveLength(1)
  })
})

describe('an end in the middle', () => {
  test('ST-15 of an open alert loses nothing and doubles nothing', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-60, MOVING), ...every(-59, -30)])
    await fixture.send([at(-29)])
    expect(inShort(await fixture.stored())).toEqual([['STOPPAGE 30 ', -59, -29, null]])
    await fixture.restart()
    await fixture.send(every(-28, -10))
    await fixture.restart()
    await fixture.send([at(-9, MOVING)])
    expect(inShort(await fixture.expectWhole())).toEqual([['STOPPAGE 30 ', -59, -29, -9]])
    expect(await fixture.rows()).toHaveLength(1)
    expect(fixture.notified).toHaveLength(1)
  })

  test('DI-01 between the commit of fixes and their evaluation is made good by the next start', async () => {
    const fixture = await createAlertFixture(database)
    await fixture.send([at(-60, MOVING)])
    await fixture.engine().stop()
    await fixture.post([...every(-1500, -1490, FAST), ...every(-59, -50, FAST)])
    expect(await fixture.stored()).toEqual([])
    await fixture.restart()
    fixture.engine().start()
    // Two of speed, and the stop of nearly a day between them.
    await expect.poll(fixture.stored).toHaveLength(3)
    await fixture.engine().stop()
    await fixture.expectWhole()
  })
})

describe('time zones', () => {
  test.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'])(
    'DI-07 days of %s that the clock changes are evaluated as any other',
    async (time_zone) => {
      const fixture = await createAlertFixture(database, { time_zone })
      const drive = [-30, 0, 30].flatMap((day) => {
        const begin = day * 24 * 60
        return [
          at(begin, MOVING),
          ...every(begin + 1, begin + 3, FAST),
          at(begin + 4),
          at(begin + 1100),
          at(begin + 1440, MOVING),
        ]
      })
      fixture.setClock(NOON + 40 * DAY)
      for (const fix of drive) await fixture.send([fix])
      const live = await fixture.expectWhole()
      expect(live.length).toBeGreaterThan(5)
      await fixture.close()
      expect(await fixture.expectWhole()).toEqual(live)
      await fixture.restart()
      await fixture.send([
        at(drive.length + 30 * 1440 - 100, MOVING),
        at(-15 * 1440, { time: NOON - 18 * DAY + 7 * SECOND, ...FAST }),
      ])
      await fixture.expectWhole()
    },
  )
})

const SLOW = { ...MOVING, speed: 30 }
const AT_70 = { ...MOVING, speed: 70 }

test('ALR-09 a chosen threshold counts from then on, whoever chose it, and ends with the last who did', async () => {
  const fixture = await createAlertFixture(database)
  const [user, staff] = [await fixture.addUser(), await fixture.addUser(null)]
  await fixture.send([at(-60, SLOW), ...every(-59, -50, AT_70), at(-49, SLOW)])
  fixture.setClock(NOON - 45 * MINUTE)
  // What had begun by now is no alert of the new threshold.
  await fixture.send(every(-48, -46, AT_70))
  await fixture.choose(user, 'overspeedAlert', 60)
  await fixture.choose(staff, 'overspeedAlert', 60, null)
  await fixture.engine().settled()
  await fixture.send(every(-44, -42, AT_70))
  await fixture.send([at(-41, SLOW)])
  expect(await fixture.stored()).toEqual([])
  fixture.setClock(NOON)
  await fixture.send([...every(-40, -38, AT_70)])
  expect(inShort(await fixture.stored())).toEqual([['OVERSPEED 60 ', -40, -39, null]])
  await fixture.choose(user, 'overspeedAlert', 80)
  await fixture.engine().settled()
  await fixture.send([at(-37, SLOW), ...every(-36, -34, AT_70), at(-33, SLOW)])
  expect(inShort(await fixture.stored())).toEqual([
    ['OVERSPEED 60 ', -40, -39, -38],
    ['OVERSPEED 60 ', -36, -35, -34],
  ])
  await fixture.choose(staff, 'overspeedAlert', 80, null)
  await fixture.engine().settled()
  fixture.setClock(NOON + 10 * MINUTE)
  await fixture.send([...every(1, 3, AT_70), at(4, SLOW)])
  const held = await createAlertChoices(database).heldOfUsers([user, staff])
  const seen = (await fixture.stored()).filter(
    ([rule, began]) =>
      rule === 'OVERSPEED 60 ' &&
      isRaisedBy(held.get(staff) ?? [], {
        ...{ type: 'OVERSPEED', threshold: 60 },
        began: NOON + began * MINUTE,
      }),
  )
  expect(inShort(seen)).toEqual([
    ['OVERSPEED 60 ', -40, -39, -38],
    ['OVERSPEED 60 ', -36, -35, -34],
  ])
  expect(fixture.errors).toEqual([])
})
