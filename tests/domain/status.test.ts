import { expect, test } from 'vitest'
import { OTHER_STATUS, shownStatus, statusAt, statusIndex, VEHICLE_STATUSES } from '#domain/status.ts'

test('MAP-21 each status has an index that it is read back from; any other text has one too', () => {
  expect(VEHICLE_STATUSES.map(statusIndex)).toEqual([0, 1, 2, 3, 4])
  expect(VEHICLE_STATUSES.map((status) => statusAt(statusIndex(status)))).toEqual(VEHICLE_STATUSES)
  expect(['PARKED', '', 'running'].map(statusIndex)).toEqual([OTHER_STATUS, OTHER_STATUS, OTHER_STATUS])
  expect([OTHER_STATUS, -1, undefined].map(statusAt)).toEqual([undefined, undefined, undefined])
})

test('CONFLICT-01 IDLING is shown as IDLE, anything unknown as OTHER', () => {
  expect(['RUNNING', 'IDLE', 'IDLING', 'PARKED', ''].map(shownStatus)).toEqual([
    ...['RUNNING', 'IDLE', 'IDLE', 'OTHER', 'OTHER'],
  ])
})
