import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginEventId,
  fleetEventId,
  goneEventId,
  joinEventIds,
  parseResumePoint,
  parseVehicleEventId,
  pointEventId,
  resetEventId,
  splitEventIds,
} from '#contract/event-ids.ts'
import { createSentTail } from '#server/live/sent-tail.ts'

const HALF_DAY_MS = 12 * 3_600_000
const vehicleIds = fc.integer({ min: 1, max: 2_147_483_647 })
const points = fc
  .record({
    newest: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }),
    span: fc.nat({ max: HALF_DAY_MS }),
    late: fc.nat({ max: HALF_DAY_MS }),
    sum: fc.nat({ max: 0xffff_ffff }),
  })
  .map(({ newest, span, late, sum }) => ({
    ...{ time: newest - Math.min(late, span), begin: newest - span, newest, sum },
  }))

describe('ids of a vehicle’s events', () => {
  test('ST-04 what the server writes, the client and the server read back', () => {
    fc.assert(
      fc.property(vehicleIds, points, (vehicleId, point) => {
        const id = pointEventId(vehicleId, point)
        expect(id).toMatch(/^[\w-]{1,64}$/)
        expect(parseVehicleEventId(id)).toEqual({ vehicleId, point })
        const { begin, newest, sum } = point
        expect(parseResumePoint(vehicleId, id)).toEqual({ begin, newest, sum })
        expect(parseResumePoint(vehicleId + 1, id)).toBeNull()
      }),
    )
  })

  test('ST-04 the client reads the ids that the server gives the fixes it sends', () => {
    const tail = createSentTail()
    const times = [0, 10, 30, 20].map((seconds) => Date.UTC(2026, 10, 19, 10, 30, seconds))
    const [begin = 0, , newest = 0, late = 0] = times
    for (const time of times) tail.take({ time, lng: 73.85, lat: 18.52 })
    expect(parseVehicleEventId(tail.eventIdOf(7, late))).toMatchObject({
      vehicleId: 7,
      point: { time: late, begin, newest },
    })
  })

  test('the client’s begin of a ring is where the server resumes', () => {
    const time = Date.UTC(2026, 10, 19)
    expect(parseResumePoint(7, beginEventId(7, time))).toEqual({ begin: time, newest: time, sum: 0 })
  })

  test('reset and gone name their vehicle and no point', () => {
    for (const id of [resetEventId(7), goneEventId(7)]) {
      expect(parseVehicleEventId(id)).toEqual({ vehicleId: 7, point: null })
      expect(parseResumePoint(7, id)).toBeNull()
    }
  })

  test.each([null, '', '7', 'v7', 'v-1763548200000', fleetEventId('a', 'reset')])(
    '%j is no such id',
    (id) => {
      expect(parseVehicleEventId(id)).toBeNull()
    },
  )

  test.each(['v7-99999999999999999999', 'v7-1', 'v7-1763548200000-0-1', 'v7-1763548200000-0-1-12345678'])(
    'the server does not resume behind %s',
    (id) => {
      expect(parseResumePoint(7, id)).toBeNull()
    },
  )

  test('several vehicles’ ids travel as one', () => {
    const ids = [beginEventId(7, 1), resetEventId(8)]
    expect(splitEventIds(joinEventIds(ids) ?? undefined)).toEqual(ids)
    expect(joinEventIds([])).toBeNull()
    expect(splitEventIds(undefined)).toEqual([])
  })
})
