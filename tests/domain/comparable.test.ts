import { expect, test } from 'vitest'
import type { Figures } from '#domain/figure-fields.ts'
import { isComparable, NO_FIGURES } from '#domain/figures.ts'

const reported = (hours: number): Figures => ({
  ...NO_FIGURES,
  ...{ runningS: hours * 1200, idlingS: hours * 600, stoppedS: hours * 1800 },
})

test('sums are compared with a time before in which at least half as much was reported, hour for hour', () => {
  expect(isComparable(reported(100), 168, reported(50), 168)).toBe(true)
  expect(isComparable(reported(100), 168, reported(49), 168)).toBe(false)
  // A range of which half is over yet.
  expect(isComparable(reported(50), 84, reported(50), 168)).toBe(true)
  expect(isComparable(reported(50), 84, reported(49), 168)).toBe(false)
  expect(isComparable(NO_FIGURES, 168, NO_FIGURES, 168)).toBe(true)
})
