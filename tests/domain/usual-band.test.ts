import { describe, expect, test } from 'vitest'
import { besideBand, usualBand } from '#domain/usual-band.ts'

const spread = (mean: number, deviation: number) => ({ mean, deviation })

describe('what is usual', () => {
  test('reaches from two deviations below the lows to two above the highs, from seven days on', () => {
    expect(usualBand(7, spread(80, 2), spread(95, 1.5))).toEqual({ from: 76, to: 98 })
    expect(usualBand(6, spread(80, 2), spread(95, 1.5))).toBeNull()
  })

  test('ends at what is possible', () => {
    expect(usualBand(7, spread(3, 2), spread(9, 1))?.from).toBe(0)
    expect(usualBand(7, spread(3, 2), spread(9, 1), -60)?.from).toBe(-1)
  })

  test('has both of its ends', () => {
    const band = { from: 76, to: 98 }
    expect([75.9, 76, 98, 98.1].map((value) => besideBand(value, band))).toEqual([
      ...['below', null, null, 'above'],
    ])
    expect(besideBand(0, null)).toBeNull()
  })
})
