import { describe, expect, test } from 'vitest'
import { type Doubt, doubtFrom, doubtWith, shownBy } from '#server/rules/fuel-doubt.ts'
import { NO_ROAD, type Road, readingsOf, slotsOf } from '#server/rules/fuel-road.ts'
import type { LimitOf } from '#server/rules/fuel-stay.ts'
import type { Level } from '#server/rules/tank-levels.ts'
import { MINUTE } from './vehicle-day.fixture.ts'

const levelAt = (minute: number, litres = 180): Level => ({
  ...{ time: minute * MINUTE, lng: 73.5, lat: 18.5 },
  litres,
})
const FROM = levelAt(-1)
const NOTHING_KNOWN = { from: FROM, first: FROM, stay: null, after: null, before: null, fence: null }

/** A doubt with a level at each of these minutes, before each of which so many litres were burnt. */
const doubtAt = (minutes: readonly number[], burnt = 0, begun: Partial<Doubt> = {}): Doubt | null =>
  minutes.reduce<Doubt | null>(
    (doubt, minute) => doubt && doubtWith(doubt, levelAt(minute), burnt),
    doubtFrom({ ...NOTHING_KNOWN, ...begun }),
  )
const eachMinute = (last: number) => Array.from({ length: last + 1 }, (_, minute) => minute)

describe('ALR-05 a doubt', () => {
  test.each<[string, number[], boolean]>([
    ['lasts for forty minutes from its first level on', [100, 120, 140], true],
    ['lasts no longer', [100, 120, 140.01], false],
    ['lasts until the eleventh slot of two minutes has begun', eachMinute(21), true],
    ['lasts no longer than that', eachMinute(22), false],
  ])('%s', (_title, minutes, lasts) => {
    expect(doubtAt(minutes) !== null).toBe(lasts)
  })

  test('knows what was burnt since the levels before, and until the first one after', () => {
    const doubt = doubtAt([0, 1, 2], 3)
    expect(doubt).toMatchObject({ since: 0, burnt: 9, unread: 3 })
    // Of levels on the road each is one of the time after.
    expect(doubt?.road.held.map(({ litres }) => litres)).toEqual([177, 180])
    expect(doubtAt([5], 3)?.road.held.map(({ litres }) => litres)).toEqual([180])
  })

  test('begins with the first level after it, unless one was read there', () => {
    expect(doubtAt([0, 1])?.first.time).toBe(0)
    const read = levelAt(-0.5, 150)
    expect(doubtAt([0, 1], 0, { first: read })?.first).toEqual(read)
  })
})

describe('ALR-05 what the road shows of a doubt', () => {
  /** So many slots with three readings each. */
  const road = (litres: number, slots = 5): Road => ({
    ...NO_ROAD,
    current: { slot: slots, litres, count: 3 },
    earlier: Array.from({ length: slots - 1 }, (_, slot) => ({ slot, litres, count: 3 })),
  })
  const mean = (litres: number, count: number) => ({ litres, count })
  const shown = (known: Partial<Doubt>, limitOf: LimitOf = () => 8, uncertain = { standing: 1, road: 2 }) => {
    const found = shownBy({ ...doubtFrom(NOTHING_KNOWN), ...known }, uncertain, limitOf)
    return found && Number((found.sign * found.litres).toFixed(6))
  }
  const stood = { stay: mean(180, 1), after: mean(150, 2) }

  test('is nothing without any level to compare with', () => {
    expect(shown({ road: road(150) })).toBeNull()
    expect(shown({ road: road(150), stay: mean(180, 1) })).toBeNull()
    expect(shown({ road: road(150), after: mean(180, 1) })).toBeNull()
    expect(shown({ ...stood, road: NO_ROAD })).toBeNull()
  })

  test('is what was read while standing, after three readings', () => {
    const [two, three] = [2, 3].map((count) => ({ ...NO_ROAD, current: { slot: 0, litres: 150, count } }))
    expect([two, three].map((each) => readingsOf(each as Road))).toEqual([2, 3])
    expect(shown({ ...stood, road: two as Road })).toBeNull()
    expect(shown({ ...stood, road: three as Road })).toBe(-30)
    expect(shown({ stay: mean(150, 1), after: mean(180, 2), road: road(180) })).toBe(30)
  })

  test('is nothing where levels are no nearer to those after the stop than to those before', () => {
    const shownAt = (litres: number, burnt = 0) => shown({ ...stood, road: road(litres), burnt })
    expect([164, 165, 166].map((litres) => shownAt(litres))).toEqual([-30, null, null])
    expect([160, 161, 162].map((litres) => shownAt(litres, 4))).toEqual([-30, null, null])
  })

  test('is what the road says before and after, of two slots before and two and a half after', () => {
    const before = mean(180, 2)
    expect(shown({ before, road: road(150, 3) })).toBe(-30)
    expect(shown({ before, road: road(150, 3), burnt: 10 })).toBe(-20)
    expect(shown({ before, road: road(210, 3) })).toBe(30)
    expect(shown({ before: mean(180, 1.9), road: road(150, 3) })).toBeNull()
    expect(shown({ before, road: road(150, 2) })).toBeNull()
    const [most, half] = [2, 1.5].map((count) => ({
      ...road(150, 3),
      current: { slot: 3, litres: 150, count },
    }))
    expect(slotsOf(most as Road)).toBe(3)
    expect(shown({ before, road: most as Road })).toBe(-30)
    expect(shown({ before, road: half as Road })).toBe(-30)
    expect(
      shown({ before, road: { ...road(150, 3), current: { slot: 3, litres: 150, count: 1 } } }),
    ).toBeNull()
  })

  test('is at least the limit', () => {
    expect(shown({ before: mean(180, 4), road: road(150) }, () => 30)).toBe(-30)
    expect(shown({ before: mean(180, 4), road: road(150) }, () => 30.1)).toBeNull()
  })

  // The variance, as limit: 2.5 slots, of 2 l each, for 4 slots before and 4 after; and 0.3 of what was burnt unseen.
  test.each<[string, number, number, number]>([
    ['a drop', 100, 0, 5],
    ['a drop, where as much as hardly matters was burnt unseen', 100, 2, 5 + 0.6 ** 2],
    ['a drop, where more was burnt unseen', 100, 10, 5 + 3 ** 2 + 10],
    ['a filling, where as much was burnt unseen', 250, 10, 5 + 3 ** 2],
  ])('is as sure as the levels on the road are: %s', (_title, litres, unread, limit) => {
    const doubt = { ...doubtFrom(NOTHING_KNOWN), before: mean(180, 4), road: road(litres, 4), unread }
    const found = shownBy(doubt, { standing: 1, road: 2 }, (_sign, variance) => variance)
    expect(found?.limit).toBeCloseTo(limit, 9)
  })

  test.each([
    ['scatter', 2, 4 * 0.75],
    ['do not scatter', 0.01, 0.06],
  ])(
    'is as sure as the levels are that were read while standing, where they %s',
    (_title, standing, limit) => {
      const doubt = { ...doubtFrom(NOTHING_KNOWN), stay: mean(180, 4), after: mean(150, 2), road: road(150) }
      const found = shownBy(doubt, { standing, road: 2 }, (_sign, variance) => variance)
      expect(found?.limit).toBeCloseTo(limit, 9)
    },
  )

  // While standing a variance of 1.5, on the road one of 2.5.
  const both = (before: number, now: number, more: Partial<Doubt> = {}) =>
    shown({ ...stood, before: mean(before, 20), road: road(now), ...more })

  test('is the mean of both, the surer one counting more', () => {
    expect(both(180, 158)).toBeCloseTo(-(30 / 1.5 + 22 / 2.5) / (1 / 1.5 + 1 / 2.5), 5)
    const doubt = { ...doubtFrom(NOTHING_KNOWN), ...stood, before: mean(180, 20), road: road(158) }
    const found = shownBy(doubt, { standing: 1, road: 2 }, (_sign, variance) => variance)
    expect(found?.limit).toBeCloseTo(1 / (1 / 1.5 + 1 / 2.5), 9)
    expect(found?.to).toBe(150)
  })

  test('is what the road says alone where that is more by three standard deviations', () => {
    expect(both(180, 144)).toBeCloseTo(-(30 / 1.5 + 36 / 2.5) / (1 / 1.5 + 1 / 2.5), 5)
    expect(both(180, 143.9)).toBe(-36.1)
  })

  test('is nothing where the road shows less than a third of what was read while standing', () => {
    expect(both(180, 170)).toBeCloseTo(-(30 / 1.5 + 10 / 2.5) / (1 / 1.5 + 1 / 2.5), 5)
    expect(both(180, 170.1)).toBeNull()
    expect(both(180, 190)).toBeNull()
  })

  test('goes to the level that was read while standing, or else on the road', () => {
    const to = (known: Partial<Doubt>) =>
      shownBy({ ...doubtFrom(NOTHING_KNOWN), ...known }, { standing: 1, road: 2 }, () => 8)?.to
    expect(to({ ...stood, road: road(149) })).toBe(150)
    expect(to({ before: mean(180, 4), road: road(149) })).toBe(149)
  })
})
