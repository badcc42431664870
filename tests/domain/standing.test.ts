import { expect, test } from 'vitest'
import { isStanding, RUNNING_ABOVE_KMPH } from '#domain/standing.ts'
import { statusOf } from '#domain/status.ts'
import { RULES } from '#server/alerts/engine/limits.ts'

test('a position trembles below 1 km/h; an unknown speed is no standing', () => {
  expect([0, 0.99, 1, 3, Number.NaN].map(isStanding)).toEqual([true, true, false, false, false])
})

test('MAP-21 a vehicle runs above 3 km/h, by its status and by the rules of events alike', () => {
  const statusAtSpeed = (speed: number) => statusOf({ time: 0, speed, ignition: true }, 0)
  expect([RUNNING_ABOVE_KMPH, RUNNING_ABOVE_KMPH + 0.1].map(statusAtSpeed)).toEqual(['IDLE', 'RUNNING'])
  expect(RULES.movingAbove).toBe(RUNNING_ABOVE_KMPH)
})
