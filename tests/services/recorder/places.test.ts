import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wholeApp } from '#src/lab/fed-events.ts'
import { movedPlace, movePlaces, offsetOf } from '#src/services/recorder/places.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { replay } from '#src/services/recorder/replay.ts'
import { act, createRecordedSession } from './recorded-session.fixture.ts'

const RADIANS = Math.PI / 180

describe('the places in a recording', () => {
  test('are moved, and all machines stand where they stood', async () => {
    const session = createRecordedSession()
    await act(session)
    const place = (withPlaces: boolean) => JSON.stringify(session.recorder.snapshot({ withPlaces }))
    expect(place(true)).toContain('"LONG":73,')
    expect(place(false)).not.toContain('"LONG":73,')
    for (const withPlaces of [true, false]) {
      const recording = JSON.parse(place(withPlaces))
      expect(recording.placesShifted).toBe(!withPlaces)
      const { difference, compared } = replay(wholeApp, recording)
      expect([difference, compared > 20]).toEqual([null, true])
    }
  })
})

describe('a move of places', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

  test('is drawn for its owner: 10 to 30 degrees to the east or west, 2 to 6 to the north or south, round the Earth', () => {
    const mask = createMask()
    fc.assert(
      fc.property(fc.string(), degrees(180), degrees(90), (owner, lng, lat) => {
        const [east, north] = offsetOf(owner, mask)
        expect(offsetOf(owner, mask)).toEqual([east, north])
        expect([Math.abs(east) >= 10, Math.abs(east) <= 30]).toEqual([true, true])
        expect([Math.abs(north) >= 2, Math.abs(north) <= 6]).toEqual([true, true])
        const [movedLng, movedLat] = movedPlace([lng, lat], [east, north])
        expect([Math.abs(movedLng) <= 180, Math.abs(movedLat) <= 90]).toEqual([true, true])
        expect(Math.cos((movedLng - lng - east) * RADIANS)).toBeCloseTo(1, 9)
        expect(Math.abs(movedLat - lat)).toBeCloseTo(Math.abs(north), 5)
      }),
    )
    expect(movedPlace([Number.NaN, 95], offsetOf('a', mask))).toEqual([Number.NaN, 95])
  })

  test('is one for all positions of a vehicle, one for all fences, and its own for any other place', () => {
    const mask = createMask()
    const one = { latitude: 18.5, longitude: 73.8 }
    const other = { latitude: 19.5, longitude: 73.8 }
    const data = {
      vehicles: [
        { vehicleId: 7, ...one },
        { vehicleId: 7, LAT: 18.5, LONG: 73.8 },
        { vehicleId: 8, ...one },
      ],
      fences: [
        { geoFenceId: 4, circleLatitude: 18.5, circleLongitude: 73.8 },
        { geoFenceId: 5, shape: { kind: 'circle', centre: [73.8, 18.5] } },
        { shape: { kind: 'polygon', corners: [[73.8, 18.5]] } },
      ],
      trip: { vehicleId: 7, fromPlace: one, toPlace: other },
    }
    const { vehicles, fences, trip } = movePlaces(data, mask)
    const [first, live, second] = vehicles.map((each) =>
      'LONG' in each ? [each.LONG, each.LAT] : [each.longitude, each.latitude],
    )
    expect(live).toEqual(first)
    expect(second).not.toEqual(first)
    const [circle, drawn, outline] = fences.map((each) => [
      ...(each.shape?.centre ?? each.shape?.corners?.[0] ?? [each.circleLongitude, each.circleLatitude]),
    ])
    expect([drawn, outline]).toEqual([circle, circle])
    expect(circle).not.toEqual(first)
    const by = [trip.fromPlace, trip.toPlace].map(({ latitude }, at) => latitude - 18.5 - at)
    expect(by[0]).not.toBeCloseTo(by[1] ?? 0, 4)
  })
})
