import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insideOf } from '#server/alerts/engine/fence-shape.ts'
import type { DayFence } from '#server/track/close-day.ts'

const fence = (id: number, more: Partial<DayFence> = {}): DayFence => ({
  ...{ id, name: `Fence ${id}`, shape: 'polygon', radiusM: null, validFrom: 0, validTo: 1000 },
  ...{ entryAlert: true, exitAlert: true },
  points: [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ],
  ...more,
})
const place = fc.record({
  lng: fc.integer({ min: -2, max: 6 }).map((step) => step + 0.5),
  lat: fc.integer({ min: -2, max: 6 }).map((step) => step + 0.5),
})
test('a position is inside a polygon if the outline winds round it', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
  fc.assert(
    fc.property(fc.uniqueArray(corner, { minLength: 3, maxLength: 9 }), place, (points, { lng, lat }) => {
      const [x, y] = [lng * 3 + 0.123, lat * 3 + 0.077]
      const angles = points.map(([px, py]) => Math.atan2(py - y, px - x))
      const turned = angles.reduce((sum, angle, i) => {
        const step = (angles[(i + 1) % angles.length] ?? 0) - angle
        return sum + step - 2 * Math.PI * Math.round(step / (2 * Math.PI))
      }, 0)
      const isOdd = Math.abs(Math.round(turned / (2 * Math.PI))) % 2 === 1
      expect(insideOf(fence(1, { points }))(x, y)).toBe(isOdd)
    }),
  )
})
