import { describe, expect, test } from 'vitest'
import { shiftDay } from '#domain/company-time.ts'
import { up as dropCheckpoints } from '#server/db/migrations/0024-alert-rules.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import {
  type AlertFixture,
  at,
  createAlertFixture,
  DAY,
  every,
  FAST,
  IN,
  inShort,
  MINUTE,
  MOVING,
  NOON,
} from './alerts.fixture.ts'

const database = withDatabase()
const TODAY = '2026-11-20'
const HOUR = 60

const notificationsOf = ({ notified }: AlertFixture) =>
  notified.map(({ type, time }) => [type, (time - NOON) / MINUTE])

test('ALR-02 a truck with old days put down raises alerts of the present at once, and once', async () => {
  const fixture = await createAlertFixture(database)
  const days = Array.from({ length: 30 }, (_, i) => shiftDay(TODAY, i - 30))
  await fixture.writeDays(days)
  await fixture.report([at(-3, MOVING), at(-2, FAST), at(-1, FAST)])
  const present = ['OVERSPEED 80 ', -2, -1, null]
  expect(inShort(await fixture.stored())).toContainEqual(present)
  expect(notificationsOf(fixture)).toEqual([['OVERSPEED', -1]])
  await fixture.report([at(0, MOVING)])
  expect(await fixture.pending()).toEqual([...days, TODAY])
  const before = await fixture.rows()

  await fixture.engine().settled()
  expect(await fixture.pending()).toEqual([])
  const alerts = await fixture.expectWhole()
  expect(alerts.filter(([rule]) => rule.startsWith('OVERSPEED'))).toHaveLength(31)
  expect(notificationsOf(fixture)).toEqual([['OVERSPEED', -1]])
  expect((await fixture.rows()).map(({ id }) => id)).toContain(before.at(-1)?.id)
})

test('a stop that was told of before an upgrade is told of once, ends in time, and the next one is told of', async () => {
  const fixture = await createAlertFixture(database)
  fixture.setClock(NOON - 3 * DAY)
  const friday = -72 * HOUR
  await fixture.send([at(friday - 45, MOVING), ...every(friday - 40, friday)])
  expect(notificationsOf(fixture)).toEqual([['STOPPAGE', friday - 10]])
  fixture.setClock(NOON)
  await fixture.send(Array.from({ length: 72 }, (_, i) => at(friday + i * HOUR)))
  await fixture.close()
  const stop = ['STOPPAGE 30 ', friday - 40, friday - 10]
  expect(inShort(await fixture.expectWhole())).toEqual([[...stop, null]])

  await fixture.engine().stop()
  await dropCheckpoints(database.db as never)
  await fixture.restart()
  fixture.setClock(NOON + 60 * MINUTE)
  await fixture.report([at(1)])
  await fixture.report([at(2)])
  expect(inShort(await fixture.stored())).toEqual([[...stop, null]])
  await fixture.report([at(3, MOVING)])
  await fixture.report([at(4, MOVING), ...every(5, 40)])
  const stops = [
    [...stop, 3],
    ['STOPPAGE 30 ', 5, 35, null],
  ]
  expect(inShort(await fixture.stored())).toEqual(stops)
  const expected = [
    ['STOPPAGE', friday - 10],
    ['STOPPAGE', 35],
  ]
  expect(notificationsOf(fixture)).toEqual(expected)
  expect(await fixture.pending()).not.toEqual([])

  await fixture.engine().settled()
  expect(inShort(await fixture.expectWhole())).toEqual(stops)
  expect(notificationsOf(fixture)).toEqual(expected)
  expect((await fixture.rows()).every(({ withdrawn_at }) => withdrawn_at === null)).toBe(true)
})

describe('a stay in a fence that began days ago', () => {
  const friday = -72 * HOUR
  const passing = (minute: number, lng?: number) => at(minute, { speed: 20, ...(lng ? { lng } : {}) })
  const begun = async (): Promise<AlertFixture> => {
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    fixture.setClock(NOON - 3 * DAY)
    await fixture.send([passing(friday - 40), passing(friday - 30, IN)])
    fixture.setClock(NOON)
    // It drives about in there: where it was found in one place, it would have stood.
    const about = (i: number) => IN + (i % 2 === 0 ? 0.004 : -0.004)
    await fixture.send(Array.from({ length: 72 }, (_, i) => passing(friday + i * HOUR, about(i))))
    await fixture.close()
    await fixture.engine().stop()
    return fixture
  }
  const entry = ['GEOFENCEINOUT 0 IN', friday - 30, friday - 30]
  const exit = ['GEOFENCEINOUT 0 OUT', 2, 2, 2]

  test('ends at once where old days that were imported are put down', async () => {
    const fixture = await begun()
    await fixture.writeDays([shiftDay(TODAY, -20)])
    await fixture.restart()
    fixture.setClock(NOON + 2 * MINUTE)
    await fixture.report([passing(1, IN), passing(2)])
    expect(inShort(await fixture.stored())).toEqual([[...entry, 2], exit])
    await fixture.engine().settled()
    await fixture.expectWhole()
    expect(notificationsOf(fixture).map(([, time]) => time)).toEqual([friday - 30, 2])
  })

  test('that only an older day explains stays as it is after an upgrade, until the days are evaluated in order', async () => {
    const yesterday = -36 * HOUR
    const fixture = await createAlertFixture(database)
    await fixture.addFence()
    await fixture.send([passing(yesterday - 10), passing(yesterday + 10, IN), passing(-10, IN)])
    await fixture.close()
    const stay = [['GEOFENCEINOUT 0 IN', yesterday + 10, yesterday + 10, null]]
    expect(inShort(await fixture.stored())).toEqual(stay)
    await fixture.engine().stop()
    await dropCheckpoints(database.db as never)
    await fixture.restart()
    fixture.setClock(NOON + 2 * MINUTE)
    await fixture.report([passing(1, IN)])
    expect(await fixture.pending()).not.toEqual([])
    expect(inShort(await fixture.stored())).toEqual(stay)
    await fixture.engine().settled()
    expect(inShort(await fixture.expectWhole())).toEqual(stay)
  })

  test('and the next one are told of at once after an upgrade', async () => {
    const fixture = await begun()
    await dropCheckpoints(database.db as never)
    await fixture.restart()
    fixture.setClock(NOON + 10 * MINUTE)
    await fixture.report([passing(1, IN), passing(2)])
    await fixture.report([passing(10, IN)])
    const times = [friday - 30, 2, 10]
    expect(notificationsOf(fixture).map(([, time]) => time)).toEqual(times)
    await fixture.engine().settled()
    expect(inShort(await fixture.expectWhole())).toEqual([
      [...entry, 2],
      exit,
      ['GEOFENCEINOUT 0 IN', 10, 10, null],
    ])
    expect(notificationsOf(fixture).map(([, time]) => time)).toEqual(times)
  })
})

test('an alert that a late fix lets begin earlier is the same one, and told of once, also while older days are put down', async () => {
  const fixture = await createAlertFixture(database)
  await fixture.writeDays([-6, -5].map((back) => shiftDay(TODAY, back)))
  await fixture.report([at(-20, MOVING), at(-10, FAST), at(-9, FAST), at(-8, FAST)])
  expect(inShort(await fixture.stored())).toContainEqual(['OVERSPEED 80 ', -10, -9, null])
  const [before] = (await fixture.rows()).filter(({ type }) => type === 'OVERSPEED').slice(-1)
  await fixture.report([at(-11, FAST)])
  expect(await fixture.pending()).toHaveLength(3)
  const today = (await fixture.rows()).filter(({ time }) => time.getTime() > NOON - DAY)
  expect(today.map(({ id, type, withdrawn_at }) => [id, type, withdrawn_at])).toEqual([
    [before?.id, 'OVERSPEED', null],
  ])
  expect(inShort(await fixture.stored())).toContainEqual(['OVERSPEED 80 ', -11, -10, null])
  expect(notificationsOf(fixture)).toHaveLength(1)

  await fixture.engine().settled()
  await fixture.expectWhole()
  expect(notificationsOf(fixture)).toHaveLength(1)
})

test('what a late fix of today takes away is withdrawn when older days that change nothing are evaluated', async () => {
  const fixture = await createAlertFixture(database)
  const days = [-6, -5, -4, -3].map((back) => shiftDay(TODAY, back))
  await fixture.writeDays(days)
  await fixture.send([at(-60, MOVING), at(-50, FAST), at(-45, FAST), at(-40, MOVING)])
  const before = await fixture.expectWhole()
  await fixture.writeDays(days.slice(0, 1))
  await fixture.report([at(-49.99, MOVING), at(-44.99, MOVING)])
  await fixture.engine().settled()
  expect(await fixture.expectWhole()).toEqual(before.slice(0, -1))
})
