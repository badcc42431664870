import { expect, test } from 'vitest'
import type { LngLat } from '#domain/geo.ts'
import { simplifyRing } from '#domain/simplify-ring.ts'

const circle = Array.from({ length: 5000 }, (_, i): LngLat => {
  const angle = (i / 5000) * 2 * Math.PI
  return [77 + Math.cos(angle), 20 + Math.sin(angle)]
})

test('OWN-02 a ring with too many corners keeps its form with at most so many of them', () => {
  const simple = simplifyRing(circle, 1000)
  expect(simple.length).toBeLessThanOrEqual(1000)
  expect(simple.length).toBeGreaterThan(100)
  expect(simple.every((corner) => circle.includes(corner))).toBe(true)
  for (const [lng, lat] of circle) {
    const nearest = Math.min(...simple.map(([x, y]) => Math.hypot(x - lng, y - lat)))
    expect(nearest).toBeLessThan(0.05)
  }
})

test('a ring that has no more stays as it is, and a straight one keeps its ends', () => {
  const few = circle.slice(0, 10)
  expect(simplifyRing(few, 10)).toBe(few)
  const line = Array.from({ length: 20 }, (_, i): LngLat => [77 + i, 20])
  expect(simplifyRing(line, 5)).toEqual([line[0], line[19]])
})
