import { expect, test } from 'vitest'
import { cornersOfRoute, createBounds } from '#src/map-director/bounds.ts'

test('a route of any length spans its outermost points and its destination', () => {
  const length = 10_001
  const lng = Float64Array.from({ length }, (_, i) => (i === 7_003 ? 88.5 : 77))
  const lat = Float64Array.from({ length }, (_, i) => (i === 9_999 ? 8.25 : 13))
  expect(cornersOfRoute({ length, lng, lat })).toEqual([
    [77, 8.25],
    [88.5, 13],
  ])
  expect(cornersOfRoute({ length, lng, lat }, [70, 30])).toEqual([
    [70, 8.25],
    [88.5, 30],
  ])
})

test('positions off the globe span nothing', () => {
  const area = createBounds()
  area.add(Number.NaN, 13)
  area.add(77, 91)
  expect(area.corners()).toEqual([])
  area.add(77, 13)
  expect(area.corners()).toEqual([
    [77, 13],
    [77, 13],
  ])
})
