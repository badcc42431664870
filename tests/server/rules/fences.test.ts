import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { METRES_PER_DEGREE, RADIANS } from '#domain/geo.ts'
import { createFenceIndex } from '#server/rules/fence-index.ts'
import { insideOf, nearOf } from '#server/rules/fence-shape.ts'
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
        ...every(7, 16, (minute) => ({ ...there, fuel: minute < 9 ? 100 : 90 })),
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
        fuelDrop: expect.closeTo(10, 0),
      })
    }
    expect(alerts.map(({ value, durationS }) => [value, durationS])).toEqual([
      [20, 1020],
      [40, 1020],
    ])
    for (const { evidence } of alerts)
      expect(evidence.figures).toMatchObject({ entryLng: 73.6, entryLat: 18.5, exitLng: 73.7, exitLat: 18.5 })
    expect(alerts.map(({ evidence }) => evidence.fixes.map(({ shows, value }) => [shows, value]))).toEqual([
      [
        ['began', 20],
        ['raised', 20],
        ['ended', 40],
      ],
      [
        ['began', 20],
        ['raised', 40],
        ['ended', 40],
      ],
    ])
  })

  test('an entry that lasts and an exit of which nobody saw the entry tell what is known', () => {
    const fence = fenceAt(7, 73.6, 18.5)
    const [entry] = crossings([at(0), at(1, { lng: 73.6, speed: 20 })], fence)
    const [exit] = crossings([at(1, { lng: 73.6 }), at(2, { speed: 40 })], fence)
    const unseen = { entrySpeed: null, entryTime: null, entryLng: null, entryLat: null, durationS: null }
    const inside = { exitSpeed: null, exitTime: null, exitLng: null, exitLat: null, durationS: null }
    expect(entry?.evidence.figures).toMatchObject({ ...inside, entryTime: at(1).time })
    expect(exit?.evidence.figures).toMatchObject({ ...unseen, exitTime: at(2).time })
    expect([entry, exit].map((alert) => alert?.evidence.fixes.map(({ shows }) => shows))).toEqual([
      ['began', 'raised'],
      ['raised', 'ended'],
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
    // Its first and its last moment are of it.
    expect(short([at(2), inside(3), at(5)], fence)).toEqual([
      ['1 IN', 3, 5],
      ['1 OUT', 5, 5],
    ])
    const { at: fencesAt } = createFenceIndex([{ fence, vehicleIds: null }]).ofVehicle(1)
    const times = [at(2).time - 1, at(2).time, at(5).time, at(5).time + 1]
    expect(times.map((time) => fencesAt(73.6, 18.5, time).length)).toEqual([0, 1, 1, 0])
  })

  describe('accuracy of positions', () => {
    const yard = fenceAt(1, 73.6, 18.5, { radiusM: 200 })
    /** 90 s of the way from the yard to the east. */
    const beside = { lng: 73.61 }
    const far = (accuracy: number) => ({ ...{ lng: 73.7, accuracy }, speed: 60, ignition: true })
    const inside = (more: object = {}) => ({ lng: 73.6, ...more })

    test('a fix that is less exact than the fence is large neither enters nor leaves it', () => {
      const pass = (accuracy: number) => [
        ...[at(0), at(10, inside({ accuracy })), at(20, far(8)), at(30, inside()), at(40, far(accuracy))],
        ...[at(50, inside()), at(60, far(8))],
      ]
      expect(short(pass(200), yard)).toEqual([
        ...[
          ['1 IN', 10, 20],
          ['1 OUT', 20, 20],
          ['1 IN', 30, 40],
          ['1 OUT', 40, 40],
          ['1 IN', 50, 60],
        ],
        ['1 OUT', 60, 60],
      ])
      expect(short(pass(201), yard)).toEqual([
        ['1 IN', 30, 60],
        ['1 OUT', 60, 60],
      ])
    })

    test('a fix that is less exact than the distance moved tells no movement, in any fence', () => {
      const large = fenceAt(2, 73.6, 18.5, { radiusM: 1000 })
      const strays = (more: object) =>
        [at(0), at(10, inside()), at(11, { lng: 73.61, accuracy: 990 }), at(12, inside())].map((fix) => ({
          ...fix,
          ...more,
        }))
      // With the engine off, it is taken to be off farther than it says.
      expect(short(strays({ ignition: false }), large)).toEqual([['2 IN', 10, null]])
      expect(short(strays({ ignition: true }), large)).toEqual([
        ['2 IN', 10, 11],
        ['2 OUT', 11, 11],
        ['2 IN', 12, null],
      ])
      const tight = [at(0), at(10, inside()), at(11, { lng: 73.6, lat: 18.511, accuracy: 1300 })]
      expect(short([...tight, at(12, inside())], { ...large, radiusM: 1200 })).toEqual([['2 IN', 10, null]])
    })

    test('half the shorter side is the size of a polygon', () => {
      const box = fenceAt(3, 0, 0, {
        ...{ shape: 'polygon', radiusM: null },
        points: [
          [73.59, 18.498],
          [73.61, 18.498],
          [73.61, 18.502],
          [73.59, 18.502],
        ],
      })
      const visit = (accuracy: number) => [at(0), at(10, inside({ accuracy })), at(20, far(8))]
      expect(short(visit(220), box)).toHaveLength(2)
      expect(short(visit(225), box)).toEqual([])
      // 422 m wide, at this latitude.
      const narrow = {
        ...box,
        points: box.points.map(([lng, lat]) => [73.6 + (lng - 73.6) / 5, 18.5 + (lat - 18.5) * 5] as const),
      }
      expect(short(visit(210), narrow)).toHaveLength(2)
      expect(short(visit(212), narrow)).toEqual([])
    })

    test('heartbeats in a tunnel neither end a drive nor make a standstill', () => {
      const beats = every(5, 9, {
        ...{ speed: undefined, lng: 73.55, accuracy: 4000, ignition: true },
      })
      const way = [...drive(0, 4, 60), ...beats, at(10, { lng: 73.595, speed: 60, ignition: true })]
      expect(alertsOf(way, { fences: [yard] })).toEqual([])
      expect(short([...way, at(11, beside)], yard)).toEqual([])
    })
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

/** Degrees of longitude of so many metres at 18.5° north. */
const east = (metres: number) => metres / (METRES_PER_DEGREE * Math.cos(18.5 * RADIANS))

describe('the edge of a fence', () => {
  const fence = fenceAt(1, 73.5, 18.5)
  const square = fenceAt(1, 0, 0, {
    ...{ shape: 'polygon', radiusM: null },
    points: [
      [73.5 - east(1000), 18.49],
      [73.5 + east(1000), 18.49],
      [73.5 + east(1000), 18.51],
      [73.5 - east(1000), 18.51],
    ],
  })
  /** Fixes so many metres outside of the eastern edge, one a minute. */
  const along = (metres: readonly number[], radiusM = 1000) =>
    metres.map((outside, minute) => at(minute, { lng: 73.5 + east(radiusM + outside) }))
  const noise = Array.from({ length: 60 }, (_, minute) => (minute % 2 === 0 ? -3 : 3))

  test.each([
    ['a circle', fence],
    ['a polygon', square],
  ])(
    'ALR-27 a truck that is parked on the edge of %s for an hour enters it once and leaves it once',
    (_, each) => {
      expect(short(along([500, ...noise]), each)).toEqual([['1 IN', 1, null]])
      expect(short(along([500, ...noise, 20, 30, 200]), each)).toEqual([
        ['1 IN', 1, 60],
        ['1 OUT', 60, 63],
      ])
    },
  )

  test('the exit is the first fix outside after the last one inside, told when the truck is clearly outside', () => {
    const fixes = along([500, -100, 20, -100, 30, 40, 300])
    const [entry, exit] = crossings(fixes, fence)
    expect([entry?.ended, exit?.began, exit?.time]).toEqual([at(4).time, at(4).time, at(6).time])
    for (const alert of [entry, exit]) {
      expect(alert?.evidence.figures).toMatchObject({ exitTime: at(4).time, durationS: 180, stoppedS: 180 })
      expect(alert?.evidence.fixes.at(-1)).toMatchObject({ shows: 'ended', time: at(4).time })
    }
  })

  test('a truck that stays near the edge is inside still, and one that a fence ends around leaves no exit', () => {
    expect(short(along([500, -100, 20, 45, 45]), fence)).toEqual([['1 IN', 1, null]])
    const ends = { ...fence, validTo: at(3).time }
    expect(short(along([500, -100, 20, 45, 200]), ends)).toEqual([['1 IN', 1, 1]])
    // Its figures are those until the first fix outside.
    expect(crossings(along([500, -100, 20, 45, 200]), ends)[0]?.evidence.figures).toMatchObject({
      stoppedS: 60,
    })
    expect(
      crossings(along([500, -100, -100, 200]), { ...fence, validTo: at(2).time })[0]?.evidence.figures,
    ).toMatchObject({ stoppedS: 60 })
  })

  test('a small fence is left after a part of its size', () => {
    const small = fenceAt(1, 73.5, 18.5, { radiusM: 50 })
    expect(short(along([500, -10, 20, 20], 50), small)).toEqual([['1 IN', 1, null]])
    expect(short(along([500, -10, 30], 50), small)).toEqual([
      ['1 IN', 1, 2],
      ['1 OUT', 2, 2],
    ])
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

test('a position is at a fence if it lies inside or no farther from the edge than the margin', () => {
  fc.assert(
    fc.property(
      shape,
      fc.double({ min: 69.9, max: 72.1, noNaN: true }),
      fc.double({ min: -20.1, max: 20.1, noNaN: true }),
      (each, lng, lat) => {
        const fence = fenceAt(1, 0, 0, each as Partial<DayFence>)
        const isNear = nearOf(fence)
        if (insideOf(fence)(lng, lat)) expect(isNear(lng, lat)).toBe(true)
        if (fence.shape === 'circle') return
        // Corners belong to the edge; positions a little off them are near, positions far off the bounding box are not.
        for (const [cornerLng, cornerLat] of fence.points) expect(isNear(cornerLng, cornerLat)).toBe(true)
        const west = Math.min(...fence.points.map(([cornerLng]) => cornerLng))
        expect(isNear(west - 0.001, lat)).toBe(false)
      },
    ),
    { numRuns: 300 },
  )
})

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

test('a position far away from a fence does not meet it, unless the fence is as large as a state', () => {
  /** How often a fence was looked at for a position in it and one 500 km away. */
  const looks = (radiusM: number) => {
    let count = 0
    const fence: DayFence = {
      ...fenceAt(1, 73.5, 18.5, { radiusM }),
      get validFrom() {
        count += 1
        return 0
      },
    }
    const at = createFenceIndex([{ fence, vehicleIds: null }]).ofVehicle(1).at
    return [73.5, 78].map((lng) => {
      count = 0
      at(lng, 18.5, FROM)
      return count
    })
  }
  expect(looks(500)).toEqual([1, 0])
  expect(looks(50_000)).toEqual([1, 0])
  expect(looks(80_000)).toEqual([1, 1])
})

test.each([
  [12, 12, 0],
  [13, 12, 1],
  [12, 13, 1],
])('a fence over %d by %d cells of the grid is looked at far away: %d times', (wide, high, expected) => {
  let count = 0
  const [east, north] = [70.05 + (wide - 1) * 0.1, 0.05 + (high - 1) * 0.1]
  const fence: DayFence = {
    ...fenceAt(1, 0, 0, {
      ...{ shape: 'polygon', radiusM: null },
      points: [
        [70.05, 0.05],
        [east, 0.05],
        [east, north],
        [70.05, north],
      ],
    }),
    get validFrom() {
      count += 1
      return 0
    },
  }
  const { at: fencesAt } = createFenceIndex([{ fence, vehicleIds: null }]).ofVehicle(1)
  count = 0
  fencesAt(90, 3, FROM)
  expect(count).toBe(expected)
  expect(fencesAt(east - 0.01, north - 0.01, FROM)).toHaveLength(1)
})

test('fences of one position come by their id, large ones among the others', () => {
  const fences = [3, 1, 2].map((id) => fenceAt(id, 73.5, 18.5, { radiusM: id === 2 ? 80_000 : 500 }))
  const index = createFenceIndex(fences.map((fence) => ({ fence, vehicleIds: null })))
  expect(
    index
      .ofVehicle(1)
      .at(73.5, 18.5, FROM)
      .map(({ fence }) => fence.id),
  ).toEqual([1, 2, 3])
})

test('an alert over a drive through many fences: one in and one out for each', () => {
  const fences = Array.from({ length: 20 }, (_, i) => fenceAt(i + 1, 73.55 + i * 0.05, 18.5))
  const alerts = crossings(drive(0, 120, 60), ...fences)
  expect(inShort(alerts)).toHaveLength(40)
})
