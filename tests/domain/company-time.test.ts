import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createDayFinder,
  dayBounds,
  dayOf,
  hoursOf,
  shiftDay,
  wallClock,
  zoneClock,
} from '#domain/company-time.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'

const utc = (text: string): number => Date.parse(text)
const ZONES = [
  'Asia/Kolkata',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
]

describe('the days of a time zone', () => {
  test.each([
    ['2026-03-10', 'Asia/Kolkata', '2026-03-09T18:30:00Z', 24],
    ['2026-03-10', 'Asia/Kathmandu', '2026-03-09T18:15:00Z', 24],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
    ['2024-02-29', 'Asia/Kolkata', '2024-02-28T18:30:00Z', 24],
    ['2038-01-20', 'UTC', '2038-01-20T00:00:00Z', 24],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z', 23],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ])('DI-07 %s in %s begins at %s and has %d hours', (day, zone, begin, hours) => {
    const { from, to } = dayBounds(day, zone)
    expect(new Date(from).toISOString()).toBe(new Date(begin).toISOString())
    expect((to - from) / HOUR_MS).toBe(hours)
    expect(dayOf(from, zone)).toBe(day)
    expect(dayOf(to - 1, zone)).toBe(day)
    expect(dayOf(from - 1, zone)).toBe(shiftDay(day, -1))
  })

  test.each([
    ['2026-03-10', 'Asia/Kolkata', 24],
    ['2026-03-08', 'America/New_York', 23],
    ['2026-11-01', 'America/New_York', 25],
    ['2026-04-05', 'Australia/Lord_Howe', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 24],
  ])('DI-07 the hours of %s in %s are %d and add up to the day', (day, zone, count) => {
    const hours = hoursOf(day, zone)
    const { from, to } = dayBounds(day, zone)
    expect(hours).toHaveLength(count)
    expect(hours[0]).toBe(from)
    const lengths = hours.map((start, i) => (hours[i + 1] ?? to) - start)
    expect(lengths.every((length) => length > 0 && length <= HOUR_MS)).toBe(true)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(to - from)
  })

  test('DI-08 midnight in IST is 18:30 UTC of the day before', () => {
    expect(dayOf(utc('2026-02-28T18:29:59.999Z'), 'Asia/Kolkata')).toBe('2026-02-28')
    expect(dayOf(utc('2026-02-28T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-03-01')
  })

  test.each([
    ['America/St_Johns', '2010-11-07T02:30:30Z', '2010-11-07T03:40:00Z'],
    ['America/Havana', '2024-11-03T04:30:00Z', '2024-11-03T05:30:00Z'],
    ['Asia/Beirut', '2023-10-28T20:30:00Z', '2023-10-28T21:30:00Z'],
    ['America/Santiago', '2024-04-07T02:30:00Z', '2024-04-07T03:30:00Z'],
    ['Asia/Amman', '2021-10-28T21:30:00Z', '2021-10-28T22:30:00Z'],
  ])('DI-07 a day is one piece where the clock of %s goes back over midnight', (zone, first, last) => {
    for (let time = utc(first) - DAY_MS / 8; time < utc(last) + DAY_MS / 8; time += 10_000) {
      const { from, to } = dayBounds(dayOf(time, zone), zone)
      expect(time >= from && time < to, new Date(time).toISOString()).toBe(true)
    }
  })

  test('a day finder agrees with dayOf', () => {
    const find = createDayFinder('America/New_York')
    const begin = utc('2026-10-30T00:00:00Z')
    for (let hour = 0; hour < 120; hour += 1)
      expect(find(begin + hour * HOUR_MS)).toBe(dayOf(begin + hour * HOUR_MS, 'America/New_York'))
  })

  test.each(ZONES)('DI-07 the days and hours of the years 1 to 9999 follow each other in %s', (timeZone) => {
    const [first, last] = [Date.parse('0001-01-02') / DAY_MS, Date.parse('9999-12-30') / DAY_MS]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (number) => {
        const [before = '', day = '', after = ''] = [-1, 0, 1].map((shift) =>
          new Date((number + shift) * DAY_MS).toISOString().slice(0, 10),
        )
        expect([shiftDay(day, -1), shiftDay(day, 0), shiftDay(day, 1)]).toEqual([before, day, after])
        const { from, to } = dayBounds(day, timeZone)
        expect([dayBounds(before, timeZone).to, dayBounds(after, timeZone).from]).toEqual([from, to])
        expect([from - 1, from, to - 1, to].map((time) => dayOf(time, timeZone))).toEqual([
          ...[before, day, day, after],
        ])
        const hours = hoursOf(day, timeZone)
        const lengths = hours.map((start, i) => (hours[i + 1] ?? to) - start)
        expect(lengths.every((length) => length > 0 && length <= HOUR_MS)).toBe(true)
        expect(hours[0]).toBe(from)
      }),
    )
  })

  test('the first and the last day have bounds, and there is none beyond', () => {
    const [first, last] = [dayBounds('0001-01-01', 'UTC'), dayBounds('9999-12-31', 'UTC')]
    expect(first).toEqual({ from: utc('0001-01-01T00:00Z'), to: utc('0001-01-02T00:00Z') })
    expect(last.to - last.from).toBe(DAY_MS)
    for (const beyond of [
      () => shiftDay('0001-01-01', -1),
      () => shiftDay('9999-12-31', 1),
      () => shiftDay('2026-03-01', Number.NaN),
      () => dayOf(first.from - 1, 'UTC'),
      () => dayOf(last.to, 'UTC'),
    ])
      expect(beyond).toThrow(RangeError)
  })

  test.each(['2026-3-1', '2026-13-01', '2026-02-30', '0000-12-31', '+010000-01-01', '2026-03-01T00:00', ''])(
    'the text %j is no day',
    (day) => {
      for (const use of [() => dayBounds(day, 'UTC'), () => hoursOf(day, 'UTC'), () => shiftDay(day, 1)]) {
        expect(use).toThrow(RangeError)
        expect(use).toThrow('is no day')
      }
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e16])(
    'the time %d is on no clock and in no day',
    (time) => {
      for (const use of [
        () => dayOf(time, 'UTC'),
        () => wallClock(time, 'UTC'),
        () => zoneClock('UTC')(time),
        () => createDayFinder('UTC')(time),
      ])
        expect(use).toThrow(RangeError)
    },
  )

  test('unknown time zones throw', () => {
    expect(() => dayOf(0, 'Asia/Nowhere')).toThrow(RangeError)
    expect(() => dayBounds('2026-03-01', 'Asia/Nowhere')).toThrow(RangeError)
  })
})

describe('the clock of a zone', () => {
  const TODAY = fc.integer({ min: utc('1990-01-01T00:00Z'), max: utc('2040-01-01T00:00Z') })
  const ANY_YEAR = fc.integer({ min: 0, max: utc('9999-12-31T00:00Z') })

  test.each(ZONES)('shows in %s what the system’s calendar shows', (timeZone) => {
    const calendar = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
    fc.assert(
      fc.property(fc.oneof(TODAY, ANY_YEAR), (time) => {
        const shown = new Date(wallClock(time, timeZone)).toISOString()
        expect(shown.slice(0, 19).replace('T', ' ')).toBe(calendar.format(time).padStart(19, '0'))
      }),
    )
  })

  test.each([
    ['2026-03-08T06:59:59.999Z', '2026-03-08T01:59:59.999Z'],
    ['2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00.000Z'],
    ['2026-11-01T05:59:59.999Z', '2026-11-01T01:59:59.999Z'],
    ['2026-11-01T06:00:00.000Z', '2026-11-01T01:00:00.000Z'],
  ])('changes to the millisecond: at %s New York shows %s', (time, shown) => {
    expect(new Date(wallClock(utc(time), 'America/New_York')).toISOString()).toBe(shown)
  })

  test('reads back what it shows, and of an hour that is shown twice the first', () => {
    const read = zoneClock('America/New_York')
    expect(new Date(read(utc('2026-07-01T12:00Z'))).toISOString()).toBe('2026-07-01T16:00:00.000Z')
    expect(new Date(read(utc('2026-11-01T01:30Z'))).toISOString()).toBe('2026-11-01T05:30:00.000Z')
    expect(() => zoneClock('Asia/Nowhere')(0)).toThrow(RangeError)
  })
})
