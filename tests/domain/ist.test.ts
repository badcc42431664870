import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClock } from '#domain/company-time.ts'
import {
  fromPayloadTime,
  fromShownTime,
  IST_OFFSET_MS,
  istClock,
  istDate,
  istDateTime,
  toPayloadTime,
} from '#domain/ist.ts'
import { HOUR_MS } from '#domain/units.ts'

const justBeforeMidnight = Date.UTC(2026, 1, 28, 18, 29, 59)

describe('Indian time', () => {
  test('CST-04 an instant is shown as DD-MM-YYYY HH:mm:ss', () => {
    expect(istDate(justBeforeMidnight)).toBe('28-02-2026')
    expect(istClock(justBeforeMidnight)).toBe('23:59:59')
    expect(istDateTime(justBeforeMidnight + 1000)).toBe('01-03-2026 00:00:00')
  })

  test('CST-03 payload times are read back to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(fromPayloadTime(toPayloadTime(seconds * 1000))).toBe(seconds * 1000)
      }),
    )
  })

  test.each([
    '2026-02-30 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01T00:00:00',
    '01-01-2026 00:00:00',
    '2026-01-01',
    '',
    '0000-01-01 00:00:00',
    '1969-12-31 23:59:59',
    '2200-01-01 00:00:00',
    '9999-12-31 23:59:59',
  ])('%j is not a payload time', (text) => {
    expect(fromPayloadTime(text)).toBeNull()
  })

  test.each(['1970-01-01 00:00:00', '2199-12-31 23:59:59'])('%j is one', (text) => {
    expect(toPayloadTime(fromPayloadTime(text) ?? Number.NaN)).toBe(text)
  })

  test('OPEN-64 the offset is that of Asia/Kolkata', () => {
    for (const time of [Date.UTC(1975, 0, 1), justBeforeMidnight, Date.UTC(2045, 6, 1)])
      expect(wallClock(time, 'Asia/Kolkata') - time).toBe(IST_OFFSET_MS)
  })

  test('all forms show the time that a UTC clock shows five and a half hours later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (time) => {
        const iso = new Date(time + 5.5 * HOUR_MS).toISOString()
        expect(toPayloadTime(time)).toBe(iso.slice(0, 19).replace('T', ' '))
        expect(fromShownTime(istDateTime(time))).toBe(Math.floor(time / 1000) * 1000)
      }),
    )
  })
})
