import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trackTotals } from '#src/views/playback/track-figures.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const fuelOf = (...levels: number[]) =>
  trackTotals(makeTrack({ length: 0, fuel: Float32Array.from(levels) })).fuelPercent

describe('the times of a route', () => {
  test('a truck switched off may be silent and still counts as stopped; one silent on its way does not', () => {
    const time = Float64Array.from([0, 60_000, 3_660_000, 3_720_000, 7_320_000, 7_380_000])
    const speed = Float32Array.from([50, 0, 50, 50, 50, 50])
    const ignition = Uint8Array.from([1, 0, 1, 1, 1, 1])
    expect(trackTotals(makeTrack({ time, speed, ignition }))).toMatchObject({
      drivingMs: 180_000,
      idlingMs: 0,
      stoppedMs: 3_600_000,
      unknownMs: 3_600_000,
    })
  })

  test('OPEN-37 a truck that reports every five minutes drives between its reports', () => {
    const time = Float64Array.from([0, 300_000, 600_000, 900_000, 2_700_000, 3_000_000])
    expect(trackTotals(makeTrack({ time }))).toMatchObject({ drivingMs: 1_200_000, unknownMs: 1_800_000 })
  })

  test('CR-07 for any points, the times add up to the span of the route', () => {
    const point = fc.record({
      gap: fc.integer({ min: 0, max: 30_000_000 }),
      speed: fc.constantFrom(0, 0.4, 20, 90, Number.NaN),
      ignition: fc.constantFrom(0, 1, 255),
    })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        let at = 0
        const time = Float64Array.from(points.map(({ gap }) => (at += gap)))
        const totals = trackTotals(
          makeTrack({
            length: points.length,
            time,
            speed: Float32Array.from(points.map(({ speed }) => speed)),
            ignition: Uint8Array.from(points.map(({ ignition }) => ignition)),
          }),
        )
        const { drivingMs, idlingMs, stoppedMs, unknownMs } = totals
        expect(drivingMs + idlingMs + stoppedMs + unknownMs).toBe((time.at(-1) ?? 0) - (time[0] ?? 0))
      }),
    )
  })
})

describe('the fuel of a route', () => {
  test('is the drop of the level, without refills', () => {
    expect(fuelOf(60, 50, 40)).toBe(20)
    expect(fuelOf(60, 40, 90, 80)).toBe(30)
  })
  test('does not count sloshing as burnt or filled', () => {
    expect(fuelOf(60, 58, 61, 57, 60)).toBeLessThan(5)
  })
  test('is unknown without a level', () => {
    expect(fuelOf(Number.NaN, Number.NaN)).toBeNull()
  })
})
