import { expect, test } from 'vitest'
import { breakingGap } from '#contract/breaking-gap.ts'

const every = (ms: number) => Float64Array.from({ length: 50 }, (_, i) => i * ms)

test('OPEN-37 the line breaks at three minutes, later where fixes come seldom', () => {
  expect(breakingGap(every(10_000))).toBe(180_000)
  expect(breakingGap(every(300_000))).toBe(900_000)
})

test('OPEN-37 where too few gaps tell the usual one, three minutes break the line', () => {
  const hour = 3_600_000
  for (const times of [[], [0], [0, hour], [0, 1000, hour], [0, 1000, hour, hour + 1000]])
    expect(breakingGap(times)).toBe(180_000)
})
