import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insideOf } from '#server/alerts/engine/fence-index.ts'
import type { DayFence } from '#server/track/close-day.ts'
import { createFenceWalk, watched } from '#server/track/fence-walk.ts'

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
const fixes = fc
  .array(place, { minLength: 1, maxLength: 30, size: 'max' })
  .map((places) => places.map((each, i) => ({ ...each, time: i * 10, speed: null })))
const fences = fc.array(
  fc.record({
    validFrom: fc.integer({ min: 0, max: 200 }),
    validTo: fc.integer({ min: 0, max: 300 }),
    entryAlert: fc.boolean(),
    exitAlert: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

test('DI-04 a walk that forgets everything before a time continues as one that began then', () => {
  fc.assert(
    fc.property(fixes, fences, fc.nat(), fc.nat(), (steps, rules, cut, known) => {
      const begin = (cut % steps.length) * 10
      const own = rules.map((rule, i) => watched(fence(i, rule)))
      const [long, fresh] = [createFenceWalk(own), createFenceWalk(own)]
      for (const step of steps) if (step.time < begin) long.step(step)
      // Both know the fixes from `begin` up to the time of forgetting.
      const later = steps.filter(({ time }) => time >= begin)
      const half = known % later.length
      for (const step of later.slice(0, half)) {
        long.step(step)
        fresh.step(step)
      }
      long.forgetBefore(begin)
      for (const step of later.slice(half)) expect(long.step(step)).toEqual(fresh.step(step))
    }),
    { numRuns: 2000 },
  )
})

test('GEO-09 a fence raises nothing outside its validity, nor for the first known fix', () => {
  fc.assert(
    fc.property(fixes, fences, (steps, rules) => {
      const walk = createFenceWalk(rules.map((rule, i) => watched(fence(i, rule))))
      const rows = steps.flatMap((step) => walk.step(step))
      rules.forEach((rule, i) => {
        // The plain reference: neighbours among the fixes that count.
        const counting = steps.filter(({ time }) => time >= rule.validFrom && time <= rule.validTo)
        const isIn = ({ lng, lat }: { lng: number; lat: number }) => lng > 0 && lng < 4 && lat > 0 && lat < 4
        const expected = counting.flatMap((step, k) => {
          const before = counting[k - 1]
          if (!before || isIn(before) === isIn(step)) return []
          return (isIn(step) ? rule.entryAlert : rule.exitAlert)
            ? [[step.time, isIn(step) ? 'IN' : 'OUT']]
            : []
        })
        const own = rows.filter(({ detail }) => detail['geofenceId'] === i)
        expect(own.map(({ time, detail }) => [time, detail['way']])).toEqual(expected)
      })
    }),
  )
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
