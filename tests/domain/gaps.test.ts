import { expect, test } from 'vitest'
import { lineBreakGapMs } from '#domain/gaps.ts'

const every = (ms: number) => Float64Array.from({ length: 50 }, (_, i) => i * ms)

test('OPEN-37 the line breaks at three minutes, or later for a truck that reports seldom', () => {
  expect(lineBreakGapMs(every(10_000))).toBe(180_000)
  expect(lineBreakGapMs(every(300_000))).toBe(900_000)
})

test('OPEN-37 with too few gaps to tell the usual one, three minutes break the line', () => {
  const hour = 3_600_000
  for (const times of [[], [0], [0, hour], [0, 1000, hour], [0, 1000, hour, hour + 1000]])
    expect(lineBreakGapMs(times)).toBe(180_000)
})
