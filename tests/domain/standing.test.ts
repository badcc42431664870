import { expect, test } from 'vitest'
import { isStanding, RUNNING_ABOVE_KMPH } from '#domain/standing.ts'
import { statusOf } from '#domain/status.ts'
import { RULES } from '#server/rules/limits.ts'
import { readingOf } from '#server/rules/reading.ts'
import { STATE, standingState } from '#server/rules/standing-state.ts'

test('a position trembles below 1 km/h; an unknown speed is no standing', () => {
  expect([0, 0.99, 1, 3, Number.NaN].map(isStanding)).toEqual([true, true, false, false, false])
})

test('MAP-21 a vehicle runs above 3 km/h, by its status and by the rules of events alike', () => {
  const statusAtSpeed = (speed: number) => statusOf({ time: 0, speed, ignition: true }, 0)
  expect([RUNNING_ABOVE_KMPH, RUNNING_ABOVE_KMPH + 0.1].map(statusAtSpeed)).toEqual(['IDLE', 'RUNNING'])
  expect(RULES.movingAbove).toBe(RUNNING_ABOVE_KMPH)
})

test('MAP-21 a standing vehicle idles or is stopped by its status and by the rules of alerts alike', () => {
  const fixes = [undefined, true, false].flatMap((ignition) =>
    [undefined, 0, 700].map((rpm) => ({
      ...{ time: 0, lng: 73.85, lat: 18.5, speed: 0 },
      ...(ignition === undefined ? {} : { ignition }),
      ...(rpm === undefined ? {} : { rpm }),
    })),
  )
  const statuses = fixes.map((fix) => statusOf(fix, 0))
  expect(statuses).toEqual([
    ...['STOPPED', 'STOPPED', 'IDLE'],
    ...['IDLE', 'KEYON', 'IDLE'],
    ...['STOPPED', 'STOPPED', 'STOPPED'],
  ])
  const states = fixes.map(readingOf).map(({ ignition, rpm }) => standingState(ignition, rpm, STATE.unknown))
  expect(statuses.map((status) => (status === 'IDLE' ? STATE.idling : STATE.stopped))).toEqual(states)
})
