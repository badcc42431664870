import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JUMP_GAP_MS, PLAYBACK_SPEEDS } from '#contract/constants.ts'
import { stepDelayMs, stepDurationMs } from '#src/machines/playback/pace.logic.ts'

const FAR = 1_000_000

test('PLB-19 a gap of 3 minutes makes the marker jump, one millisecond less does not', () => {
  expect(stepDurationMs({ distanceM: 100, gapMs: 180_000, speed: 1 })).toBe(0)
  expect(stepDurationMs({ distanceM: 100, gapMs: 179_999, speed: 1 })).toBeGreaterThan(0)
})

test('PLB-30 CONFLICT-14 a step takes at most 8000 ms at speed 1 and 2000 ms at the others', () => {
  expect(PLAYBACK_SPEEDS.map(stepDelayMs)).toEqual([8000, ...Array(9).fill(2000)])
  expect(stepDurationMs({ distanceM: FAR, gapMs: 1000, speed: 1 })).toBe(8000)
  expect(stepDurationMs({ distanceM: FAR, gapMs: 1000, speed: 2 })).toBe(2000)
})

test('PLB-32 OPEN-38 below that the marker travels 150 km an hour times the speed', () => {
  expect(stepDurationMs({ distanceM: 150, gapMs: 10_000, speed: 1 })).toBeCloseTo(3600)
  expect(stepDurationMs({ distanceM: 150, gapMs: 10_000, speed: 6 })).toBeCloseTo(600)
})

test('a standing truck takes a short while for each point', () => {
  expect(stepDurationMs({ distanceM: 0, gapMs: 60_000, speed: 1 })).toBe(20)
})

test('a step without a jump takes some time, never more than the step delay, and less at a greater speed', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.integer({ min: 0, max: JUMP_GAP_MS - 1 }),
      fc.constantFrom(...PLAYBACK_SPEEDS),
      (distanceM, gapMs, speed) => {
        const ms = stepDurationMs({ distanceM, gapMs, speed })
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(stepDelayMs(speed))
        expect(stepDurationMs({ distanceM, gapMs, speed: 10 })).toBeLessThanOrEqual(ms)
      },
    ),
  )
})
