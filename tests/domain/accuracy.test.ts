import { expect, test } from 'vitest'
import { accuracyLater, offM, showsNoMovement } from '#domain/accuracy.ts'
import { HOUR_MS } from '#domain/units.ts'

test('a position is off beyond the noise of a receiver from 50 m on', () => {
  expect([offM(undefined), offM(Number.NaN), offM(0), offM(50), offM(50.1)]).toEqual([0, 0, 0, 0, 50.1])
})

test('a position tells no movement where its accuracy is worse than the distance and than noise', () => {
  expect(showsNoMovement(51, 50.9)).toBe(true)
  expect(showsNoMovement(51, 51)).toBe(false)
  expect(showsNoMovement(50, 10)).toBe(false)
  expect(showsNoMovement(Number.NaN, 0)).toBe(false)
})

test('a position is 200 km less exact after an hour', () => {
  expect(accuracyLater(10, HOUR_MS)).toBe(200_010)
})
