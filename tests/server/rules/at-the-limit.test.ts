import { describe, expect, test } from 'vitest'
import type { AlertCode } from '#domain/alerts.ts'
import { NO_FENCES } from '#server/rules/fence-index.ts'
import { type FuelState, fuelLevels } from '#server/rules/fuel-levels.ts'
import { createFuelRules } from '#server/rules/fuel-rule.ts'
import { noMotion } from '#server/rules/motion.ts'
import { readingOf } from '#server/rules/reading.ts'
import type { Step } from '#server/rules/rule.ts'
import { ruleFor } from '#server/rules/rules.ts'
import type { Span } from '#server/rules/span-rule.ts'
import { STATE } from '#server/rules/standing-state.ts'
import { at, type Fields, HEAVY } from './vehicle-day.fixture.ts'

/** A step that says exactly how many metres the vehicle has moved, which no positions do. */
const stepAt = (minute: number, motion: Partial<Step>, fix: Fields = {}): Step => ({
  ...{ ...noMotion(), lasts: true, staysParked: true, gapS: 60, lostLitres: 0, fence: () => null },
  now: readingOf(at(minute, fix)),
  before: minute === 0 ? null : { ...at(minute - 1), state: motion.during ?? STATE.unknown },
  ...motion,
})
const ruleOf = (type: AlertCode, threshold: number) =>
  ruleFor({ type, threshold }, { vehicle: HEAVY, fences: NO_FENCES, fuel: createFuelRules(300) })

describe.each([
  ['IDLING', 5, STATE.idling],
  ['STOPPAGE', 30, STATE.stopped],
] as const)('%s', (type, threshold, state) => {
  const rule = ruleOf(type, threshold)
  const began = (motion: Partial<Step>): number | null => {
    const first = rule.step(null, stepAt(0, { state }), () => {})
    const next = rule.step(first, stepAt(1, motion), () => {}) as Span | null
    return next?.began.time ?? null
  }

  test('goes on 300 m away, which is the same place, and begins anew farther away', () => {
    expect(began({ state, metres: 300 })).toBe(at(0).time)
    expect(began({ state, metres: 300.01 })).toBe(at(1).time)
  })

  test('goes on through a fix of unknown state 50 m away, and ends farther away', () => {
    expect(began({ state: STATE.unknown, metres: 50 })).toBe(at(0).time)
    expect(began({ state: STATE.unknown, metres: 50.01 })).toBeNull()
    expect(began({ state: STATE.running, metres: 0 })).toBeNull()
  })
})

describe('levels of fuel', () => {
  const levels = fuelLevels({ dropLitres: 8, fillLitres: 8, tankLitres: 300 })
  const follow = (...steps: readonly Step[]): FuelState | null =>
    steps.reduce<FuelState | null>((state, step) => levels.step(state, step, () => {}), null)
  const stopped = (minute: number, more: Partial<Step> = {}, fuel = 180) =>
    stepAt(minute, { state: STATE.stopped, during: STATE.stopped, ...more }, { fuel })

  test('are of one stay up to 300 m away', () => {
    expect(follow(stopped(0), stopped(1, { metres: 300 }))?.stay?.since).toBe(at(0).time)
    expect(follow(stopped(0), stopped(1, { metres: 300.01 }))?.stay?.since).toBe(at(1).time)
  })

  test('at a fix of unknown state are of the stay that was, and otherwise of the road', () => {
    const unknown = stopped(1, { state: STATE.unknown })
    expect(follow(stopped(0), unknown)?.stay).toMatchObject({
      since: at(0).time,
      latest: { time: at(1).time },
    })
    expect(follow(stopped(0, { state: STATE.unknown }), unknown)?.stay).toBeNull()
    expect(follow(stopped(0, { state: STATE.idling }))?.stay).not.toBeNull()
  })

  // A truck is said to burn 0.3 l a kilometre, and 0.04 l a minute that it idles.
  test.each<[string, Partial<Step>, number]>([
    ['on the road', { state: STATE.running, metres: 10_000 }, 3],
    ['until it stops', { state: STATE.idling, during: STATE.running, metres: 10_000 }, 3],
    ['from a stop on', { state: STATE.running, during: STATE.stopped, metres: 10_000 }, 3],
    ['while it idles', { state: STATE.stopped, during: STATE.idling, gapS: 600 }, 0.4],
    [
      'while nobody knows what it did',
      { state: STATE.stopped, during: STATE.idling, lasts: false, gapS: 6000 },
      0,
    ],
    ['while it is parked', { state: STATE.idling, during: STATE.stopped, gapS: 600 }, 0],
  ])('know what was burnt %s', (_title, motion, litres) => {
    const silent = stepAt(1, motion, { fuel: undefined })
    expect(follow(stopped(0), silent)?.burnt).toBeCloseTo(litres, 9)
    expect(follow(stopped(0), silent, { ...silent, now: readingOf(at(2)) })?.burnt).toBeCloseTo(2 * litres, 9)
    expect(follow(stopped(0), silent, stopped(2))?.burnt).toBe(0)
  })

  test.each<[string, Partial<Step>, number]>([
    ['that idles', { during: STATE.idling }, 179.6],
    ['that is off', {}, 180],
    ['of which nobody knows', { during: STATE.idling, lasts: false }, 180],
  ])('of a stay are those that are left by an engine %s', (_title, motion, litres) => {
    const later = { ...stopped(0, motion, 100), now: readingOf(at(10, { fuel: 100 })) }
    expect(follow(stopped(0), { ...later, before: stopped(1, motion).before })?.stay).toMatchObject({
      level: { litres },
      away: { readings: 1 },
    })
  })

  test('tell how much they scatter from three minutes after a stop on, by the middle of three', () => {
    const at3 = [stopped(0), stopped(3), stopped(4, {}, 183)]
    expect(follow(stopped(0), stopped(2), stopped(3, {}, 183))?.standing).toMatchObject({ count: 0, sum: 0 })
    expect(follow(...at3)?.standing).toMatchObject({ count: 1, sum: 0 })
    expect(follow(...at3, stopped(5))?.standing).toMatchObject({ count: 2, sum: 3 })
    expect(follow(...at3, stopped(5, {}, 186))?.standing).toMatchObject({ count: 2, sum: 0 })
  })
})
