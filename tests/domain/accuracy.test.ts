import { expect, test } from 'vitest'
import { accuracyLater, offM, showsNoMovement } from '#domain/accuracy.ts'
import { HOUR_MS } from '#domain/units.ts'

test('a position is off beyond the noise of a receiver from 50 m on', () => {
  expect([offM(undefined), offM(Number.NaN), offM(0), offM(50), offM(50.1)]).toEqual([0, 0, 0, 0, 50.1])
})

test('a position tells no movement where what both are off is more than the distance, and more than noise', () => {
  expect(showsNoMovement(51, undefined, 50.9, false)).toBe(true)
  expect(showsNoMovement(51, 10, 51, false)).toBe(false)
  expect(showsNoMovement(51, 60, 110.9, false)).toBe(true)
  expect(showsNoMovement(51, 60, 111, false)).toBe(false)
  expect(showsNoMovement(50, 2000, 10, false)).toBe(false)
  expect(showsNoMovement(Number.NaN, undefined, 0, false)).toBe(false)
})

test('with the engine off an inexact position may be off three times as far, an exact one tells movement', () => {
  expect(showsNoMovement(100, undefined, 299, true)).toBe(true)
  expect(showsNoMovement(100, undefined, 300, true)).toBe(false)
  expect(showsNoMovement(100, 200, 899, true)).toBe(true)
  expect(showsNoMovement(50, undefined, 60, true)).toBe(false)
})

test('a position is 200 km less exact after an hour', () => {
  expect(accuracyLater(10, HOUR_MS)).toBe(200_010)
})
