import { expect, test } from 'vitest'
import { overspeedLimitOf } from '#src/views/playback/overspeed-limit.ts'

test.each([
  [
    'is the user’s own',
    [
      { type: 'IDLING', value: 5 },
      { type: 'OVERSPEED', value: 90 },
    ],
    90,
  ],
  ['is the initial one without alerts of overspeed', [{ type: 'IDLING', value: 5 }], 80],
  ['is the initial one while it is unknown', null, 80],
])('ALR-09 the limit of the plot %s', (_, enabled, limit) => {
  expect(overspeedLimitOf(enabled)).toBe(limit)
})
