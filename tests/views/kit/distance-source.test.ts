import { expect, test } from 'vitest'
import { distanceSourceText } from '#src/views/kit/distance-source.ts'

test.each([
  [{}, '100.0 % by odometer, 0.0 % by positions'],
  [{ odometerKm: 82 }, '82.0 % by odometer, 18.0 % by positions'],
  [
    { odometerKm: 0, doubtedKm: 100 },
    '0.0 % by odometer, 100.0 % by positions. The odometer stood still, so positions count.',
  ],
  [
    { odometerKm: 40, doubtedKm: 60, doubtedOdometerKm: 120 },
    '40.0 % by odometer, 60.0 % by positions. Odometer and positions differ by a factor of 2.00, so positions count.',
  ],
  [
    { odometerKm: 40, doubtedKm: 60, doubtedOdometerKm: 30 },
    '40.0 % by odometer, 60.0 % by positions. Odometer and positions differ by a factor of 2.00, so positions count.',
  ],
  [
    { odometerKm: 97, doubtedKm: 3, doubtedOdometerKm: 3 },
    '97.0 % by odometer, 3.0 % by positions. The odometer jumped, so positions count.',
  ],
  [{ odometerKm: 99.5, doubtedKm: 0.5 }, '99.5 % by odometer, 0.5 % by positions'],
  [{ distanceKm: 0, odometerKm: 0 }, null],
])('DSH-01 by what a distance was measured, and why: %j', (figures, text) => {
  const all = { distanceKm: 100, odometerKm: 100, doubtedKm: 0, doubtedOdometerKm: 0, ...figures }
  expect(distanceSourceText(all)).toBe(text)
})
