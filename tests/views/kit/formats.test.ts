import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS, DEFAULT_UNITS } from '#domain/units.ts'
import { showConventions } from '#src/texts/conventions.ts'
import {
  CALENDAR_FORMATS,
  formatAge,
  formatDateTime,
  formatDuration,
  formatDurationWords,
  formatHeading,
  formatHour,
  formatPosition,
  formatSecondsAgo,
  formatShownTime,
  midnightsBetween,
} from '#src/views/kit/formats.ts'
import {
  economyMeasure,
  formatDistance,
  formatLength,
  formatLimit,
  formatMeasure,
  formatPercent,
  markerSpeedMeasure,
  odometerMeasure,
  speedMeasure,
  volumeMeasure,
} from '#src/views/kit/measures.ts'

afterEach(() => showConventions({ ...DEFAULT_UNITS, timeZone: DEFAULT_TIME_ZONE }))

/** One of each measure. */
const measured = () => [
  formatDistance(25),
  formatMeasure(speedMeasure(80)),
  formatMeasure(markerSpeedMeasure(80)),
  formatMeasure(odometerMeasure(120_345)),
  formatLength(350),
  formatLimit(80),
  formatMeasure(volumeMeasure(100)),
  formatMeasure(economyMeasure(4)),
]

const AT = Date.UTC(2026, 10, 19, 19, 42, 40)

describe('formats', () => {
  test("OPEN-64 times are shown in IST, whatever the machine's time zone", () => {
    expect(formatDateTime(AT)).toBe('20-11-2026 01:12:40')
  })
  test('PLB-23 whole hours are formatted day/month/year hour', () => {
    expect(formatHour(AT)).toBe('20/11/2026 01')
  })
  test('CST-06 CST-08 distances, speeds and times are in the units of the specification', () => {
    expect(measured()).toEqual([
      ...['25.00 kms', '80.00 kmph', '80.00 KMPH', '1,20,345 KMS', '350 m', '80 kmph'],
      ...['100.00 ltrs', '4.00 kmpl'],
    ])
    expect(formatDuration(3_723_000)).toBe('01:02:03')
    expect(formatDateTime(AT)).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/)
  })
  test('PLB-43 speeds have two decimals', () => {
    expect([54.2, 0, 61.749].map((kmph) => speedMeasure(kmph).figure)).toEqual(['54.20', '0.00', '61.75'])
  })
  test('OPEN-89 an unknown value is N/A, never NaN or null, and has no unit', () => {
    const shown = [
      speedMeasure(null).figure,
      odometerMeasure(Number.NaN).figure,
      formatPercent(undefined),
      formatHeading(Number.NaN),
    ]
    expect(shown).toEqual(['N/A', 'N/A', 'N/A', 'N/A'])
    expect(formatMeasure(speedMeasure(null))).toBe('N/A')
  })
  test('CST-07 durations and ages keep counting hours; a clock ahead shows zero', () => {
    expect([12_000, 860_000, 9_665_000, 68_864_000].map(formatDuration)).toEqual([
      '00:00:12',
      '00:14:20',
      '02:41:05',
      '19:07:44',
    ])
    expect(formatAge(-5000)).toBe('00:00:00 ago')
    expect([-5000, 12_999, 59_999].map(formatSecondsAgo)).toEqual(['0 s ago', '12 s ago', '59 s ago'])
    expect([60_000, 156_497_000].map(formatSecondsAgo)).toEqual(['00:01:00 ago', '43:28:17 ago'])
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
  test('every measure is shown in the units of the user', () => {
    showConventions({ distance: 'mi', volume: 'usGallon', economy: 'litresPer100Km' })
    expect(measured()).toEqual([
      ...['15.53 miles', '49.71 mph', '49.71 MPH', '74,779 MILES', '0.22 miles', '50 mph'],
      ...['26.42 gal (US)', '25.00 l/100 km'],
    ])
    showConventions({ volume: 'imperialGallon', economy: 'usMpg' })
    expect([formatMeasure(volumeMeasure(100)), formatMeasure(economyMeasure(4))]).toEqual([
      '22.00 gal (imp.)',
      '9.41 mpg (US)',
    ])
    showConventions({ economy: 'imperialMpg' })
    expect(formatMeasure(economyMeasure(4))).toBe('11.30 mpg (imp.)')
  })
  test('times are those of the company, with its own midnight and its change of the clock', () => {
    showConventions({ timeZone: 'Europe/Berlin' })
    expect([formatDateTime(AT), formatHour(AT), formatShownTime('20-11-2026 01:12:40')]).toEqual([
      '19-11-2026 20:42:40',
      '19/11/2026 20',
      '19-11-2026 20:42:40',
    ])
    expect(formatShownTime('soon')).toBe('soon')
    const october = Date.UTC(2026, 9, 24, 12)
    expect(midnightsBetween(october, october + 3 * DAY_MS)).toEqual([
      Date.UTC(2026, 9, 24, 22),
      Date.UTC(2026, 9, 25, 23),
      Date.UTC(2026, 9, 26, 23),
    ])
  })
  test('a calendar has texts for months, weekdays and days', () => {
    expect(Object.values(CALENDAR_FORMATS).map((format) => format('2026-11-20'))).toEqual([
      ...['November 2026', 'Nov', '2026', 'Fri', '20 November 2026'],
    ])
  })
  test('midnights are those of India', () => {
    expect(midnightsBetween(AT, AT + 2 * DAY_MS).map(formatDateTime)).toEqual([
      '21-11-2026 00:00:00',
      '22-11-2026 00:00:00',
    ])
  })
})
