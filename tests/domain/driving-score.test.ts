import { describe, expect, test } from 'vitest'
import { alertsOf, drivingScoreOf, LEAST_SCORED_KM, SCORED_ALERTS } from '#domain/driving-score.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { NO_FIGURES } from '#domain/figures.ts'

/** Ten hours of engine, eight of driving. */
const drove = (figures: Partial<Figures>): Figures => ({
  ...NO_FIGURES,
  ...{ distanceKm: 400, engineOnS: 36_000, rpmTo1600S: 36_000 },
  ...{ runningS: 28_800, measuredS: 28_800, gearKnownS: 28_800 },
  ...figures,
})
const ALL = new Set<string>(SCORED_ALERTS)
const pointsOf = (figures: Partial<Figures>, enabled: ReadonlySet<string> = ALL) =>
  Object.fromEntries(drivingScoreOf(drove(figures), enabled).parts.map(({ code, points }) => [code, points]))

describe('a driving score', () => {
  test('DSH-13 CONFLICT-29 is 100 less the sum of the incident scores by the number of alerts: it is not divided as a whole', () => {
    // A quarter of the driving above the limit, 5 km/h as a mean of all of it: 0.4 × 25 + 4.5 × 5. An hour of ten idling: 10.
    const figures = drove({ speedingS: 7200, excessKm: 40, longIdlingS: 3600 })
    expect(drivingScoreOf(figures, ALL).score).toBe(100 - (32.5 + 10) / 4)
    expect(drivingScoreOf(figures, new Set(['OVERSPEED'])).score).toBe(67.5)
    expect(drivingScoreOf(figures, new Set(['OVERSPEED', 'STOPPAGE'])).score).toBe(67.5)
  })

  test('the example of docs/figures.md comes to what it says there', () => {
    const figures = {
      ...{ speedingS: 48 * 60, excessKm: 12, neutralS: 10 * 60, longIdlingS: 90 * 60, reportedBrakings: 2 },
      ...{ overspeeds: 9, idlings: 9, harshBrakings: 9 },
    }
    const points = Object.values(pointsOf(figures)).map((each) => Math.round(each * 100) / 100)
    expect(points).toEqual([10.75, 10.42, 0, 15, 0, 2.5, 0])
    expect(drivingScoreOf(drove(figures), ALL)).toMatchObject({ category: 'Excellent' })
    expect(drivingScoreOf(drove(figures), ALL).score).toBeCloseTo(90.33, 2)
  })

  test('OPEN-90 neutral driving is a part of the driving, overrun and idling one of the engine’s time', () => {
    expect(pointsOf({ neutralS: 288, overrunS: 360, longIdlingS: 3600 })).toEqual({
      ...{ OS: 0, ND: 5, EO: 10, ID: 10, HA: 0, HB: 0, HC: 0 },
    })
  })

  test('OPEN-90 harsh manoeuvres count always, where the device reports them, and not in the number of alerts', () => {
    const figures = drove({ reportedAccelerations: 8, reportedBrakings: 4, harshCornerings: 4 })
    const { parts, score } = drivingScoreOf(figures, new Set(['IDLING']))
    expect(alertsOf(parts)).toBe(1)
    expect(score).toBe(100 - 20)
    expect(parts.map(({ code, perHour, points }) => [code, perHour, points])).toEqual([
      ...([
        ['ID', null, 0],
        ['HA', 1, 10],
        ['HB', 0.5, 5],
        ['HC', 0.5, 5],
      ] as const),
    ])
    // Those that are computed from speeds depend on how often a device reports.
    expect(drivingScoreOf(drove({ harshAccelerations: 99, harshBrakings: 99 }), ALL).score).toBe(100)
  })

  test('OPEN-60 the score is 0 to 100, while an incident score may be more than 100', () => {
    const fast = drivingScoreOf(drove({ speedingS: 28_800, excessKm: 8 * 60 }), ALL)
    expect(fast.parts[0]).toMatchObject({ code: 'OS', share: 1, excess: 60, points: 310 })
    expect(fast).toMatchObject({ score: 22.5, category: 'Poor' })
    expect(drivingScoreOf(drove({ speedingS: 28_800, excessKm: 8 * 90 }), ALL)).toMatchObject({
      ...{ score: 0, category: 'Poor' },
    })
  })

  test('overrun is a part of the time in which the engine’s speed is known, and nobody knows it without one', () => {
    const overrunOf = (rpmTo1600S: number) =>
      drivingScoreOf(drove({ overrunS: 360, rpmTo1600S }), ALL).parts.find(({ code }) => code === 'EO')
    expect([overrunOf(36_000)?.share, overrunOf(3600)?.share]).toEqual([0.01, 0.1])
    expect(overrunOf(0)).toMatchObject({ share: null, points: 0 })
  })

  test('neutral driving is a part of the driving in which the gear is known, and nobody knows it without one', () => {
    const neutralOf = (gearKnownS: number) =>
      drivingScoreOf(drove({ neutralS: 288, gearKnownS }), ALL).parts.find(({ code }) => code === 'ND')
    expect([neutralOf(28_800)?.share, neutralOf(2880)?.share]).toEqual([0.01, 0.1])
    expect(neutralOf(0)).toMatchObject({ share: null, points: 0 })
  })

  test('without a measured speed nobody knows how much of it was too fast', () => {
    const { parts } = drivingScoreOf(drove({ measuredS: 0 }), ALL)
    expect(parts[0]).toMatchObject({ code: 'OS', share: null, excess: null, points: 0 })
  })

  test('OPEN-60 there is none without an enabled alert, nor on a short distance', () => {
    expect(drivingScoreOf(drove({}), new Set())).toMatchObject({ score: null, notScored: 'alerts' })
    const short = drove({ distanceKm: LEAST_SCORED_KM - 0.001 })
    expect(drivingScoreOf(short, ALL)).toMatchObject({ score: null, notScored: 'distance' })
    expect(drivingScoreOf({ ...short, distanceKm: LEAST_SCORED_KM }, ALL).score).toBe(100)
  })

  test('its categories begin at 90, 75, 60 and 0', () => {
    const category = (percent: number) =>
      drivingScoreOf(drove({ longIdlingS: percent * 360 }), new Set(['IDLING'])).category
    expect([0, 10, 11, 25, 26, 40, 41, 100].map(category)).toEqual([
      ...['Excellent', 'Excellent', 'Good', 'Good', 'Average', 'Average', 'Poor', 'Poor'],
    ])
  })
})
