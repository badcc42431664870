import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  breakingGap,
  createPointMaker,
  directionOf,
  stopDurations,
  thinnedRows,
} from '#server/services/playback-points.ts'
import { columnsOf } from '#server/track/columns.ts'

const MINUTE = 60_000
const speeds = (...values: number[]) =>
  columnsOf(values.map((speed, i) => ({ time: i * MINUTE, lng: 79, lat: 21, speed })))

describe('points of a playback file', () => {
  test('PLB-33 a stop begins where the truck stands and lasts until it moves', () => {
    expect([...stopDurations(speeds(40, 0, 0, 0, 0, 40))]).toEqual([0, 240, 0, 0, 0, 0])
  })

  test('PLB-33 less than three minutes is traffic, trembling is standing, a route may end standing', () => {
    expect([...stopDurations(speeds(40, 0, 0, 40))]).toEqual([0, 0, 0, 0])
    expect([...stopDurations(speeds(0.9, 0.2, 0, 0.7))]).toEqual([180, 0, 0, 0])
    expect([...stopDurations(speeds())]).toEqual([])
  })

  test('OPEN-37 the line breaks at three minutes, later where fixes come seldom', () => {
    const every = (ms: number) => Float64Array.from({ length: 50 }, (_, i) => i * ms)
    expect(breakingGap(every(10_000))).toBe(180_000)
    expect(breakingGap(every(300_000))).toBe(900_000)
    expect(breakingGap(new Float64Array())).toBe(180_000)
  })

  test.each([
    [0, 'N'],
    [22, 'N'],
    [23, 'NE'],
    [180, 'S'],
    [338, 'N'],
    [-90, 'W'],
    [720, 'N'],
  ])('OPEN-37 heading %d is %s', (heading, name) => {
    expect(directionOf(heading)).toBe(name)
  })

  test('levels need a tank, and stay between 0 and 100', () => {
    const columns = columnsOf([{ time: 0, lng: 79, lat: 21, fuel: 400, adblue: 10 }])
    const point = createPointMaker(columns, { fuelTankLitres: 300, adblueTankLitres: null })(0)
    expect(point).toMatchObject({ currentFuelLevel: 100 })
    expect(point).not.toHaveProperty('currentAdl')
  })

  test('thinning keeps the first and the last, in order, each once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 2, max: 300 }), (length, most) => {
        const rows = thinnedRows(length, most)
        expect(rows.length).toBe(Math.min(length, most))
        expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b))
        if (length > 0) expect([rows[0], rows.at(-1)]).toEqual([0, length - 1])
      }),
    )
  })
})
