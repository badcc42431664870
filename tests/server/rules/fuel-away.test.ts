import { describe, expect, test } from 'vitest'
import { type Away, firstAway, furtherAway, withoutLone } from '#server/rules/fuel-away.ts'
import type { Level } from '#server/rules/tank-levels.ts'
import { MINUTE } from './vehicle-day.fixture.ts'

const levelAt = (minute: number, litres: number): Level => ({
  ...{ time: minute * MINUTE, lng: 73.5, lat: 18.5 },
  litres,
})

/** Levels below one of 180 l, the first of them at minute 0. */
const awayBy = (litres: readonly number[], { sd = 0, everyMin = 1, idles = false } = {}): Away[] => {
  let away = firstAway(-1, levelAt(-1, 180), levelAt(0, litres[0] ?? 0))
  const later = litres.slice(1).map((each, i) => {
    away = furtherAway(away, levelAt((i + 1) * everyMin, each), sd, idles)
    return away
  })
  return [firstAway(-1, levelAt(-1, 180), levelAt(0, litres[0] ?? 0)), ...later]
}

/** The places of the levels by which a change went on. */
const wentOn = (litres: readonly number[], how?: Parameters<typeof awayBy>[1]): number[] =>
  awayBy(litres, how).flatMap(({ last: { time } }, i) =>
    i > 0 && time === i * (how?.everyMin ?? 1) * MINUTE ? [i] : [],
  )

const times = (count: number, litres: number): number[] => Array(count).fill(litres)

describe('ALR-05 a change goes on', () => {
  test.each<[string, number[], number, number[]]>([
    ['not with half a litre more', [150, 150.5], 0, []],
    ['with more than half a litre', [150, 150.51], 0, [1]],
    ['not with 3.5 standard deviations more', [150, 157], 2, []],
    ['with more than 3.5 standard deviations', [150, 142.9], 2, [1]],
    ['after two levels with such a one', [150, 150, 146.4], 1, [2]],
    ['after three not with such a single one', [150, 150, 150, 146.4], 1, []],
    ['with three that have moved by 1.9 standard deviations', [...times(3, 150), ...times(3, 153.4)], 1, [5]],
    [
      'with three that have moved by less than half a litre',
      [...times(16, 150), ...times(3, 150.4)],
      0,
      [18],
    ],
    ['with six that have moved by 1.3 standard deviations', [...times(20, 150), ...times(6, 152)], 1, [25]],
    ['not with six of which one was the first', [150, 153.4, 155, 150, 149, 159.4], 1, []],
    ['with six after the first', [150, 153.4, 155, 152, 150, 149, 158], 1, [6]],
  ])('%s', (_title, litres, sd, expected) => {
    expect(wentOn(litres, { sd })).toEqual(expected)
  })

  test.each<[string, number, boolean, number[]]>([
    ['with a litre in ten minutes', 149, false, [1]],
    ['not with a litre in ten minutes where the engine idles', 149, true, []],
    ['with more than a litre in ten minutes where the engine idles', 148.9, true, [1]],
  ])('%s', (_title, litres, idles, expected) => {
    expect(wentOn([150, litres], { everyMin: 10, idles })).toEqual(expected)
  })

  test('an engine that idles counts since the change went on for the last time', () => {
    expect(wentOn([150, 140, 139], { everyMin: 10, idles: true })).toEqual([1])
    expect(wentOn([150, 150, 148.5], { everyMin: 10, idles: true })).toEqual([])
  })
})

describe('a change without its last level, which may be wrong', () => {
  test.each<[string, number[], [number, number, number]]>([
    ['is as it was before a single one', [...times(3, 155), 100], [155, 3, 0]],
    ['is as it was before two single ones', [...times(3, 155), 120, 60], [155, 3, 0]],
    ['keeps two that agree', [...times(3, 155), 100, 100], [100, 2, 3]],
    ['keeps one before which there were only two', [155, 155, 100], [100, 1, 2]],
    ['keeps one with which it began', [155], [155, 1, 0]],
  ])('%s', (_title, litres, [mean, count, minute]) => {
    const { last, ...away } = withoutLone(awayBy(litres).at(-1) as Away)
    expect([away.mean.litres, away.mean.count, last.time / MINUTE]).toEqual([mean, count, minute])
    expect([away.readings, away.from.time, away.first.time]).toEqual([litres.length, -MINUTE, 0])
  })
})
