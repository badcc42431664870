import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  circleOutline,
  isFixPosition,
  isOnGlobe,
  kmAlongLine,
  type LngLat,
  lineKm,
  metresBetween,
} from '#domain/geo.ts'

const position = fc.tuple(
  fc.double({ min: 60, max: 100, noNaN: true }),
  fc.double({ min: 0, max: 40, noNaN: true }),
)

test('a circle’s outline keeps its distance from the centre', () => {
  fc.assert(
    fc.property(position, fc.double({ min: 50, max: 50_000, noNaN: true }), (centre, radiusM) => {
      for (const corner of circleOutline({ centre, radiusM }, 8))
        expect(Math.abs(metresBetween(centre, corner) - radiusM)).toBeLessThan(0.01)
    }),
  )
})

test('distances follow the great circle: a degree of longitude shrinks towards the poles', () => {
  const degree = (lat: number) => metresBetween([77, lat], [78, lat])
  expect(degree(0)).toBeCloseTo(111_195.08, 1)
  expect(degree(60)).toBeCloseTo(55_597.01, 1)
  expect(metresBetween([72.8777, 19.076], [77.1025, 28.7041]) / 1000).toBeCloseTo(1153.24, 1)
  expect(metresBetween([0, 0], [180, 0])).toBeCloseTo(Math.PI * 6_371_008.8, 3)
})

test('the kilometres along a line add up to its length', () => {
  fc.assert(
    fc.property(fc.array(position, { maxLength: 20 }), (positions: LngLat[]) => {
      const line = {
        length: positions.length,
        lng: positions.map(([lng]) => lng),
        lat: positions.map(([, lat]) => lat),
      }
      const along = kmAlongLine(line)
      expect(along).toHaveLength(positions.length)
      expect(along[0] ?? 0).toBe(0)
      expect(along.at(-1) ?? 0).toBe(lineKm(line))
    }),
  )
})

describe('positions', () => {
  test.each([
    [77, 13, true, true],
    [180, -90, true, true],
    [0, 0, true, false],
    [0, 13, true, true],
    [180.1, 13, false, false],
    [77, 90.1, false, false],
    [Number.NaN, 13, false, false],
    [77, Number.NaN, false, false],
  ])('(%d, %d) is on the globe: %s, can be measured: %s', (lng, lat, onGlobe, ofFix) => {
    expect([isOnGlobe(lng, lat), isFixPosition(lng, lat)]).toEqual([onGlobe, ofFix])
  })
})
