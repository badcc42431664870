import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { clockAfter, type DeviceClock, RIGHT_CLOCK } from '#server/ingest/device-clock.ts'

const NOW = Date.UTC(2026, 10, 20, 6)

/** The offsets after reports, each of the times that arrived at a moment. */
const offsets = (
  reports: ReadonlyArray<readonly [at: number, times: readonly number[]]>,
  first: DeviceClock = RIGHT_CLOCK,
): number[] => {
  let clock = first
  return reports.map(([at, times]) => {
    clock = clockAfter(clock, times, at)
    return clock.aheadMs
  })
}
/** Reports of a device that is `ahead`, one fix every ten seconds, each a second old when it arrives. */
const live = (ahead: number, count = 3, from = NOW) =>
  Array.from({ length: count }, (_, i) => {
    const at = from + i * 10_000
    return [at, [at - 1000 + ahead]] as const
  })

describe('B13 how far a clock is ahead', () => {
  test.each([
    ['two hours', 2 * HOUR_MS, 2 * HOUR_MS],
    ["India's 5:30", 5.5 * HOUR_MS, 5.5 * HOUR_MS],
    ['a day', DAY_MS, DAY_MS],
    ['seven minutes', 7 * MINUTE_MS, 7 * MINUTE_MS - 1000],
    ['less than five minutes', 4 * MINUTE_MS, 0],
    ['behind', -2 * HOUR_MS, 0],
  ])('%s', (_name, ahead, found) => {
    expect(offsets(live(ahead))).toEqual([found, found, found])
  })

  test('until 2080', () => {
    const ahead = Date.UTC(2080, 0, 1) - NOW
    for (const found of offsets(live(ahead)))
      expect(Math.abs(found - ahead)).toBeLessThanOrEqual(2 * MINUTE_MS)
  })

  test('by the newest of fixes that arrive together, in any order', () => {
    const times = Array.from({ length: 60 }, (_, i) => NOW + 2 * HOUR_MS - i * 3 * MINUTE_MS)
    expect(offsets([[NOW, times]])).toEqual([2 * HOUR_MS])
    expect(offsets([[NOW, times.toReversed()]])).toEqual([2 * HOUR_MS])
  })

  test('a single time that is days behind all others of its report proves nothing', () => {
    const times = [NOW - 20_000, Date.UTC(2080, 0, 1), NOW - 10_000, NOW]
    expect(offsets([[NOW, times]])).toEqual([0])
  })

  test('a backlog after a dead zone, in one report or one fix each, keeps the offset', () => {
    const [ahead, gap] = [2 * HOUR_MS, 3 * HOUR_MS]
    const after = NOW + gap
    const backlog = Array.from({ length: gap / 10_000 }, (_, i) => NOW + i * 10_000 + ahead)
    const found = new Set(
      offsets([
        ...live(ahead, 3, NOW - 30_000),
        ...backlog.map((time, i) => [after + i * 100, [time]] as const),
      ]),
    )
    expect([...found]).toEqual([ahead])
    expect(offsets([...live(ahead, 1), [after, backlog]])).toEqual([ahead, ahead])
  })

  test('a clock that is put right ends it at once, also after a night', () => {
    const ahead = 2 * HOUR_MS
    expect(offsets([...live(ahead, 2), ...live(0, 2, NOW + MINUTE_MS)])).toEqual([ahead, ahead, 0, 0])
    expect(offsets([...live(ahead, 2), ...live(0, 2, NOW + 12 * HOUR_MS)])).toEqual([ahead, ahead, 0, 0])
  })

  test('a clock that is set to another zone has another one', () => {
    const found = offsets([...live(2 * HOUR_MS, 2), ...live(HOUR_MS, 3, NOW + MINUTE_MS)])
    expect(found).toEqual([2 * HOUR_MS, 2 * HOUR_MS, 2 * HOUR_MS, HOUR_MS, HOUR_MS])
    expect(offsets([...live(HOUR_MS, 2), ...live(3 * HOUR_MS, 2, NOW + MINUTE_MS)])).toEqual(
      [1, 1, 3, 3].map((hours) => hours * HOUR_MS),
    )
  })

  test('times that no fix can have prove nothing', () => {
    expect(offsets([[NOW, [Number.NaN, 0, Date.UTC(2200, 0, 1)]]])).toEqual([0])
  })
})
