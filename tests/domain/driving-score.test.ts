import { describe, expect, test } from 'vitest'
import { drivingScoreOf, LEAST_SCORED_KM, SCORED_INCIDENTS } from '#domain/driving-score.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { NO_FIGURES } from '#domain/figures.ts'

const drove = (figures: Partial<Figures>): Figures => ({ ...NO_FIGURES, distanceKm: 200, ...figures })
const ALL = new Set<string>(SCORED_INCIDENTS.map(({ alert }) => alert))

describe('a driving score', () => {
  test('DSH-13 CONFLICT-29 is 100 less the mean of the incident scores: it is not divided as a whole', () => {
    // 10 × 4 × 100 / 200 = 20 and 5 × 8 × 100 / 200 = 20.
    expect(drivingScoreOf(drove({ overspeeds: 4, idlings: 8 }), ALL).score).toBe(100 - (20 + 20) / 4)
    expect(drivingScoreOf(drove({ overspeeds: 4 }), new Set(['OVERSPEED'])).score).toBe(80)
  })

  test('OPEN-60 each incident score is at most 100, so that no score is below 0', () => {
    const { score, parts } = drivingScoreOf(drove({ overspeeds: 9_000, neutrals: 1 }), ALL)
    expect(parts.map(({ points }) => points)).toEqual([100, 5, 0, 0])
    expect(score).toBe(100 - 105 / 4)
    const worst = { overspeeds: 9_000, neutrals: 9_000, overruns: 9_000, idlings: 9_000 }
    expect(drivingScoreOf(drove(worst), ALL)).toMatchObject({ score: 0, category: 'Poor' })
  })

  test('OPEN-60 there is none without an enabled alert, nor on a short distance', () => {
    expect(drivingScoreOf(drove({}), new Set())).toMatchObject({ score: null, notScored: 'alerts' })
    const short = drove({ distanceKm: LEAST_SCORED_KM - 0.001 })
    expect(drivingScoreOf(short, ALL)).toMatchObject({ score: null, notScored: 'distance' })
    expect(drivingScoreOf({ ...short, distanceKm: LEAST_SCORED_KM }, ALL).score).toBe(100)
  })

  test('its categories begin at 90, 75, 60 and 0', () => {
    const category = (overspeeds: number) =>
      drivingScoreOf(drove({ overspeeds, distanceKm: 100 }), new Set(['OVERSPEED'])).category
    expect([0, 1, 2, 3, 4, 5, 10].map(category)).toEqual([
      ...['Excellent', 'Excellent', 'Good', 'Average', 'Average', 'Poor', 'Poor'],
    ])
  })
})
