import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JUMP_GAP_MS } from '#domain/gaps.ts'
import { PLAYBACK_SPEEDS, stepDelayMs, stepDurationMs } from '#domain/playback.ts'

test('PLB-19 the marker jumps over a gap of 3 minutes, and not over one that is a millisecond shorter', () => {
  expect(stepDurationMs({ gapMs: 180_000, speed: 1 })).toBe(0)
  expect(stepDurationMs({ gapMs: 179_999, speed: 1 })).toBe(8000)
})

test('PLB-30 CONFLICT-14 a step takes at most 8000 ms at speed 1 and 2000 ms at other speeds', () => {
  expect(PLAYBACK_SPEEDS.map(stepDelayMs)).toEqual([8000, ...Array(9).fill(2000)])
  expect(PLAYBACK_SPEEDS.map((speed) => stepDurationMs({ gapMs: 120_000, speed }))).toEqual([
    8000,
    ...Array(9).fill(2000),
  ])
})

test('PLB-32 OPEN-38 a truck at 50 km/h moves at 150 km/h times the speed', () => {
  const drivenM = 200
  const gapMs = (drivenM / 50_000) * 3_600_000
  for (const speed of PLAYBACK_SPEEDS) {
    const ms = stepDurationMs({ gapMs, speed })
    if (ms < stepDelayMs(speed)) expect((drivenM / ms) * 3_600_000).toBeCloseTo(150_000 * speed)
  }
  expect(stepDurationMs({ gapMs, speed: 1 })).toBeCloseTo(4800)
  expect(stepDurationMs({ gapMs, speed: 10 })).toBeCloseTo(480)
})

test('OPEN-38 a step takes as long as its time span demands, whatever the distance', () => {
  expect(stepDurationMs({ gapMs: 3000, speed: 1 })).toBe(1000)
  expect(stepDurationMs({ gapMs: 6000, speed: 1 })).toBe(2000)
})

test('a step without a jump takes some time, at most the step delay, and less at a higher speed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: JUMP_GAP_MS - 1 }),
      fc.constantFrom(...PLAYBACK_SPEEDS),
      (gapMs, speed) => {
        const ms = stepDurationMs({ gapMs, speed })
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(stepDelayMs(speed))
        expect(stepDurationMs({ gapMs, speed: 10 })).toBeLessThanOrEqual(ms)
      },
    ),
  )
})
