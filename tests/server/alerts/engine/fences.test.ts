import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { createFenceIndex, insideOf } from '#server/alerts/engine/fence-index.ts'
import type { DayFence } from '#server/track/close-day.ts'
import { alertsOf, at, drive, every, FROM, fenceAt, inShort, MINUTE } from './vehicle-day.fixture.ts'

const crossings = (fixes: readonly Fix[], ...fences: DayFence[]) =>
  alertsOf(fixes, { fences, rules: [{ type: 'GEOFENCEINOUT', threshold: 0 }] })
const short = (fixes: readonly Fix[], ...fences: DayFence[]) =>
  crossings(fixes, ...fences).map(({ subject, began, ended }) => [
    subject,
    (began - FROM) / MINUTE,
    ended === null ? null : (ended - FROM) / MINUTE,
  ])

describe('GEOFENCEINOUT', () => {
  test('ALR-27 an entry ends with the exit and has the figures of the stay; the exit has them too', () => {
    const fence = fenceAt(7, 73.6, 18.5)
    const there = { lng: 73.6, lat: 18.5 }
    const alerts = alertsOf(
      [
        at(0, { speed: 60, ignition: true }),
        at(1, { ...there, speed: 20, ignition: true, fuel: 100 }),
        ...every(2, 6, { ...there, ignition: true, rpm: 700, fuel: 100 }),
        ...every(7, 16, (minute) => ({ ...there, fuel: minute < 12 ? 100 : 90 })),
        at(17, { ...there, speed: 15, ignition: true, fuel: 90 }),
        at(18, { speed: 40, ignition: true, lng: 73.7, fuel: 90 }),
      ],
      { fences: [fence] },
    ).filter(({ type }) => type === 'GEOFENCEINOUT')
    expect(alerts.map(({ subject }) => subject)).toEqual(['7 IN', '7 OUT'])
    for (const { evidence } of alerts) {
      expect(evidence.fence).toEqual({ id: 7, name: 'Yard 7' })
      expect(evidence.figures).toMatchObject({
        entrySpeed: 20,
        entryTime: at(1).time,
        exitSpeed: 40,
        exitTime: at(18).time,
        durationS: 17 * 60,
        runningS: 120,
        idlingS: 300,
        stoppedS: 600,
        fuelDrop: 10,
      })
    }
    expect(alerts.map(({ value, durationS }) => [value, durationS])).toEqual([
      [20, 1020],
      [40, 1020],
    ])
  })

  test('what the fence does not ask for is no alert', () => {
    const pass = [at(0), at(1, { lng: 73.6 }), at(2)]
    const fence = (more: Partial<DayFence>) => fenceAt(1, 73.6, 18.5, more)
    expect(short(pass, fence({}))).toEqual([
      ['1 IN', 1, 2],
      ['1 OUT', 2, 2],
    ])
    expect(short(pass, fence({ exitAlert: false }))).toEqual([['1 IN', 1, 2]])
    expect(short(pass, fence({ entryAlert: false }))).toEqual([['1 OUT', 2, 2]])
  })

  test('the first fix while a fence is valid is no entry, and its end around a truck no exit', () => {
    const fence = fenceAt(1, 73.6, 18.5, { validFrom: at(2).time, validTo: at(5).time })
    const inside = (minute: number) => at(minute, { lng: 73.6 })
    expect(short([inside(1), inside(3), at(4)], fence)).toEqual([['1 OUT', 4, 4]])
    expect(short([at(3), inside(4), inside(5), inside(6), at(7)], fence)).toEqual([['1 IN', 4, 5]])
    expect(short([inside(1), at(6)], fence)).toEqual([])
  })

  test('a version of a fence that follows another begins anew', () => {
    const before = fenceAt(1, 73.6, 18.5, { validTo: at(2).time })
    const after = fenceAt(1, 73.6, 18.5, { validFrom: at(2).time + 1, name: 'New name' })
    const inside = (minute: number) => at(minute, { lng: 73.6 })
    expect(short([at(0), inside(1), inside(3), at(4)], before, after)).toEqual([
      ['1 IN', 1, 1],
      ['1 OUT', 4, 4],
    ])
  })

  test('only the vehicles that a fence watches are found in it', () => {
    const index = createFenceIndex([{ fence: fenceAt(1, 73.5, 18.5), vehicleIds: new Set([5]) }])
    const names = (id: number) =>
      index
        .ofVehicle(id)
        .at(73.5, 18.5, FROM)
        .map(({ key }) => key)
    expect(names(5)).toHaveLength(1)
    expect(names(6)).toEqual([])
    expect(index.ofVehicle(6).byKey('1@0')).toBeUndefined()
  })
})

const shape = fc.oneof(
  fc.record({
    shape: fc.constant('circle' as const),
    points: fc.tuple(
      fc.tuple(fc.double({ min: 70, max: 72, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true })),
    ),
    radiusM: fc.integer({ min: 50, max: 50_000 }),
  }),
  fc.record({
    shape: fc.constant('polygon' as const),
    points: fc.array(
      fc.tuple(fc.double({ min: 70, max: 72, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true })),
      { minLength: 3, maxLength: 8 },
    ),
    radiusM: fc.constant(null),
  }),
)

test('the grid finds exactly the fences that a position lies in', () => {
  let hits = 0
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 12 }),
      fc.double({ min: 69.5, max: 72.5, noNaN: true }),
      fc.double({ min: -21, max: 21, noNaN: true }),
      (shapes, lng, lat) => {
        const fences = shapes.map((each, i) => fenceAt(i + 1, 0, 0, each as Partial<DayFence>))
        const index = createFenceIndex(fences.map((fence) => ({ fence, vehicleIds: null })))
        const found = index.ofVehicle(1).at(lng, lat, FROM)
        const expected = fences.filter((fence) => insideOf(fence)(lng, lat))
        hits += expected.length
        expect(found.map(({ fence }) => fence.id)).toEqual(expected.map(({ id }) => id))
      },
    ),
    { numRuns: 500 },
  )
  expect(hits).toBeGreaterThan(50)
})

test('an alert over a drive through many fences: one in and one out for each', () => {
  const fences = Array.from({ length: 20 }, (_, i) => fenceAt(i + 1, 73.55 + i * 0.05, 18.5))
  const alerts = crossings(drive(0, 120, 60), ...fences)
  expect(inShort(alerts)).toHaveLength(40)
})
