import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import {
  dateText,
  dateTimeText,
  dayText,
  hourOf,
  instantOf,
  isoText,
  isTimeZone,
  ordinalDateText,
  startOfHour,
  stepsBetween,
  timeText,
} from '#domain/zone-time.ts'

const times = fc.integer({ min: 0, max: 4e12 })
const zones = fc.constantFrom(
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'],
)
/** What the platform's own formatter says of a time. */
const partsOf = (time: number, timeZone: string) => {
  const { format } = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    ...{ second: '2-digit', timeZone },
  })
  return format(time)
}

test('CST-05 the date of an alert is MMM Do YYYY, h:mm a on the clock of its zone', () => {
  const shown = (time: string, timeZone = 'Asia/Kolkata') => ordinalDateText(Date.parse(time), timeZone)
  expect(shown('2026-11-25T02:45:00Z')).toBe('Nov 25th 2026, 8:15 am')
  expect(shown('2026-03-01T07:05:00Z')).toBe('Mar 1st 2026, 12:35 pm')
  expect(shown('2026-12-31T18:30:59Z')).toBe('Jan 1st 2027, 12:00 am')
  expect(shown('2026-06-22T22:10:00Z', 'Europe/Berlin')).toBe('Jun 23rd 2026, 12:10 am')
  expect(
    ['02', '03', '04', '11', '12', '13', '21'].map((day) => shown(`2026-05-${day}T06:00:00Z`).split(' ')[1]),
  ).toEqual(['2nd', '3rd', '4th', '11th', '12th', '13th', '21st'])
})

test('CST-04 all texts of a time are those of the clock of its zone', () => {
  fc.assert(
    fc.property(times, zones, (time, timeZone) => {
      const [day = '', clock = ''] = partsOf(time, timeZone).split(' ')
      expect(dayText(time, timeZone)).toBe(day)
      expect(timeText(time, timeZone)).toBe(clock)
      expect(dateText(time, timeZone)).toBe(day.split('-').reverse().join('-'))
      expect(dateTimeText(time, timeZone)).toBe(`${day.split('-').reverse().join('-')} ${clock}`)
      expect(hourOf(time, timeZone)).toBe(Number(clock.slice(0, 2)))
      expect(Date.parse(isoText(time, timeZone))).toBe(time)
      expect(isoText(time, timeZone).slice(0, 19)).toBe(`${day}T${clock}`)
    }),
  )
})

test('an hour begins at its full hour and contains the time', () => {
  fc.assert(
    fc.property(
      times,
      fc.constantFrom('Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'),
      (time, timeZone) => {
        const start = startOfHour(time, timeZone)
        expect(timeText(start, timeZone)).toMatch(/:00:00$/)
        expect([time - start >= 0, time - start < HOUR_MS]).toEqual([true, true])
      },
    ),
  )
})

describe('on a day when the clock changes', () => {
  const BERLIN = 'Europe/Berlin'
  test('an hour that is skipped is that after the change, one that occurs twice its first', () => {
    expect(instantOf('2026-03-29', 2, BERLIN)).toBe(Date.UTC(2026, 2, 29, 1))
    expect(instantOf('2026-10-25', 2, BERLIN)).toBe(Date.UTC(2026, 9, 25, 0))
    expect(instantOf('2026-10-25', 24, BERLIN)).toBe(Date.UTC(2026, 9, 25, 23))
  })
  test('steps are round times of the clock, each once, also where the hours after midnight are more or fewer', () => {
    const [autumn, spring] = [Date.UTC(2026, 9, 24, 12), Date.UTC(2026, 2, 28, 12)]
    const clocks = (from: number) =>
      stepsBetween(6 * HOUR_MS, from, from + DAY_MS, BERLIN).map((time) => dateTimeText(time, BERLIN))
    expect(clocks(autumn)).toEqual([
      ...['24-10-2026 18:00:00', '25-10-2026 00:00:00', '25-10-2026 06:00:00', '25-10-2026 12:00:00'],
    ])
    expect(clocks(spring)).toEqual([
      ...['28-03-2026 18:00:00', '29-03-2026 00:00:00', '29-03-2026 06:00:00', '29-03-2026 12:00:00'],
    ])
    // At the end the clock shows less than it did before.
    const half = stepsBetween(30 * MINUTE_MS, Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 25, 1), BERLIN)
    expect(half.at(0)).toBe(Date.UTC(2026, 9, 25, 0))
    expect(new Set(half).size).toBe(half.length)
  })
})

test('a zone is one that times can be shown in', () => {
  expect(['Asia/Kolkata', 'Europe/Berlin', 'UTC'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', 'Mars/Olympus', '../x', 'Asia'].map(isTimeZone)).toEqual([false, false, false, false])
})
