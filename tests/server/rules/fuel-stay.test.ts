import { describe, expect, test } from 'vitest'
import type { Away } from '#server/rules/fuel-away.ts'
import {
  isAtRest,
  isSure,
  isWeak,
  type LimitOf,
  overOf,
  type Stay,
  stayAfter,
  stayed,
  stayFrom,
} from '#server/rules/fuel-stay.ts'
import type { Level } from '#server/rules/tank-levels.ts'
import { MINUTE } from './vehicle-day.fixture.ts'

const levelAt = (minute: number, litres = 180): Level => ({
  ...{ time: minute * MINUTE, lng: 73.5, lat: 18.5 },
  litres,
})
/** A stay long after it came to rest, at its last level of the minute 100. */
const stayOf = (more: Partial<Stay> = {}): Stay => ({
  ...{ since: 0, level: { litres: 180, count: 16 }, near: levelAt(99), latest: levelAt(100), earlier: 180 },
  away: null,
  ...more,
})
/** A change of 25 l down that began at minute 100 and was read three times. */
const awayOf = ({ mean = { litres: 155, count: 3 }, ...more }: Partial<Away> = {}): Away => ({
  ...{ sign: -1, from: levelAt(99), first: levelAt(100, 155), last: levelAt(100, 155) },
  ...{ mean, settled: null, readings: 3, tail: Array(3).fill(mean.litres), raised: null },
  ...more,
})
const LIMIT: LimitOf = () => 8
const seen = { ...levelAt(101, 155), fence: null }

describe('ALR-05 a stay', () => {
  test('is weak as long as its level is less than a reading, and comes to rest after three minutes', () => {
    expect([0.99, 1, 1.01].map((count) => isWeak(stayOf({ level: { litres: 180, count } })))).toEqual([
      ...[true, false, false],
    ])
    expect([2.99, 3, 4].map((minute) => isAtRest(stayOf({ latest: levelAt(minute) })))).toEqual([
      ...[false, true, true],
    ])
    expect(isAtRest(stayOf({ since: 98 * MINUTE }))).toBe(false)
  })

  test('begins with a level that counts less where the road was uneven', () => {
    expect(stayFrom(levelAt(5), { standing: 2, road: 0 })).toEqual({
      ...{ since: 5 * MINUTE, level: { litres: 180, count: 1 }, near: levelAt(5), latest: levelAt(5) },
      ...{ earlier: 180, away: null },
    })
    // Twice what the road scatters: a variance of 4 beside that of 4 while standing.
    expect(stayFrom(levelAt(5), { standing: 2, road: 1 }).level.count).toBe(0.5)
  })
})

describe('ALR-05 a change is sure', () => {
  const sure = (away: Partial<Away>, heldMin: number, more: Partial<Stay> = {}, road: number | null = null) =>
    isSure(
      { ...stayOf(more), latest: levelAt(100 + heldMin, 155), away: awayOf(away) },
      { standing: 1, road: 1 },
      LIMIT,
      road === null ? null : { litres: road, count: 5 },
    )

  test.each([
    [3, 5, true],
    [3, 4.99, false],
    [2, 5, false],
    [2, 20, true],
    [2, 19.99, false],
    [1, 20, false],
  ])('with %d readings that have held for %d minutes: %s', (readings, minutes, expected) => {
    expect(sure({ readings }, minutes)).toBe(expected)
  })

  test('with as many litres as its limit', () => {
    const by = (litres: number) => sure({ mean: { litres: 180 - litres, count: 3 } }, 5)
    expect([7.99, 8, 8.01].map(by)).toEqual([false, true, true])
  })

  test('by the limit for what its levels scatter', () => {
    const variances: number[] = []
    isSure(
      { ...stayOf({ level: { litres: 180, count: 4 }, latest: levelAt(105) }), away: awayOf() },
      { standing: 3, road: 1 },
      (sign, variance) => {
        variances.push(sign, variance)
        return 8
      },
      null,
    )
    expect(variances).toEqual([-1, expect.closeTo(9 * (1 / 4 + 1 / 3), 9)])
  })

  // 0.67 of 25 l is 16.75 l.
  test.each([
    ['has no level on the road to compare with', 1, null, true],
    ['is near the road', 1, 163.26, true],
    ['is far from the road', 1, 163.25, false],
    ['is far above the road', 1, 197, false],
    ['was read more than once', 1.01, 100, true],
  ])('where the level before %s', (_title, count, road, expected) => {
    expect(sure({}, 5, { level: { litres: 180, count } }, road)).toBe(expected)
  })
})

describe('ALR-05 a level in a stay', () => {
  const reading = (
    litres: number,
    {
      standing = 1,
      idledMin = 0,
      limit = 8,
      ...more
    }: Partial<Stay> & {
      standing?: number
      idledMin?: number
      limit?: number
    } = {},
    minute = 101,
  ) => stayed(stayOf(more), levelAt(minute, litres), idledMin, { standing, road: 1 }, () => limit)

  test.each<[string, Parameters<typeof reading>[1], number, number]>([
    ['half a litre', { standing: 0.01 }, 180.5, 180.51],
    ['half a litre down', { standing: 0.01 }, 179.5, 179.49],
    ['2.5 standard deviations', { level: { litres: 180, count: 16 / 9 } }, 183.12, 183.13],
    ['half of what a change must have', { standing: 10 }, 184, 184.01],
    [
      'half of what a change must have, of a level that was read once',
      { standing: 2, level: { litres: 180, count: 0.25 } },
      184,
      184.01,
    ],
    // The root of 4 / 0.2 + 4, 4.5 times.
    [
      '4.5 standard deviations, of a level that tells little',
      { standing: 2, level: { litres: 180, count: 0.2 } },
      202,
      202.1,
    ],
  ])('is near up to %s', (_title, given, near, far) => {
    expect(reading(near, given)).toMatchObject({ away: null, near: { litres: near } })
    expect(reading(far, given)).toMatchObject({
      away: { readings: 1, from: { time: 99 * MINUTE }, first: { litres: far } },
      near: { time: 99 * MINUTE },
      level: given?.level ?? { litres: 180, count: 16 },
    })
  })

  test('asks for the limit of three such levels', () => {
    const requested: number[] = []
    stayed(
      stayOf({ level: { litres: 180, count: 4 } }),
      levelAt(101, 170),
      0,
      { standing: 6, road: 1 },
      (sign, variance) => {
        requested.push(sign, variance)
        return 8
      },
    )
    expect(requested).toEqual([-1, 36 / 4 + 36 / 3])
  })

  test('moves the mean, as one reading; less soon after the stop; and not one of sixteen', () => {
    expect(reading(181, { level: { litres: 180, count: 3 } }).level).toEqual({ litres: 180.25, count: 4 })
    expect(reading(181).level).toEqual({ litres: 180, count: 16 })
    const soon = reading(181, { since: 100 * MINUTE, level: { litres: 180, count: 3 } })
    const weight = 1 / (1 + (2 * Math.exp(-1)) ** 2)
    expect(soon.level).toEqual({
      litres: expect.closeTo(180 + weight / (3 + weight), 9),
      count: expect.closeTo(3 + weight, 9),
    })
  })

  test('is followed, with the one before', () => {
    expect(reading(181, { latest: levelAt(100, 179) })).toMatchObject({
      ...{ since: 0, latest: { time: 101 * MINUTE, litres: 181 }, earlier: 179 },
    })
  })

  // Ten minutes of idling burn 0.4 l. The level follows what is read by an eighth, and by 0.6 l at most.
  test.each([
    ['by an eighth', 16, 182.8, 179.6 + 3.2 / 8],
    ['by an eighth down', 16, 176.4, 179.6 - 3.2 / 8],
    ['by a part of what an engine may burn', 16, 189.6, 179.6 + 0.6],
    ['by a part of what an engine may burn, down', 16, 169.6, 179.6 - 0.6],
    ['by an eighth, from three readings on', 3, 182.8, 179.6 + 3.2 / 8],
    ['as a mean with fewer', 2, 182.6, 179.6 + 3 / 3],
  ])('of an engine that idles moves the level %s', (_title, count, litres, expected) => {
    const idled = reading(litres, { standing: 4, idledMin: 10, limit: 60, level: { litres: 180, count } })
    expect(idled.away).toBeNull()
    expect(idled.level.litres).toBeCloseTo(expected, 9)
  })

  test('of which the level is below what idling has burnt is far from what is left', () => {
    const far = reading(150, { idledMin: 10 })
    expect(far.level).toEqual({ litres: 179.6, count: 16 })
    expect(far.away?.sign).toBe(-1)
  })

  test('far away goes on with those of its side, and begins anew on the other', () => {
    const away = awayOf({ mean: { litres: 155, count: 1 }, readings: 1, tail: [155] })
    expect(reading(155, { away }).away).toMatchObject({
      sign: -1,
      readings: 2,
      first: { time: 100 * MINUTE },
    })
    expect(reading(205, { away }).away).toMatchObject({ sign: 1, readings: 1, first: { time: 101 * MINUTE } })
    expect(reading(180, { away }).away).toBeNull()
  })

  test('after a change that was raised goes on with it, wherever it is', () => {
    const away = awayOf({ raised: seen })
    for (const litres of [155, 180, 205]) {
      const next = reading(litres, { away })
      expect(next).toMatchObject({
        away: { sign: -1, readings: 4, raised: seen },
        near: { time: 99 * MINUTE },
      })
      expect(next.latest.litres).toBe(litres)
    }
  })

  test.each<[string, number, number, boolean]>([
    ['gives way to three others', 0.9, 2, true],
    ['does not give way to two', 0.9, 1, false],
    ['does not give way if it is more than half a reading', 1, 2, false],
  ])('that is weak %s', (_title, count, readings, yields) => {
    // 5 l away: more than is near, less than a change.
    const away = awayOf({ sign: 1, mean: { litres: 185, count: readings }, readings })
    const next = reading(185, { away, level: { litres: 180, count } })
    expect(next.away === null).toBe(yields)
    expect(next.level.litres).toBe(yields ? 185 : 180)
  })

  test('that is weak does not give way to a change', () => {
    const away = (litres: number) => awayOf({ sign: 1, mean: { litres, count: 3 } })
    const hasYielded = (litres: number) =>
      reading(litres, { away: away(litres), level: { litres: 180, count: 0.9 } }).away === null
    expect([187.9, 188, 188.1].map(hasYielded)).toEqual([true, false, false])
  })

  test.each<[string, number, number, number, boolean]>([
    ['sixteen levels less than half a change away', 10, 15, 183.5, true],
    ['levels half a change away', 10, 15, 183.6, false],
    ['fewer levels', 10, 14, 183.5, false],
    ['levels after an engine that was off', 0, 15, 183.9, false],
  ])('of an engine that idles gives way to %s', (_title, idledMin, readings, litres, yields) => {
    const away = awayOf({ sign: 1, mean: { litres, count: readings }, readings })
    const next = reading(litres, { idledMin, away })
    expect(next.away === null).toBe(yields)
    expect(next.level.litres).toBeCloseTo(yields ? litres : 180 - 0.04 * idledMin, 9)
  })
})

describe('ALR-05 a change is over', () => {
  const over = (away: Partial<Away>, minutes: number, standing = 1) =>
    overOf(
      stayOf({ away: awayOf({ raised: seen, ...away }), latest: levelAt(100 + minutes, 155) }),
      { standing, road: 1 },
      LIMIT,
    )

  test.each([
    ['an hour', 0.5, 60],
    ['an hour, of levels that scatter', 1, 60],
    ['longer, of levels that scatter more', 1.25, 75],
    ['an hour and a half, of levels that scatter much', 5, 90],
  ])('when it has not gone on for %s', (_title, standing, minutes) => {
    expect(over({}, minutes - 0.01, standing)).toBeNull()
    expect(over({}, minutes, standing)).toEqual(awayOf({ raised: seen }))
  })

  test('with three readings, not with fewer', () => {
    expect(over({ mean: { litres: 155, count: 2.9 } }, 200)).toBeNull()
    expect(overOf(stayOf(), { standing: 1, road: 1 }, LIMIT)).toBeNull()
  })

  test.each([
    [-1, 155, 159, false],
    [-1, 155, 159.01, true],
    [-1, 155, 151, false],
    [-1, 155, 140, false],
    [1, 205, 201, false],
    [1, 205, 200.99, true],
    [1, 205, 220, false],
  ] as const)(
    'when it has gone back by more than half of the limit: %d, from %d l to %d l',
    (sign, from, to, isBack) => {
      const settled = { last: levelAt(102, from), mean: { litres: from, count: 5 } }
      const found = over({ sign, settled, mean: { litres: to, count: 3 } }, 1)
      if (isBack) expect(found).toMatchObject({ sign, raised: seen, ...settled })
      else expect(found).toBeNull()
    },
  )

  test('by the limit for what its levels scatter', () => {
    const variances: number[] = []
    const settled = { last: levelAt(102, 155), mean: { litres: 155, count: 5 } }
    overOf(
      stayOf({ level: { litres: 180, count: 4 }, away: awayOf({ settled }) }),
      { standing: 3, road: 1 },
      (sign, variance) => {
        variances.push(sign, variance)
        return 8
      },
    )
    expect(variances).toEqual([-1, expect.closeTo(9 * (1 / 4 + 1 / 3), 9)])
  })

  test('the stay goes on with the level after it', () => {
    expect(stayAfter(stayOf({ away: awayOf(), latest: levelAt(200, 156) }))).toEqual({
      ...stayOf({ latest: levelAt(200, 156) }),
      ...{ level: { litres: 155, count: 3 }, near: levelAt(200, 156), away: null },
    })
  })
})
