import { describe, expect, test } from 'vitest'
import { DAY_MS, UNIT } from '#domain/units.ts'
import {
  formatAge,
  formatDateTime,
  formatDuration,
  formatDurationWords,
  formatFigure,
  formatHeading,
  formatHour,
  formatKms,
  formatPercent,
  formatPosition,
  midnightsBetween,
  NOT_KNOWN,
} from '#src/views/kit/formats.ts'

const AT = Date.UTC(2026, 10, 19, 19, 42, 40)

describe('formats', () => {
  test("OPEN-64 times are shown in IST, whatever the machine's time zone", () => {
    expect(formatDateTime(AT)).toBe('20-11-2026 01:12:40')
  })
  test('PLB-23 whole hours are formatted day/month/year hour', () => {
    expect(formatHour(AT)).toBe('20/11/2026 01')
  })
  test('CST-06 CST-08 distances, speeds and times are in the units of the specification', () => {
    expect(UNIT).toEqual({ distance: 'kms', speed: 'kmph', odometer: 'KMS', markerSpeed: 'KMPH' })
    expect(formatKms(25)).toBe('25.00 kms')
    expect(formatDuration(3_723_000)).toBe('01:02:03')
    expect(formatDateTime(AT)).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/)
  })
  test('PLB-43 speeds have two decimals', () => {
    expect([54.2, 0, 61.749].map(formatFigure)).toEqual(['54.20', '0.00', '61.75'])
  })
  test('an unknown value is a dash, never NaN or null', () => {
    const shown = [
      formatFigure(null),
      formatFigure(Number.NaN),
      formatPercent(undefined),
      formatHeading(Number.NaN),
    ]
    expect(shown).toEqual([NOT_KNOWN, NOT_KNOWN, NOT_KNOWN, NOT_KNOWN])
  })
  test('CST-07 durations and ages keep counting hours; a clock ahead shows zero', () => {
    expect([12_000, 860_000, 9_665_000, 68_864_000].map(formatDuration)).toEqual([
      '00:00:12',
      '00:14:20',
      '02:41:05',
      '19:07:44',
    ])
    expect(formatAge(-5000)).toBe('00:00:00 ago')
    expect(formatAge(3 * 86_400_000)).toBe('3 days ago')
  })
  test('CST-07 durations in words use hr, min and sec, and days from one on', () => {
    expect([0, 12_999, 860_000, 3_600_000, 9_665_000, -1].map(formatDurationWords)).toEqual([
      ...['0 sec', '12 sec', '14 min', '1 hr', '2 hr 41 min', '0 sec'],
    ])
    expect([86_399_000, 86_400_000, 217_260_000, 172_860_000].map(formatDurationWords)).toEqual([
      ...['23 hr 59 min', '1 d', '2 d 12 hr', '2 d'],
    ])
  })
  test('headings become compass points, also past the full circle', () => {
    expect([0, 55, 359, -90, 450].map(formatHeading)).toEqual(['0° N', '55° NE', '359° N', '270° W', '90° E'])
  })
  test('positions have north and east', () => {
    expect(formatPosition(80.27847, 13.08784)).toBe('13.08784° N, 80.27847° E')
    expect(formatPosition(-70.5, -33.45)).toBe('33.45000° S, 70.50000° W')
  })
  test('midnights are those of India', () => {
    expect(midnightsBetween(AT, AT + 2 * DAY_MS).map(formatDateTime)).toEqual([
      '21-11-2026 00:00:00',
      '22-11-2026 00:00:00',
    ])
  })
})
