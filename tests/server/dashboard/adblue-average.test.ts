import { expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import { adblueAverage, finishedDays } from '#server/dashboard/adblue-average.ts'

const timeZone = 'Asia/Kolkata'
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03']
const begin = (day: string): number => dayBounds(day, timeZone).from
const end = (day: string): number => dayBounds(day, timeZone).to
const [FIRST = '', SECOND = '', THIRD = ''] = DAYS

test('a day is finished with its last moment', () => {
  const range = { fromDay: FIRST, toDay: THIRD }
  const at = (now: number) => finishedDays(DAYS, range, { timeZone, now })
  expect(at(end(SECOND) - 1)).toEqual([FIRST])
  expect(at(end(SECOND))).toEqual([FIRST, SECOND])
})

test('a day counts where the whole of it is in the range', () => {
  const within = (from: number, to: number) => finishedDays(DAYS, { from, to }, { timeZone, now: end(THIRD) })
  expect(within(begin(FIRST), end(THIRD))).toEqual(DAYS)
  expect(within(begin(FIRST) + 1, end(THIRD))).toEqual([SECOND, THIRD])
  expect(within(begin(FIRST), end(THIRD) - 1)).toEqual([FIRST, SECOND])
})

test('the average is over the days of vehicles of which the use is known, among those that are finished', () => {
  const day = (name: string, litres: number, counted: number) => ({ day: name, litres, counted })
  const reported = [day(FIRST, 6, 2), day(SECOND, 3, 1), day(THIRD, 100, 9)]
  expect(adblueAverage(reported, [FIRST, SECOND], 4)).toEqual({ aDay: 3, days: 3, ofDays: 8 })
  expect(adblueAverage(reported, [], 4)).toBeNull()
  expect(adblueAverage([day(FIRST, 0, 0)], [FIRST], 4)).toBeNull()
})
