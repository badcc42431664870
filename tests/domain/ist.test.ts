import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromPayloadTime, istClock, istDate, istDateTime, toPayloadTime } from '#domain/ist.ts'

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
  ])('%j is not a payload time', (text) => {
    expect(fromPayloadTime(text)).toBeNull()
  })
})
