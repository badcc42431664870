import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metresBetween } from '#domain/geo.ts'
import { wholeApp } from '#src/lab/fed-events.ts'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { drawShift, shiftPlaces, withLongitudes } from '#src/services/recorder/places.ts'
import { replay } from '#src/services/recorder/replay.ts'
import { act, createRecordedSession } from './recorded-session.fixture.ts'

/** Longitudes of the places in the models, which lie in India. Nothing else there is such a fraction. */
const isIndian = (value: unknown): value is number =>
  typeof value === 'number' && value > 68 && value < 98 && !Number.isInteger(value)

/** The fields with such a number, at any depth. */
const fieldsWith = (data: unknown, field = ''): string[] => {
  if (isIndian(data)) return [field]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => fieldsWith(value, Array.isArray(data) ? field : key))
}

describe('the places in a recording', () => {
  test('are all found, in whatever the machines hear and remember', () => {
    let found = 0
    for (const lab of LAB_MACHINES) {
      const all = [
        ...lab.model.stimuli,
        ...[...graphOf(lab).nodes.values()].map(({ snapshot }) => snapshot.context as unknown),
      ]
      found += all.flatMap((data) => fieldsWith(data)).length
      // Before a field is added to LONGITUDES or POSITIONS: is it a place?
      const left = all.flatMap((data) => fieldsWith(withLongitudes(data, () => 0)))
      expect([...new Set(left)], lab.name).toEqual([])
    }
    expect(found).toBeGreaterThan(20)
  })

  test('are shifted, and all machines stand where they stood', async () => {
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

test('a shift is 10 to 30 degrees, keeps distances, and goes round the Earth', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -60, max: 60, noNaN: true }),
      (random, longitude, latitude) => {
        const shift = drawShift(random)
        expect(Math.abs(shift)).toBeGreaterThanOrEqual(10)
        expect(Math.abs(shift)).toBeLessThanOrEqual(30)
        const shape = {
          kind: 'polygon',
          corners: [
            [longitude, latitude],
            [longitude / 2, latitude / 2],
          ],
        }
        const { corners } = shiftPlaces(shape, shift)
        const [from = [], to = []] = corners
        expect(Math.abs(from[0] ?? 0)).toBeLessThanOrEqual(180)
        expect(metresBetween([from[0] ?? 0, latitude], [to[0] ?? 0, latitude / 2])).toBeCloseTo(
          metresBetween([longitude, latitude], [longitude / 2, latitude / 2]),
          2,
        )
        expect(shiftPlaces({ lng: [longitude], lat: latitude }, shift).lat).toBe(latitude)
      },
    ),
  )
})
