import { describe, expect, test } from 'vitest'
import { drivingScoreOf, SCORED_ALERTS } from '#domain/driving-score.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { figuresTogether } from '#domain/figures.ts'
import { DERIVED_BIT, EVENT_BIT } from '#domain/fix.ts'
import { drivenBy, figuresOf, reported, type Second, STYLES, type Style, seconds } from './drives.fixture.ts'
import { randomFrom } from './synthetic-day.fixture.ts'

const HOUR_S = 3600
const ALL = new Set<string>(SCORED_ALERTS)
const scoreOf = (figures: Figures): number => drivingScoreOf(figures, ALL).score ?? Number.NaN
const scoreAt = (drive: readonly Second[], everyS: number, phase = 0): number =>
  scoreOf(figuresOf(reported(drive, everyS, phase)))
const constant = (kmph: number, hours = 6): Second[] => seconds(hours * HOUR_S, { kmph })

/** A driver between two styles: 0 is the one, 1 the other. */
const between = (a: Style, b: Style, part: number): Style => {
  const mix = (x: number, y: number) => x + (y - x) * part
  return {
    cruises: [
      ...a.cruises.map(([kmph, weight]) => [kmph, weight * (1 - part)] as const),
      ...b.cruises.map(([kmph, weight]) => [kmph, weight * part] as const),
    ],
    harshPerHour: mix(a.harshPerHour, b.harshPerHour),
    coastS: mix(a.coastS, b.coastS),
    overrunS: mix(a.overrunS, b.overrunS),
    idleS: mix(a.idleS, b.idleS),
  }
}

/** The value that a part of the sorted ones is below. */
const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? Number.NaN

describe('DSH-13 OPEN-90 a driving score tells drivers apart', () => {
  test('six hours at 140 km/h are Poor, and the faster the worse', () => {
    const scores = [80, 85, 90, 100, 110, 120, 140].map((kmph) => scoreAt(constant(kmph), 10))
    expect(scores.map((score) => Math.round(score * 100) / 100)).toEqual([
      ...[100, 84.38, 78.75, 67.5, 56.25, 45, 22.5],
    ])
    expect(drivingScoreOf(figuresOf(reported(constant(140), 10)), ALL).category).toBe('Poor')
  })

  test('a longer drive of the same kind has the same score: kilometres dilute nothing', () => {
    expect(scoreAt(constant(140, 6), 10)).toBeCloseTo(scoreAt(constant(140, 1), 10), 3)
    const day = figuresOf(reported(constant(100), 10))
    expect(scoreOf(figuresTogether([day, day, day, day]))).toBeCloseTo(scoreOf(day), 6)
  })

  test('the same drive has the same score whether it is reported every 1, 10 or 60 s', () => {
    const bursts = Array.from({ length: 120 }, () => [
      ...seconds(20, { kmph: 95 }),
      ...seconds(160, { kmph: 70 }),
    ]).flat()
    const drives: Array<readonly [string, readonly Second[]]> = [
      ['bursts', bursts],
      ...Object.entries(STYLES).flatMap(([name, style]) =>
        [1, 2, 3].map((seed) => [`${name} ${seed}`, drivenBy(style, 6, seed * 7919)] as const),
      ),
    ]
    for (const [name, drive] of drives) {
      const everySecond = scoreAt(drive, 1)
      for (const [everyS, phase] of [
        ...([
          [10, 0],
          [10, 5],
          [60, 0],
          [60, 15],
          [60, 40],
        ] as const),
      ])
        expect(
          Math.abs(scoreAt(drive, everyS, phase) - everySecond),
          `${name}, every ${everyS} s from ${phase} s on`,
        ).toBeLessThan(3)
    }
  })

  test('careful drivers are Excellent or Good and reckless ones Poor, and the deciles of a fleet differ', () => {
    const random = randomFrom(34)
    const scores = Array.from({ length: 30 }, (_, i) => {
      const part = i / 29
      const style =
        part < 0.5
          ? between(STYLES.careful, STYLES.average, part * 2)
          : between(STYLES.average, STYLES.reckless, part * 2 - 1)
      return scoreAt(drivenBy(style, 3, Math.round(random() * 1e9)), 30)
    })
    expect(Math.min(...scores.slice(0, 5))).toBeGreaterThan(90)
    expect(Math.max(...scores.slice(-3))).toBeLessThan(60)
    const [best, median, worst] = [0.9, 0.5, 0.1].map((part) => quantile(scores, part))
    expect((best ?? 0) - (median ?? 0)).toBeGreaterThan(8)
    expect((median ?? 0) - (worst ?? 0)).toBeGreaterThan(15)
  })
})

describe('what a score counts', () => {
  test('speeding is measured by seconds and by how far above the limit, from speeds that were measured', () => {
    const fixes = reported([...constant(60, 0.5), ...constant(100, 0.5), ...seconds(1, { kmph: 60 })], 10)
    const { measuredS, speedingS, excessKm } = figuresOf(fixes)
    expect(measuredS).toBe(HOUR_S)
    // It changed within the ten seconds before and after the half hour.
    expect(speedingS).toBeGreaterThan(1790)
    expect(speedingS).toBeLessThan(1805)
    expect(excessKm).toBeCloseTo(10, 1)
    // What the positions tell begins with the second fix: the first has none before it.
    const derived = fixes.map((fix) => ({ ...fix, derived: DERIVED_BIT.speed }))
    expect(figuresOf(derived)).toMatchObject({
      measuredS: 0,
      speedingS: 0,
      excessKm: 0,
      runningS: HOUR_S - 10,
    })
  })

  test('neutral is measured by the driving in which the gear is reported, engaged or not', () => {
    const drive = reported([...constant(60, 0.5), ...seconds(1800, { kmph: 60, isNeutral: true })], 10)
    expect(figuresOf(drive)).toMatchObject({ runningS: 3590, gearKnownS: 3590, neutralS: 1790 })
    const silent = drive.map(({ neutral, ...fix }, at) =>
      at < 90 ? fix : { ...fix, neutral: neutral === true },
    )
    expect(figuresOf(silent)).toMatchObject({ runningS: 3590, gearKnownS: 2690, neutralS: 1790 })
    expect(figuresOf(drive.map(({ neutral, ...fix }) => fix))).toMatchObject({ gearKnownS: 0, neutralS: 0 })
  })

  test('a gap of more than ten minutes says nothing of what was driven in it', () => {
    const { measuredS, speedingS } = figuresOf(reported(constant(100, 2), 601))
    expect([measuredS, speedingS]).toEqual([0, 0])
  })

  test('idling counts from the threshold on, with all its seconds, each in the hour in which it was', () => {
    const idle = (count: number) => [
      ...constant(60, 0.25),
      ...seconds(count, { kmph: 0 }),
      ...constant(60, 0.25),
    ]
    expect(figuresOf(reported(idle(280), 10)).longIdlingS).toBe(0)
    expect(figuresOf(reported(idle(600), 10)).longIdlingS).toBe(600)
    expect(figuresOf(reported(idle(3 * HOUR_S), 10)).longIdlingS).toBe(3 * HOUR_S)
  })

  test('harsh manoeuvres count where the device reports them; those found in speeds a second apart take nothing', () => {
    const stop = [...seconds(5, { kmph: 60 }), ...seconds(5, { kmph: 20 })]
    const found = figuresOf(reported([...stop, ...constant(60, 1)], 1))
    expect(found).toMatchObject({ harshBrakings: 1, reportedBrakings: 0 })
    const withEvent = (event: number) => [...constant(60, 0.5), { kmph: 60, event }, ...constant(60, 0.5)]
    expect(figuresOf(reported(withEvent(EVENT_BIT.HB), 10))).toMatchObject({
      harshBrakings: 1,
      reportedBrakings: 1,
    })
    expect(figuresOf(reported(withEvent(EVENT_BIT.HA), 10))).toMatchObject({ reportedAccelerations: 1 })
    const both = reported([...seconds(5, { kmph: 60 }), { kmph: 20, event: EVENT_BIT.HB }, ...stop], 1)
    expect(figuresOf(both)).toMatchObject({ reportedBrakings: 1 })
  })
})
