import { expect, test } from 'vitest'
import { degreeSteps, roundDegrees, roundTo } from '#domain/rounding.ts'
import { percentOf } from '#domain/units.ts'

test('values are rounded half up', () => {
  expect([1.25, -1.25, 2.449, 2.45].map((value) => roundTo(value, 1))).toEqual([1.3, -1.2, 2.4, 2.5])
  expect(roundTo(1234.5678, 0)).toBe(1235)
  expect(roundTo(Number.NaN, 2)).toBeNaN()
})

test('degrees are the same position where their steps are equal', () => {
  expect(roundDegrees(77.594_562_49)).toBe(77.594_562)
  expect(degreeSteps(77.594_562_49)).toBe(degreeSteps(77.594_561_51))
  expect(degreeSteps(77.594_562_51)).toBe(77_594_563)
})

test('a level is a percentage of its tank, between 0 and 100, or not known', () => {
  expect([50, 0, 400, -1].map((litres) => percentOf(litres, 300))).toEqual([16.7, 0, 100, 0])
  expect([percentOf(null, 300), percentOf(undefined, 300), percentOf(Number.NaN, 300)]).toEqual([
    null,
    null,
    null,
  ])
  expect([percentOf(50, null), percentOf(50, 0)]).toEqual([null, null])
})
