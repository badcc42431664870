import { describe, expect, test } from 'vitest'
import { mixBits } from '#domain/numbers.ts'
import {
  adblueSeen,
  fuelSeen,
  odometerSeen,
  positionError,
  speedSeen,
} from '#server/simulator/drive/sensor-noise.ts'
import { type Tracker, trackerOf } from '#server/simulator/drive/tracker.ts'

const good: Tracker = {
  fuelSensor: 'bus',
  losesFuel: false,
  odometerStepKm: 0.005,
  reportsIgnition: true,
  reportsRpm: true,
  reportsFluids: true,
  strays: false,
}
const TANK = 400
const hashes = Array.from({ length: 20_000 }, (_, i) => mixBits(i * 7919 + 1))

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviationOf = (values: readonly number[]) => {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

/** What a sensor says in each of so many minutes of a drive at 60 km/h, or of a stay, at a level that does not change. */
const levels = (tracker: Partial<Tracker>, isMoving: boolean, minutes = 5000) =>
  Array.from({ length: minutes }, (_, minute) =>
    fuelSeen({
      tracker: { ...good, ...tracker },
      tankLitres: TANK,
      litres: 200,
      second: 1e9 + minute * 60,
      km: 1000 + (isMoving ? minute : 0),
      isMoving,
      truckHash: 77,
      hash: hashes[minute] ?? 0,
    }),
  )

describe('fuel', () => {
  test('of the bus is exact in steps of 0.4 % of the tank', () => {
    const shown = [200, 200.7, 201, 202.5].map((litres) =>
      fuelSeen({
        ...{ tracker: good, tankLitres: TANK, litres, second: 1, km: 1 },
        ...{ isMoving: true, truckHash: 1, hash: 1 },
      }),
    )
    expect(shown).toEqual([200, 200, 201.6, 203.2])
  })

  test('of a float sloshes on the road, by less than 1.5 % of the tank, and is at rest where the truck stands', () => {
    const driving = levels({ fuelSensor: 'float' }, true)
    expect(deviationOf(driving)).toBeGreaterThan(0.004 * TANK)
    expect(deviationOf(driving)).toBeLessThan(0.015 * TANK)
    expect(meanOf(driving)).toBeCloseTo(200, 0)
    expect(new Set(levels({ fuelSensor: 'float' }, false)).size).toBe(1)
  })

  test('of a probe is within 1 % of the tank, standing too', () => {
    const shown = levels({ fuelSensor: 'probe' }, false)
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(196)
    expect(Math.max(...shown)).toBeLessThanOrEqual(204)
    expect(deviationOf(shown)).toBeGreaterThan(2)
  })

  test('of a sensor that loses contact is 0 now and then, for minutes', () => {
    const shown = levels({ losesFuel: true }, true, 20_000)
    const zeros = shown.filter((level) => level === 0).length
    expect(zeros).toBeGreaterThan(10)
    expect(zeros).toBeLessThan(200)
    expect(shown.filter((level, i) => level === 0 && (shown[i - 1] === 0 || shown[i + 1] === 0)).length).toBe(
      zeros,
    )
    expect(levels({}, true, 20_000).filter((level) => level === 0)).toEqual([])
  })

  test('is within the tank, and AdBlue too', () => {
    for (const hash of hashes.slice(0, 500)) {
      expect(adblueSeen({ ...good, fuelSensor: 'probe' }, 50, 50, hash)).toBeLessThanOrEqual(50)
      expect(Math.abs(adblueSeen({ ...good, fuelSensor: 'probe' }, 50, 30, hash) - 30)).toBeLessThan(0.5)
    }
  })
})

describe('positions and speeds', () => {
  const metres = (tracker: Tracker, isMoving: boolean) =>
    hashes.map((hash) => Math.hypot(...positionError(tracker, isMoving, hash)) * 1000)

  test('are off by a few metres on the road', () => {
    const off = metres(good, true)
    expect(meanOf(off)).toBeGreaterThan(2)
    expect(meanOf(off)).toBeLessThan(5)
    expect(Math.max(...off)).toBeLessThan(15)
  })

  test('hold still when parked, or jitter by some metres and rarely stray 30 to 80 m', () => {
    expect(Math.max(...metres(good, false))).toBe(0)
    const off = metres({ ...good, strays: true }, false)
    const strays = off.filter((one) => one > 20)
    expect(strays.length / off.length).toBeGreaterThan(1 / 1200)
    expect(strays.length / off.length).toBeLessThan(1 / 300)
    expect(Math.min(...strays)).toBeGreaterThan(29.9)
    expect(Math.max(...strays)).toBeLessThan(80.1)
  })

  test('parked speeds are 0, or for a moment 1 to 2 km/h; on the road they are within 1 or 2 km/h', () => {
    const parked = hashes.map((hash) => speedSeen({ ...good, strays: true }, 0, hash))
    expect(Math.max(...parked)).toBeLessThanOrEqual(2)
    expect(parked.filter((speed) => speed === 0).length / parked.length).toBeGreaterThan(0.97)
    expect(parked.some((speed) => speed > 1)).toBe(true)
    expect(hashes.every((hash) => speedSeen(good, 0, hash) === 0)).toBe(true)
    const driving = hashes.map((hash) => speedSeen(good, 60, hash))
    expect(meanOf(driving)).toBeCloseTo(60, 1)
    expect(deviationOf(driving)).toBeCloseTo(0.35, 1)
  })
})

test('odometers count in their steps, some not at all', () => {
  expect(odometerSeen(good, 1234.5678, 1000)).toBe(1234.565)
  expect(odometerSeen({ ...good, odometerStepKm: 1 }, 1234.9, 1000)).toBe(1234)
  expect(odometerSeen({ ...good, odometerStepKm: 0 }, 1234.9, 1000)).toBe(1000)
  expect(odometerSeen({ ...good, odometerStepKm: null }, 1234.9, 1000)).toBeUndefined()
})

test('of a fleet most trackers are good, and a few lack something', () => {
  const trackers = Array.from({ length: 300 }, (_, truck) => trackerOf(20_261_101, truck))
  const share = (holds: (tracker: Tracker) => boolean) => trackers.filter(holds).length / trackers.length
  for (const sensor of ['bus', 'float', 'probe'] as const)
    expect(share(({ fuelSensor }) => fuelSensor === sensor)).toBeGreaterThan(0.08)
  for (const lacks of [
    ({ losesFuel }: Tracker) => losesFuel,
    ({ odometerStepKm }: Tracker) => odometerStepKm === 0,
    ({ odometerStepKm }: Tracker) => odometerStepKm === null,
    ({ reportsIgnition }: Tracker) => !reportsIgnition,
    ({ reportsRpm }: Tracker) => !reportsRpm,
  ]) {
    expect(share(lacks)).toBeGreaterThan(0)
    expect(share(lacks)).toBeLessThan(0.06)
  }
})
