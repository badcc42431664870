import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateOf } from '#server/alerts/estimate.ts'

describe('ADM-10 the estimate of a fleet from some of its trucks', () => {
  test('takes two limits in proportion, exactly where all trucks have the same', () => {
    const sample = [10, 20, 40].map((known) => ({ known, count: known / 2 }))
    expect(estimateOf(sample, { trucks: 30, known: 600 })).toEqual({ count: 300, from: 300, to: 300 })
  })

  test('has a range that is wider the more trucks differ, and never below what was seen', () => {
    const fleet = { trucks: 260, known: 5000 }
    const alike = estimateOf(
      [
        { known: 20, count: 9 },
        { known: 20, count: 11 },
      ],
      fleet,
    )
    const apart = estimateOf(
      [
        { known: 20, count: 0 },
        { known: 20, count: 20 },
      ],
      fleet,
    )
    // 1.96 standard errors of 260 trucks: by the proportion, the two are 1 and 10 alerts off.
    expect(alike).toEqual({ count: 2500, from: 1992, to: 3008 })
    expect(apart).toEqual({ count: 2500, from: 20, to: 7576 })
  })

  test('of none seen is not none', () => {
    const none = Array.from({ length: 24 }, () => ({ known: 10, count: 0 }))
    expect(estimateOf(none, { trucks: 260, known: 3000 })).toEqual({ count: 0, from: 0, to: 30 })
  })

  test('from one truck nobody knows the most', () => {
    expect(estimateOf([{ known: 3, count: 2 }], { trucks: 4, known: 12 }).to).toBe(Number.POSITIVE_INFINITY)
  })

  test('counts trucks alike where none of the sample, or of the fleet, had any at the known limit', () => {
    const sample = [2, 4].map((count) => ({ known: 0, count }))
    expect(estimateOf(sample, { trucks: 10, known: 5 }).count).toBe(30)
    const known = [2, 4].map((count) => ({ known: count, count }))
    expect(estimateOf(known, { trucks: 10, known: 0 }).count).toBe(30)
  })

  test('is closer the more of the trucks are in the sample', () => {
    const sample = Array.from({ length: 9 }, (_, count) => ({ known: 0, count }))
    expect(estimateOf(sample, { trucks: 10, known: 0 })).toEqual({ count: 40, from: 36, to: 46 })
  })

  test('holds the true number in at least 85 of 100 fleets', () => {
    const random = fc.sample(fc.integer({ min: 0, max: 40 }), { numRuns: 24_000, seed: 7 })
    let held = 0
    for (let run = 0; run < 100; run += 1) {
      const trucks = Array.from({ length: 240 }, (_, i) => {
        const known = random[(run * 240 + i) % random.length] ?? 0
        return { known, count: Math.round((known * ((i * 7 + run) % 10)) / 10) }
      })
      const sum = (of: (one: { known: number; count: number }) => number) =>
        trucks.reduce((all, one) => all + of(one), 0)
      const { from, to } = estimateOf(
        trucks.filter((_, i) => i % 9 === 0),
        { trucks: 240, known: sum(({ known }) => known) },
      )
      const truth = sum(({ count }) => count)
      if (from <= truth && truth <= to) held += 1
    }
    expect(held).toBeGreaterThanOrEqual(85)
  })
})
