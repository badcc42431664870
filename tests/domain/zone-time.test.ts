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
