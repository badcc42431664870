import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greatCircleMetres } from '#domain/geo.ts'
import { insideOf, nearOf } from '#server/rules/fence-shape.ts'
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

test('a position is inside a circle if it is no farther from the centre than the radius, at every latitude', () => {
  const circle = fc.record({
    lng: fc.integer({ min: -170, max: 170 }),
    lat: fc.integer({ min: -70, max: 70 }),
    radiusM: fc.constantFrom(50, 500, 20_000),
    // In parts of the radius, to the east and to the north.
    east: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    north: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  })
  fc.assert(
    fc.property(circle, ({ lng, lat, radiusM, east, north }) => {
      const perDegree = greatCircleMetres(lng, lat, lng, lat + 0.001) * 1000
      const parallel = greatCircleMetres(lng, lat, lng + 0.001, lat) * 1000
      const [x, y] = [lng + (east * radiusM) / parallel, lat + (north * radiusM) / perDegree]
      const one = fence(1, { shape: 'circle', points: [[lng, lat]], radiusM })
      const isIn = greatCircleMetres(x, y, lng, lat) <= radiusM
      expect(insideOf(one)(x, y)).toBe(isIn)
    }),
  )
})

test('a position exactly on a circle is inside', () => {
  const radiusM = greatCircleMetres(73.5, 18.5, 73.5, 18.51)
  const at = (radius: number) =>
    insideOf(fence(1, { shape: 'circle', points: [[73.5, 18.5]], radiusM: radius }))
  expect(at(radiusM)(73.5, 18.51)).toBe(true)
  expect(at(radiusM - 0.001)(73.5, 18.51)).toBe(false)
})

test('a position on the edge of two polygons that touch is in one of them: the western and southern edges belong to it', () => {
  const inside = insideOf(fence(1))
  expect([inside(0, 2), inside(2, 0), inside(4, 2), inside(2, 4)]).toEqual([true, true, false, false])
})

test('a position exactly at the margin is near', () => {
  // At the equator, and in powers of two, which multiply exactly: half of half the height is the margin.
  const [wide, high] = [2 ** -8, 2 ** -10]
  const near = nearOf(
    fence(1, {
      points: [
        [-wide, -high],
        [wide, -high],
        [wide, 0],
        [-wide, 0],
      ],
    }),
  )
  expect([near(0, high / 4), near(0, (high / 4) * 1.000001)]).toEqual([true, false])
})

test('a slanted edge is near up to its margin, and no farther', () => {
  const parallel = greatCircleMetres(73, 0, 73.001, 0) * 1000
  const meridian = greatCircleMetres(73, 0, 73, 0.001) * 1000
  const [wide, high] = [10_000 / parallel, 10_000 / meridian]
  const near = nearOf(
    fence(1, {
      points: [
        [73 + wide, 0],
        [73, high],
        [73 - wide, 0],
        [73, -high],
      ],
    }),
  )
  /** So many metres off the middle of each edge, and off each corner. */
  const off = (metres: number) => {
    const [x, y] = [(5_000 + metres * Math.SQRT1_2) / parallel, (5_000 + metres * Math.SQRT1_2) / meridian]
    const [beyondX, beyondY] = [wide + metres / parallel, high + metres / meridian]
    return [
      ...[near(73 + x, y), near(73 - x, y), near(73 + x, -y), near(73 - x, -y)],
      ...[near(73 + beyondX, 0), near(73 - beyondX, 0), near(73, beyondY), near(73, -beyondY)],
    ]
  }
  expect(off(-1000)).toEqual(Array(8).fill(true))
  expect(off(49)).toEqual(Array(8).fill(true))
  expect(off(51)).toEqual(Array(8).fill(false))
})

test.each([0, 18.5, -33, 60])(
  'a polygon at the latitude %d is near up to its margin, and no farther',
  (lat) => {
    const [width, height] = [0.1, 0.1]
    const near = nearOf(
      fence(1, {
        points: [
          [73, lat],
          [73 + width, lat],
          [73 + width, lat + height],
          [73, lat + height],
        ],
      }),
    )
    const parallel = greatCircleMetres(73, lat + 0.05, 73.001, lat + 0.05) * 1000
    const meridian = greatCircleMetres(73, lat, 73, lat + 0.001) * 1000
    const beside = [49, 51].flatMap((metres) => [
      near(73 - metres / parallel, lat + 0.05),
      near(73 + width + metres / parallel, lat + 0.05),
      near(73.05, lat - metres / meridian),
      near(73.05, lat + height + metres / meridian),
    ])
    expect(beside).toEqual([true, true, true, true, false, false, false, false])
  },
)
