import { expect, test } from 'vitest'
import { DRIVING_INCIDENTS, medianOf, per100Km } from '#domain/driving-incidents.ts'
import { SCORED_ALERTS } from '#domain/driving-score.ts'

test('DSH-13 the incidents with an alert are those that the score counts', () => {
  expect(DRIVING_INCIDENTS.flatMap(({ alert }) => alert ?? [])).toEqual([...SCORED_ALERTS])
})

test('a median is the value in the middle, or the mean of the two that are', () => {
  expect([medianOf([]), medianOf([3]), medianOf([10, 1, 4]), medianOf([4, 1, 2, 10])]).toEqual([
    null,
    3,
    4,
    3,
  ])
})

test('incidents in 100 km need a distance', () => {
  expect([per100Km(3, 150), per100Km(3, 0)]).toEqual([2, null])
})
