import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { driverScores } from '#contract/calls/driving-analysis.ts'
import type { DrivingScores } from '#contract/records/driving-analysis.ts'
import type { AdblueReply, UtilizationReply } from '#contract/records/figures.ts'
import { shiftDay } from '#domain/company-time.ts'
import { HOUR_S } from '#domain/units.ts'
import { addressesOf } from '#server/http/mount.ts'
import { TODAY, withDrivenFleet } from './driven-fleet.fixture.ts'

const { backend, own, ids, did, reportedAdblue, ask } = withDrivenFleet()

const FIRST = shiftDay(TODAY, -400)
/** Every case has days of its own, which are far from those of the others. */
const daysFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, i) => shiftDay(FIRST, start + i))
const DAY = { fixes: 9, runningS: 8 * HOUR_S, idlingS: HOUR_S, stoppedS: 15 * HOUR_S }

const answerOf = <T>(name: string, days: readonly string[], registrations: readonly string[]): Promise<T> =>
  ask(name, days[0] ?? '', days.at(-1) ?? '', {
    vehicleIds: registrations.map((registration) => ids[registration]),
  })
const utilisation = (days: readonly string[], registrations: readonly string[]) =>
  answerOf<z.infer<typeof UtilizationReply>>('UtilizationVsDate', days, registrations)
const adblue = (days: readonly string[], registrations: readonly string[]) =>
  answerOf<z.infer<typeof AdblueReply>>('adbluebydate', days, registrations)
/** A vehicle drove on a day and used so much AdBlue. */
const used = async (registration: string, day: string, adblueUsed: number) => {
  await did(registration, day, { ...DAY, adblueUsed })
  await reportedAdblue(registration, day)
}

describe('DSH-12 what is known stands beside the figure of all hours selected', () => {
  test('of days of which half are known', async () => {
    const days = daysFrom(0, 30)
    for (const day of days.slice(16)) await did('FAST', day, DAY)
    const { known, rangeDays, total, days: bars } = await utilisation(days, ['FAST'])
    expect([known, rangeDays]).toEqual([{ days: 14, hours: 14 * 24 }, 30])
    expect(total?.utilization).toBeCloseTo((14 * 9 * 100) / (30 * 24), 9)
    expect([total?.knownS, total?.knownUtilization]).toEqual([14 * 24 * HOUR_S, 37.5])
    expect([bars[0]?.utilization, bars[0]?.knownUtilization, bars[16]?.utilization]).toEqual([
      ...[null, null, 37.5],
    ])
  })

  test('of a gap of days in the middle, and of a day of which hours are missing', async () => {
    const days = daysFrom(40, 7)
    for (const at of [0, 1, 5]) await did('FAST', days[at] ?? '', DAY)
    await did('FAST', days[6] ?? '', { fixes: 9, runningS: 3 * HOUR_S, stoppedS: 3 * HOUR_S })
    const { known, total, days: bars } = await utilisation(days, ['FAST'])
    expect(known).toEqual({ days: 4, hours: 3 * 24 + 6 })
    expect(total?.utilization).toBeCloseTo((30 * 100) / (7 * 24), 9)
    expect(total?.knownUtilization).toBeCloseTo((30 * 100) / 78, 9)
    expect([bars[6]?.utilization, bars[6]?.knownUtilization]).toEqual([12.5, 50])
  })

  test('of a vehicle that was added on the last day beside one that was there', async () => {
    const days = daysFrom(50, 7)
    for (const day of days) await did('FAST', day, DAY)
    await did('SLOW', days[6] ?? '', DAY)
    const { known, hours, vehicles, total } = await utilisation(days, ['FAST', 'SLOW'])
    expect([known, hours * vehicles]).toEqual([{ days: 7, hours: 8 * 24 }, 14 * 24])
    expect(total?.utilization).toBeCloseTo((8 * 9 * 100) / (14 * 24), 9)
    expect(total?.knownUtilization).toBeCloseTo(37.5, 9)
  })

  test('of a company with one drive', async () => {
    const days = daysFrom(90, 7)
    await did('FAST', days[2] ?? '', { fixes: 90, runningS: 1.2 * HOUR_S, idlingS: 0.4 * HOUR_S })
    const { known, total, before } = await utilisation(days, ['FAST'])
    expect(known?.days).toBe(1)
    expect(known?.hours).toBeCloseTo(1.6, 9)
    expect(total?.utilization).toBeCloseTo((1.6 * 100) / 168, 9)
    expect([total?.knownUtilization, before]).toEqual([100, null])
  })

  test('of today, until what is known of it', async () => {
    await did('STOPPED', TODAY, { fixes: 1, runningS: 30, stoppedS: 90 })
    const { known, rangeDays, total } = await utilisation([shiftDay(TODAY, -1), TODAY], ['STOPPED'])
    expect([known?.days, rangeDays, total?.knownS]).toEqual([1, 2, 120])
    expect(total?.knownUtilization).toBe(25)
  })

  test('and where nothing is known there is no figure', async () => {
    const days = daysFrom(80, 7)
    await did('FAST', days[0] ?? '', { fixes: 1 })
    const { known, total } = await utilisation(days, ['FAST'])
    expect(known).toEqual({ days: 0, hours: 0 })
    expect(total).toMatchObject({ knownS: 0, utilization: null, knownUtilization: null })
  })

  test('DRV-02 the driving analysis says how many days are known', async () => {
    const { body } = await backend.ask('POST', addressesOf(driverScores)[0] ?? '', {
      token: own.token,
      body: {
        ...{ fromTsInIST: `${FIRST} 00:00:00`, toTsInIST: `${shiftDay(FIRST, 29)} 23:59:59` },
        ...{ vehicleIds: [ids['FAST']], by: 'vehicle' },
      },
    })
    const { known, rangeDays, rows } = body as DrivingScores
    expect([known?.days, rangeDays]).toEqual([14, 30])
    // Nobody reported a level of fuel, the engine's speed, a gear or a harsh manoeuvre.
    expect(rows[0]?.columns).toMatchObject({
      ...{ FuelConsumed: null, FuelDrop: null, DrivingWithEconomy: null, Neutral: null, EngineOverrun: null },
      ...{ TOTALHA: null, TOTALHB: null, TOTALHC: null },
    })
  })
})

describe('DSH-01 AdBlue a day is a mean of days of trucks that are known', () => {
  test('where half of the days are', async () => {
    const days = daysFrom(100, 14)
    for (const day of days.slice(7)) await used('SLOW', day, 2)
    const { average, averageBefore, days: bars } = await adblue(days, ['SLOW'])
    expect([average, averageBefore]).toEqual([{ aDay: 2, days: 7, ofDays: 14 }, null])
    expect([bars[0]?.adblueUsed, bars[7]?.adblueUsed]).toEqual([null, 2])
    expect((await adblue(days.slice(7), ['SLOW'])).average).toEqual({ aDay: 2, days: 7, ofDays: 7 })
  })

  test('against that of the days before', async () => {
    const days = daysFrom(114, 7)
    for (const day of days) await used('SLOW', day, 3)
    const { average, averageBefore } = await adblue(days, ['SLOW'])
    expect([average?.aDay, averageBefore?.aDay]).toEqual([3, 2])
  })

  test('and a truck that was added on the last day has that one alone', async () => {
    const days = daysFrom(130, 7)
    for (const day of days) await used('NEW', day, 2)
    await used('IDLE', days[6] ?? '', 4)
    const { average, total } = await adblue(days, ['NEW', 'IDLE'])
    expect(total?.adblueUsed).toBe(18)
    expect(average).toEqual({ aDay: 18 / 8, days: 8, ofDays: 14 })
  })

  test('without what was used in a gap, which the first day after it has', async () => {
    const days = daysFrom(150, 7)
    for (const at of [0, 1]) await used('IDLE', days[at] ?? '', 2)
    await used('IDLE', days[5] ?? '', 9)
    await used('IDLE', days[6] ?? '', 2)
    const { average, total } = await adblue(days, ['IDLE'])
    expect(total?.adblueUsed).toBe(15)
    // IDLE was known long before: its first day here follows a gap too.
    expect(average).toEqual({ aDay: 2, days: 2, ofDays: 7 })
    expect((await adblue(days.slice(6), ['IDLE'])).average).toEqual({ aDay: 2, days: 1, ofDays: 1 })
  })

  test('of one drive it is that day, and today is not over', async () => {
    await used('STOPPED', shiftDay(TODAY, -2), 3)
    expect((await adblue([shiftDay(TODAY, -2), TODAY], ['STOPPED'])).average).toEqual({
      ...{ aDay: 3, days: 1, ofDays: 2 },
    })
    await used('STOPPED', shiftDay(TODAY, -1), 5)
    await reportedAdblue('STOPPED', TODAY)
    const { average, rangeDays } = await adblue([shiftDay(TODAY, -1), TODAY], ['STOPPED'])
    expect([average, rangeDays]).toEqual([{ aDay: 5, days: 1, ofDays: 1 }, 2])
    expect((await adblue([TODAY], ['STOPPED'])).average).toBeNull()
  })
})
