import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { advanceNewest, credibleRows, NO_FIX_YET, type TimedPosition } from '#server/ingest/newest-fix.ts'

const START = Date.UTC(2026, 10, 10, 6)
const at = (minute: number, lng: number): TimedPosition => ({
  time: START + minute * MINUTE_MS,
  lng,
  lat: 18.5,
})
/** 480 km east of where the vehicle drives. */
const stale = (minute: number) => at(minute, 78)
const driving = (minute: number) => at(minute, 73.5 + minute * 0.005)
const spread = (fixes: readonly TimedPosition[]) => ({
  length: fixes.length,
  time: fixes.map(({ time }) => time),
  lng: fixes.map(({ lng }) => lng),
  lat: fixes.map(({ lat }) => lat),
  accuracy: fixes.map(({ accuracy }) => accuracy ?? Number.NaN),
})
const believed = (fixes: readonly TimedPosition[]) =>
  credibleRows(spread(fixes)).map((row) => fixes[row] as TimedPosition)
const walked = (fixes: readonly TimedPosition[]) =>
  fixes.reduce(
    ({ newest, doubts }, fix) => {
      const step = advanceNewest(newest, fix)
      return { newest: step.newest, doubts: step.doubt === undefined ? doubts : [...doubts, fix] }
    },
    { newest: NO_FIX_YET, doubts: [] as TimedPosition[] },
  )

describe('DI-06 a stale place repeated between those of a vehicle that moves', () => {
  const alternating = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? stale(i) : driving(i)))

  test('costs the first of them at most, even where it came first', () => {
    const { newest, doubts } = walked([...alternating, driving(30)])
    expect(newest.latest).toEqual(driving(30))
    expect(doubts.filter(({ lng }) => lng !== 78)).toEqual([driving(1)])
    expect(believed(alternating).filter(({ lng }) => lng !== 78)).toEqual(
      alternating.filter(({ lng }, i) => lng !== 78 && i > 1),
    )
  })

  test('never takes the vehicle away where its own place came first', () => {
    const { doubts } = walked([driving(-1), ...alternating])
    expect(doubts.every(({ lng }) => lng === 78)).toBe(true)
    expect(believed([driving(-1), ...alternating]).some(({ lng }) => lng === 78)).toBe(false)
  })

  test('lets it go again after two repetitions in a row', () => {
    const fixes = [driving(0), stale(1), stale(2), driving(3), stale(4), driving(5), driving(6)]
    expect(walked(fixes).newest.latest).toEqual(driving(6))
  })
})

test('DI-06 a vehicle that stands is not taken away by places far off that do not agree, or long after one another', () => {
  const parked = (minute: number) => at(minute, 73.5)
  const far = (minute: number, lng: number) => at(minute, lng)
  const apart = [parked(0), far(1, 78), parked(2), far(3, 79), parked(4)]
  expect(believed(apart)).toEqual([parked(0), parked(2), parked(4)])
  const later = [parked(0), far(1, 78), parked(2), parked(10), far(12, 78.01), parked(13)]
  expect(believed(later)).toEqual([parked(0), parked(2), parked(10), parked(13)])
  const same = [parked(0), far(1, 78), parked(2), far(3, 78), parked(4), far(5, 78)]
  expect(believed(same)).toEqual([parked(0), parked(2), parked(4)])
})

describe('DI-06 accuracy', () => {
  const before = at(0, 73.5)
  /** 32 km in a minute. */
  const away = at(1, 73.8)

  test.each([
    ['of neither', undefined, undefined, ['doubtful']],
    ['as usual of both', 50, 50, ['doubtful']],
    ['of the place before', 20_000, undefined, []],
    ['of the new place', undefined, 20_000, []],
  ])('a position is believed within the accuracy %s', (_title, ofBefore, ofAway, doubts) => {
    const exact = (fix: TimedPosition, accuracy: number | undefined) =>
      accuracy === undefined ? fix : { ...fix, accuracy }
    const walk = [exact(before, ofBefore), exact(away, ofAway)]
    expect(walked(walk).doubts.map(() => 'doubtful')).toEqual(doubts)
    expect(believed(walk)).toHaveLength(2 - doubts.length)
  })
})
