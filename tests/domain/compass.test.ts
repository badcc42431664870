import { expect, test } from 'vitest'
import { COMPASS_POINTS, compassHeading, compassPoint, greatCircleHeading } from '#domain/compass.ts'

test.each([
  [0, 'N'],
  [22, 'N'],
  [23, 'NE'],
  [180, 'S'],
  [338, 'N'],
  [-90, 'W'],
  [720, 'N'],
])('OPEN-37 heading %d is %s', (heading, name) => {
  expect(compassPoint(heading)).toBe(name)
})

test('OPEN-37 each compass point names the heading that it is read from', () => {
  expect(COMPASS_POINTS.map(compassHeading)).toEqual([0, 45, 90, 135, 180, 225, 270, 315])
  expect(COMPASS_POINTS.map((point) => compassPoint(compassHeading(point)))).toEqual(COMPASS_POINTS)
  expect(compassHeading('north')).toBeNaN()
})

test('a great circle starts at the heading of its first metres', () => {
  const from = [77, 20] as const
  expect(greatCircleHeading(...from, 77, 21)).toBe(0)
  expect(greatCircleHeading(...from, 77, 19)).toBe(180)
  expect(greatCircleHeading(...from, 77.001, 20)).toBe(90)
  expect(greatCircleHeading(...from, 76.999, 20)).toBe(270)
  // The shortest line to a place on the same parallel runs north of it first.
  expect(greatCircleHeading(...from, 97, 20)).toBe(87)
})
