import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createPointMaker,
  drawnPoints,
  stopDurations,
  thinnedRows,
} from '#server/playback/playback-points.ts'
import { columnsOf } from '#server/track/columns.ts'

const MINUTE = 60_000
const speeds = (...values: number[]) =>
  columnsOf(values.map((speed, i) => ({ time: i * MINUTE, lng: 79, lat: 21, speed })))

describe('points of a playback file', () => {
  test('PLB-33 a stop begins when the truck stands and lasts until it moves', () => {
    expect([...stopDurations(speeds(40, 0, 0, 0, 0, 40))]).toEqual([0, 240, 0, 0, 0, 0])
  })

  test('PLB-33 less than three minutes is traffic, jitter is standing, and a route may end standing', () => {
    expect([...stopDurations(speeds(40, 0, 0, 40))]).toEqual([0, 0, 0, 0])
    expect([...stopDurations(speeds(0.9, 0.2, 0, 0.7))]).toEqual([180, 0, 0, 0])
    expect([...stopDurations(speeds())]).toEqual([])
  })

  test('OPEN-37 thinning neither breaks the line nor bridges a gap', () => {
    const silent = (i: number) => (i === 501 ? 1200 : 60) * 1000
    let time = 0
    const fixes = Array.from({ length: 1000 }, (_, i) => {
      time += silent(i)
      return { time, lng: 79, lat: 21 }
    })
    const columns = columnsOf(fixes)
    const points = drawnPoints(columns, { fuelTankLitres: null, adblueTankLitres: null }, 100)
    expect(points).toHaveLength(100)
    const broken = points.flatMap(({ plotNextPoint }, place) => (plotNextPoint === false ? [place] : []))
    expect(broken).toHaveLength(1)
    const [place = 0] = broken
    const gapEnds = fixes[501]?.time ?? 0
    expect(points[place]?.gpsTime).toBeLessThan(gapEnds)
    expect(points[place + 1]?.gpsTime).toBeGreaterThanOrEqual(gapEnds)
    expect(points.every(({ plotNextPoint }) => plotNextPoint !== undefined)).toBe(true)
  })

  test('levels require a tank, and stay between 0 and 100', () => {
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
