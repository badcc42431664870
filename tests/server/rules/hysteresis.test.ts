import { expect, test } from 'vitest'
import { alertsOf, drive, type Fields, inShort } from './vehicle-day.fixture.ts'

/** A fix each minute. */
const eachMinute = (fixes: readonly Fields[]) =>
  fixes.flatMap((fix, minute) => drive(minute, minute, 50, fix))

test.each([
  ['goes on down to 100 rpm below the limit', 2751, [[0, 4]]],
  [
    'ends there',
    2750,
    [
      [0, 1],
      [3, 4],
    ],
  ],
])('an overrun %s', (_name, between, expected) => {
  const found = alertsOf(eachMinute([2900, 2900, between, 2900, 2900, 1500].map((rpm) => ({ rpm }))))
  expect(inShort(found, 'ENGINEOVERRUN').map(([, began, , ended]) => [began, ended])).toEqual(expected)
})

const ROLLING = { neutral: true, speed: 11 }

test.each<[string, Fields, number[][]]>([
  ['goes on down to 7 km/h', { neutral: true, speed: 7.5 }, [[0, 4]]],
  [
    'ends there',
    { neutral: true, speed: 7 },
    [
      [0, 1],
      [3, 4],
    ],
  ],
  [
    'ends in gear',
    { neutral: false, speed: 11 },
    [
      [0, 1],
      [3, 4],
    ],
  ],
])('driving in neutral %s', (_name, between, expected) => {
  const found = alertsOf(eachMinute([ROLLING, ROLLING, between, ROLLING, ROLLING, { speed: 0 }]))
  expect(inShort(found, 'NEUTRALDRIVING').map(([, began, , ended]) => [began, ended])).toEqual(expected)
})

test('10 km/h in neutral is no driving', () => {
  expect(
    inShort(alertsOf(eachMinute(Array(4).fill({ neutral: true, speed: 10 }))), 'NEUTRALDRIVING'),
  ).toEqual([])
})
