import { expect, test } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import { drawnShapeError, shapeOfFence } from '#contract/records/geofence-shape.ts'
import type { FenceShape } from '#domain/fences.ts'
import { circleOutline } from '#domain/geo.ts'
import { ringOf, shapeOfRing } from '#src/services/map/draw/shape-rings.ts'

const circle = (radiusM: number, centre: readonly [number, number] = [77, 13]): FenceShape => ({
  kind: 'circle',
  centre,
  radiusM,
})

const reasonOf = (shape: FenceShape): string => {
  const fault = drawnShapeError(shape)
  return fault === null ? '' : errorMessage(fault)
}

test('OPEN-59 a radius from 50 m to 50 km is accepted', () => {
  expect([50, 50_000].map((radiusM) => drawnShapeError(circle(radiusM)))).toEqual([null, null])
  for (const radiusM of [49, Number.NaN])
    expect(reasonOf(circle(radiusM))).toMatch(/^A radius is at least 50 m\./)
  expect(reasonOf(circle(50_001))).toMatch(/^A radius is at most 50 kms\. Zoom in/)
})

test('CR-08 fences over the antimeridian or a pole, and outlines of ten thousand corners, are refused with the reason', () => {
  expect(reasonOf(circle(50_000, [179.9, 13]))).toMatch(/180° meridian/)
  expect(reasonOf(circle(50_000, [77, 89.9]))).toMatch(/pole/)
  const corners = circleOutline({ centre: [77, 13], radiusM: 5_000 }, 10_000)
  expect(reasonOf({ kind: 'polygon', corners })).toMatch(/at most 1000 corners/)
})

test('the drawn outline gives back the circle it was made from', () => {
  const shape: FenceShape = { kind: 'circle', centre: [77.59, 12.97], radiusM: 5_000 }
  expect(shapeOfRing('circle', ringOf(shape))).toEqual(shape)
})

test('GEO-07 a parsed fence has its circle, its outline, or neither', () => {
  const none = {
    circleLatitude: null,
    circleLongitude: null,
    radius: null,
    geoFencePolygonCoordinatesList: null,
  }
  expect(shapeOfFence(none)).toBeNull()
  expect(shapeOfFence({ ...none, circleLatitude: 13, circleLongitude: 77, radius: 900 })).toEqual(circle(900))
})
