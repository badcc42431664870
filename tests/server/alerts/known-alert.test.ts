import { expect, test } from 'vitest'
import { untilLastFix } from '#server/alerts/known-alert.ts'

const BEGAN = new Date('2026-11-20T05:00:00Z')
const SEEN = new Date('2026-11-20T06:00:00Z')
const alert = (type: string, given: object = {}) =>
  untilLastFix({
    ...{ type, began: BEGAN, ended: null, seen: SEEN, value: 5, duration_s: 300, detail: { figures: {} } },
    ...given,
  } as never) as { duration_s: number; value: number }

test.each([
  ['IDLING', 3600, 3600],
  ['STOPPAGE', 3600, 3600],
  ['ADBLUEZONE', 3600, 5],
  ['DPFREGEN', 3600, 5],
  ['OVERSPEED', 300, 5],
])(
  'an open %s lasts until the last fix where a fix tells that it holds: %d s, value %d',
  (type, lasts, value) => {
    expect(alert(type)).toMatchObject({ duration_s: lasts, value })
  },
)

test('what has ended, lasted longer or is of a truck never heard of stays', () => {
  expect(alert('IDLING', { ended: SEEN })).toMatchObject({ duration_s: 300, value: 5 })
  expect(alert('IDLING', { seen: null })).toMatchObject({ duration_s: 300, value: 5 })
  expect(alert('IDLING', { duration_s: 4000 })).toMatchObject({ duration_s: 4000 })
})
