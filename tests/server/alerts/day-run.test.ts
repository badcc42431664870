import { expect, test } from 'vitest'
import { isAmong } from '#server/alerts/day-run.ts'
import { columnsOf } from '#server/track/columns.ts'
import { at, IN, OUT } from './alerts.fixture.ts'

test('a fix that an evaluation has read is known by its time and place', () => {
  const hasRead = isAmong([columnsOf([at(-1), at(0), at(0, { lng: IN }), at(1)])])
  expect([at(-1), at(0), at(0, { lng: IN }), at(1)].map(hasRead)).toEqual([true, true, true, true])
  // To the exactness of what is stored.
  expect(hasRead(at(1, { lng: OUT + 1e-9 }))).toBe(true)
  const others = [at(0.5), at(2), at(-1, { lng: IN }), at(1, { lat: 18.6 })]
  expect(others.map(hasRead)).toEqual([false, false, false, false])
})

test('it is known of the last three days', () => {
  const days = [0, 1440, 2880, 4320].map((minute) => at(minute))
  expect(days.map(isAmong(days.map((day) => columnsOf([day]))))).toEqual([false, true, true, true])
})
