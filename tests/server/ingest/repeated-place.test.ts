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

describe('DI-06 a stale place that is repeated in a row between places of a vehicle that moves', () => {
  const DRIVE = Array.from({ length: 30 }, (_, minute) => minute)
  const isGhost = ({ lng }: TimedPosition) => lng >= 77.9
  const ghosts = (...minutes: readonly number[]) => minutes.map(stale)

  test.each([
    ['twice', (minute: number) => ghosts(minute + 0.25, minute + 0.5)],
    ['three times', (minute: number) => ghosts(minute + 0.2, minute + 0.4, minute + 0.6)],
    ['but for less than a metre', (minute: number) => [stale(minute + 0.25), at(minute + 0.5, 78.000005)]],
  ])('takes it away once at most: %s', (_title, between) => {
    const fixes = DRIVE.flatMap((minute) => [driving(minute), ...between(minute)])
    const { newest, doubts } = walked(fixes)
    expect(doubts.filter((fix) => !isGhost(fix))).toEqual([driving(1)])
    expect(newest.latest).toEqual(driving(29))
    const shown = believed(fixes)
    expect(shown.filter((fix) => !isGhost(fix))).toEqual(DRIVE.filter((i) => i !== 1).map(driving))
    expect(shown.filter((fix) => isGhost(fix) && fix.time > driving(2).time)).toEqual([])
  })

  test('takes it away once at most, where the vehicle comes twice in a row too', () => {
    const fixes = DRIVE.flatMap((minute) => [
      ...[driving(minute), driving(minute + 0.2)],
      ...ghosts(minute + 0.4, minute + 0.6),
    ])
    expect(walked(fixes).doubts.filter((fix) => !isGhost(fix))).toEqual([driving(1)])
  })

  test('takes it away once at most, 5 km off between fixes every 10 seconds', () => {
    const isNear = ({ lat }: TimedPosition) => lat !== 18.5
    const fixes = Array.from({ length: 120 }, (_, i) => i / 6).flatMap((minute) => [
      driving(minute),
      ...[0.03, 0.06, 0.09].map((later) => ({ ...at(minute + later, 73.5), lat: 18.545 })),
    ])
    expect(walked(fixes).doubts.filter((fix) => !isNear(fix))).toEqual([driving(1 / 6)])
  })

  const beforeStay = [driving(0), ...ghosts(0.3, 0.6), driving(1), stale(1.5), driving(2), ...ghosts(2.5)]

  test('is believed in the end where nothing else comes for ten minutes', () => {
    const stays = [...beforeStay, ...ghosts(5, 8, 11, 13, 14)]
    expect(walked(stays.slice(0, -2)).newest.latest).toEqual(driving(2))
    expect(walked(stays).newest.latest).toEqual(stale(14))
  })

  test('keeps nobody from a third place', () => {
    const third = [at(3, 76), stale(3.2), at(4, 76.001)]
    expect(walked([...beforeStay, ...third]).newest.latest).toEqual(at(4, 76.001))
  })
})

test('DI-06 a vehicle that jumped and stands is believed with its second fix, and so is its return', () => {
  const parked = (minute: number) => at(minute, 73.5)
  const fixes = [parked(0), parked(1), stale(2), stale(3), stale(4), parked(5), parked(6)]
  expect(believed(fixes)).toEqual([parked(0), parked(1), stale(3), stale(4), parked(6)])
  const wandering = [parked(0), at(1, 78), at(2, 78.01), parked(3), parked(4)]
  expect(walked(wandering).newest.latest).toEqual(parked(4))
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
    ['of the place before', 30_000, undefined, []],
    ['of the new place', undefined, 30_000, []],
  ])('a position is believed within the accuracy %s', (_title, ofBefore, ofAway, doubts) => {
    const exact = (fix: TimedPosition, accuracy: number | undefined) =>
      accuracy === undefined ? fix : { ...fix, accuracy }
    const walk = [exact(before, ofBefore), exact(away, ofAway)]
    expect(walked(walk).doubts.map(() => 'doubtful')).toEqual(doubts)
    expect(believed(walk)).toHaveLength(2 - doubts.length)
  })
})
