import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import {
  assumedScatter,
  NO_STEPS,
  type Scatter,
  stepOf,
  withApart,
  withStep,
} from '#server/rules/fuel-scatter.ts'

const OF = { assumed: 2, most: 10, sdOfMean: 0.5 }

/** Levels that are so many litres apart, each at an hour. */
const scattered = (...apart: ReadonlyArray<readonly [hour: number, litres: number]>): Scatter =>
  apart.reduce(
    (scatter, [hour, litres]) => withApart(scatter, hour * HOUR_MS, litres, OF),
    assumedScatter(OF),
  )

describe('ALR-05 the scatter of levels', () => {
  // What is assumed is four levels that are 4 l apart.
  test.each<[string, ReadonlyArray<readonly [number, number]>, number]>([
    ['is the assumed one without any', [], 2],
    ['is moved by levels that are farther apart', [[0, 9]], (0.5 * (16 + 9)) / 5],
    ['knows no direction', [[0, -9]], (0.5 * (16 + 9)) / 5],
    ['counts what is too far apart for scatter as the most', [[0, 300]], (0.5 * (16 + 10)) / 5],
    [
      'counts all levels of four hours',
      [
        [0, 9],
        [3.9, 4],
      ],
      (0.5 * (16 + 13)) / 6,
    ],
    [
      'counts those of the hours before',
      [
        [0, 9],
        [4, 4],
        [5, 1],
      ],
      (0.5 * (16 + 14)) / 7,
    ],
    [
      'counts the six blocks of four hours before that had any, however long ago',
      [0, 4, 400, 404, 408, 412, 416].map((hour, i) => [hour, i] as const),
      (0.5 * (16 + 21)) / 11,
    ],
    [
      'forgets what was before them',
      [0, 4, 8, 400, 404, 408, 412, 416].map((hour, i) => [hour, i] as const),
      (0.5 * (16 + 28)) / 11,
    ],
  ])('%s', (_title, apart, sd) => {
    expect(scattered(...apart).sd).toBeCloseTo(sd, 9)
  })

  test('begins without the hours before the first level', () => {
    expect(scattered([40, 9]).older).toEqual([])
  })
})

describe('the step in which a sensor tells levels', () => {
  const stepped = (...differences: ReadonlyArray<readonly [hour: number, litres: number]>) =>
    differences.reduce((steps, [hour, litres]) => withStep(steps, hour * HOUR_MS, litres), NO_STEPS)
  const within = (...litres: readonly number[]) => stepped(...litres.map((each) => [0, each] as const))

  test.each<[string, ReturnType<typeof stepped>, number]>([
    ['is unknown at first', NO_STEPS, 0],
    ['is unknown after four differences', within(6, 6, 6, 6), 0],
    ['is known after five', within(6, 6, 6, 6, 6), 6],
    ['does not show where levels are the same', within(6, 6, 6, 6, 0, 0), 0],
    ['is the smallest one, up or down', within(12, 6, -3, 6, -12), 3],
    ['becomes smaller with a later one', within(6, 6, 6, 6, 6, 3), 3],
    ['counts those of the hours before', stepped([0, 6], [1, 4], [4, 6], [5, 6], [9, 6]), 4],
    [
      'is the one of the six blocks of four hours before and this one',
      stepped([0, 1], [4, 6], [8, 6], [12, 6], [16, 6], [20, 6], [24, 5]),
      1,
    ],
    [
      'forgets what was before them',
      stepped([0, 1], [4, 6], [8, 6], [12, 6], [16, 6], [20, 6], [24, 5], [28, 6]),
      5,
    ],
  ])('%s', (_title, steps, expected) => {
    expect(stepOf(steps)).toBe(expected)
  })

  test('a difference that tells nothing new leaves everything as it is', () => {
    const known = within(6, 6, 6, 6, 6)
    expect(withStep(known, HOUR_MS, 6)).toBe(known)
    expect(withStep(known, 9 * HOUR_MS, 0)).toBe(known)
    expect(stepped([40, 6]).older).toEqual([])
  })
})
