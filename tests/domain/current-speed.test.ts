import { expect, test } from 'vitest'
import { currentSpeed, HOLDS_FOR_S } from '#domain/silence.ts'

const NOW = Date.UTC(2026, 10, 25)

test.each([
  [54.2, 0, 54.2],
  [54.2, HOLDS_FOR_S, 54.2],
  [54.2, HOLDS_FOR_S + 1, null],
  [54.2, 2 * 86_400, null],
  [0, 2 * 86_400, null],
  [null, 0, null],
  [undefined, 0, null],
  // A clock that is a little ahead.
  [54.2, -5, 54.2],
])('a speed of %s km/h of %s s ago is now %s', (kmph, agoS, expected) => {
  expect(currentSpeed(kmph, NOW - agoS * 1000, NOW)).toBe(expected)
})
