import { describe, expect, test } from 'vitest'
import { METRES_PER_DEGREE, RADIANS } from '#domain/geo.ts'
import { type LastFix, lastFixOf, moveOn, noMotion } from '#server/rules/motion.ts'
import { readingOf } from '#server/rules/reading.ts'
import { STATE } from '#server/rules/standing-state.ts'
import { at, type Fields } from './vehicle-day.fixture.ts'

/** Degrees of longitude of so many metres at 18.5° north. */
const east = (metres: number): number => 73.5 + metres / (METRES_PER_DEGREE * Math.cos(18.5 * RADIANS))

type Timed = readonly [minute: number, fix: Fields]

/** How each fix follows the one before. */
const motionsOf = (...fixes: readonly Timed[]) => {
  let before: LastFix | null = null
  return fixes.map(([minute, fix]) => {
    const motion = noMotion()
    const now = readingOf(at(minute, fix))
    moveOn(motion, before, now)
    before = lastFixOf(now, motion)
    return motion
  })
}
const lastOf = (...fixes: readonly Timed[]) => motionsOf(...fixes).at(-1) ?? noMotion()

const NAMES = ['unknown', 'running', 'idling', 'stopped'] as const
const stateOf = (...fixes: readonly Timed[]) => NAMES[lastOf(...fixes).state]
const ON = { ignition: true, rpm: 700 }

describe('a first fix', () => {
  test.each<[string, Fields, string]>([
    ['that is as slow as standing stands', { ...ON, speed: 3 }, 'idling'],
    ['that is faster runs', { ...ON, speed: 3.1 }, 'running'],
    ['without a speed is unknown', { ...ON, speed: undefined }, 'unknown'],
  ])('%s', (_title, fix, state) => {
    expect(stateOf([0, fix])).toBe(state)
  })

  test('has nothing before it', () => {
    expect(lastOf([0, { ...ON, speed: 50 }])).toMatchObject({
      ...{ gapS: 0, metres: 0, lasts: false, staysParked: false, during: STATE.unknown, known: null },
    })
  })
})

describe('between two fixes', () => {
  test.each<[string, number, number, Fields, string]>([
    ['ten minutes apart it did what it did before', 10, 100, ON, 'idling'],
    ['farther apart it stood, in the same place', 10.1, 100, ON, 'stopped'],
    ['a day apart it stood, in the same place', 1440, 100, ON, 'stopped'],
    ['more than a day apart nobody knows', 1440.1, 100, ON, 'unknown'],
    ['and somewhere else nobody knows', 10.1, 305, ON, 'unknown'],
    ['of which the first is unknown nobody knows', 10.1, 100, { speed: undefined }, 'unknown'],
  ])('%s', (_title, minutes, metres, first, during) => {
    const motion = lastOf([0, first], [minutes, { ...ON, lng: east(metres) }])
    expect(NAMES[motion.during]).toBe(during)
    expect(motion.gapS).toBeCloseTo(minutes * 60, 6)
    expect(motion.metres).toBeCloseTo(metres, 1)
  })
})

describe('a vehicle that stands', () => {
  const STANDING = { ...ON, speed: 0 }
  test.each<[string, Fields, string]>([
    ['stands at 10 km/h, which are noise of its receiver', { speed: 10 }, 'idling'],
    ['moves faster than that', { speed: 10.1 }, 'running'],
    ['stands at 10 km/h less than fifty metres away', { speed: 10, lng: east(49) }, 'idling'],
    [
      'stands at 10 km/h a little farther away, as the next fix may be back',
      { speed: 10, lng: east(60) },
      'idling',
    ],
    ['has left at 10 km/h in another place', { speed: 10, lng: east(305) }, 'running'],
    ['stands there without a speed', { speed: undefined }, 'idling'],
    ['stands without a speed a little away', { speed: undefined, lng: east(49) }, 'idling'],
  ])('%s', (_title, fix, state) => {
    expect(stateOf([0, STANDING], [1, { ...ON, ...fix }])).toBe(state)
  })

  test('has left where two fixes in a row say so, even not far away', () => {
    const away = (metres: number) => ({ ...ON, speed: 8, lng: east(metres) })
    expect(stateOf([0, STANDING], [1, away(60)], [2, away(60)])).toBe('running')
    expect(stateOf([0, STANDING], [1, away(60)], [2, away(10)], [3, away(60)])).toBe('idling')
  })

  test.each([
    ['less than fifty metres', 0, 0.04, 'idling'],
    ['fifty metres', 0, 0.05, 'running'],
    ['backwards', 9, 8, 'idling'],
  ])('has left where its odometer says so: %s', (_title, from, to, state) => {
    const slow = { ...ON, speed: 8 }
    expect(stateOf([0, { ...STANDING, odo: from }], [1, { ...slow, odo: to }])).toBe(state)
  })

  test('of which the odometer is known later, or goes back, has left from there on', () => {
    const slow = (odo?: number) => ({ ...ON, speed: 8, odo })
    expect(stateOf([0, STANDING], [1, slow(9)], [2, slow(9.06)])).toBe('running')
    expect(stateOf([0, { ...STANDING, odo: 9 }], [1, slow(8)], [2, slow(8.06)])).toBe('running')
    expect(stateOf([0, { ...STANDING, odo: 9 }], [1, slow(9.04)], [2, slow(9.06)])).toBe('running')
    expect(stateOf([0, { ...STANDING, odo: 9 }], [1, slow()], [2, slow(9.06)])).toBe('running')
    expect(stateOf([0, { ...STANDING, odo: 9 }], [1, slow(8)], [2, slow(8.04)])).toBe('idling')
  })

  test('stands there for a day, and is seen anew after that', () => {
    const slow = { ...ON, speed: 8 }
    expect(stateOf([0, STANDING], [1440, slow])).toBe('idling')
    expect(stateOf([0, STANDING], [1440.1, slow])).toBe('running')
  })

  test('is remembered where it began to stand', () => {
    const [first, second, third] = motionsOf(
      [0, { ...STANDING, odo: 9 }],
      [1, { ...STANDING, lng: east(20), odo: 9.01 }],
      [2, { ...STANDING, lng: east(60) }],
    )
    expect(first?.standstill).toEqual({ lng: 73.5, lat: 18.5, odo: 9, isAway: false })
    expect(second?.standstill).toBe(first?.standstill)
    expect(third?.standstill).toEqual({ lng: 73.5, lat: 18.5, odo: 9, isAway: true })
    expect(lastOf([0, STANDING]).standstill?.odo).toBeNull()
    expect(lastOf([0, { ...ON, speed: 50 }]).standstill).toBeNull()
  })

  test('idles where nothing is known of its engine, if it did before and that lasts', () => {
    const silent = { speed: 0, ignition: undefined }
    expect(stateOf([0, STANDING], [10, silent])).toBe('idling')
    expect(stateOf([0, STANDING], [10.1, silent])).toBe('stopped')
    expect(stateOf([0, { ...ON, speed: 50 }], [1, silent])).toBe('stopped')
  })
})

describe('a fix without a speed', () => {
  const silent = (metres: number) => ({ ...ON, speed: undefined, lng: east(metres) })

  test('of a vehicle that moves has the one between two places', () => {
    const motion = lastOf([0, { ...ON, speed: 50 }], [1, silent(1000)])
    expect(motion.kmph).toBeCloseTo(60, 0)
    expect(NAMES[motion.state]).toBe('running')
    expect(lastOf([0, { ...ON, speed: 50 }], [10.1, silent(1000)]).kmph).toBeNaN()
  })

  test('is unknown after a gap, and leaves a standstill where it is', () => {
    const motion = lastOf([0, { ...ON, speed: 0 }], [11, silent(10)])
    expect([NAMES[motion.state], motion.standstill?.lng]).toEqual(['unknown', 73.5])
  })

  test('has left where it is away for the second time', () => {
    expect(stateOf([0, { ...ON, speed: 0 }], [1, silent(60)], [2, silent(200)])).toBe('running')
  })
})

describe('a fix whose accuracy tells no movement', () => {
  const inexact = (more: Fields) => ({
    speed: undefined,
    lng: east(900),
    accuracy: 1000,
    ignition: undefined,
    ...more,
  })

  test('leaves the vehicle where it was, which is told with its accuracy', () => {
    const motion = lastOf([0, { ...ON, speed: 50 }], [1, inexact({})])
    expect(motion).toMatchObject({ metres: 0, known: { lng: 73.5, lat: 18.5 } })
    expect(motion.known).not.toHaveProperty('accuracy')
    const after = lastOf([0, { ...ON, speed: 50, accuracy: 500 }], [1, inexact({})])
    expect(after.known).toEqual({ lng: 73.5, lat: 18.5, accuracy: 500 })
    expect(lastOf([0, { ...ON, speed: 50 }], [1, inexact({ accuracy: 800 })]).known).toBeNull()
  })

  test('has no speed of its place, and neither has the next one', () => {
    const [, second, third] = motionsOf(
      [0, { ...ON, speed: 50 }],
      [1, inexact({})],
      [2, { speed: undefined, lng: east(1500) }],
    )
    expect([second?.kmph, third?.kmph]).toEqual([Number.NaN, Number.NaN])
    expect(third?.metres).toBeCloseTo(1500, 0)
  })

  test.each<[string, Fields, number, Fields, string]>([
    ['drives on', { ...ON, speed: 50 }, 1, {}, 'running'],
    ['is unknown after a gap', { ...ON, speed: 50 }, 10.1, {}, 'unknown'],
    ['has stopped with the key off', { ...ON, speed: 50 }, 1, { ignition: false }, 'stopped'],
    ['has stopped with the engine off', { ...ON, speed: 50 }, 1, { rpm: 0 }, 'stopped'],
    ['idles on', { ...ON, speed: 0 }, 1, {}, 'idling'],
    ['idles with the engine on', { speed: 0 }, 1, ON, 'idling'],
    ['stands on', { speed: 0 }, 1, {}, 'stopped'],
    ['drives on with the engine on', { ...ON, speed: 50 }, 1, ON, 'running'],
  ])('and no speed: the vehicle %s', (_title, first, minutes, fix, state) => {
    const standing = first.speed === 0 ? 900 : 1000
    expect(stateOf([0, first], [minutes, inexact({ ...fix, accuracy: standing + 100 })])).toBe(state)
  })

  test('of a vehicle that is off and was is worth a third of that, for ten minutes', () => {
    const known = (first: Fields, minutes: number, more: Fields = {}) =>
      lastOf([0, first], [minutes, inexact({ accuracy: 400, ignition: false, ...more })]).known !== null
    const off = { speed: 0 }
    expect(known(off, 1)).toBe(true)
    expect(known(off, 10)).toBe(true)
    expect(known(off, 10.1)).toBe(false)
    expect(known({ ...ON, speed: 0 }, 1)).toBe(false)
    expect(known(off, 1, { ignition: true })).toBe(false)
    expect(known(off, 1, { speed: 3 })).toBe(true)
    expect(known(off, 1, { speed: 3.1 })).toBe(false)
    expect(known(off, 1, { ignition: undefined, rpm: 0 })).toBe(true)
  })

  test('is remembered with its accuracy and with the place that is known', () => {
    const rememberedOf = (...fixes: readonly Timed[]) => {
      const [minute, fix] = fixes.at(-1) ?? [0, {}]
      return lastFixOf(readingOf(at(minute, fix)), lastOf(...fixes))
    }
    const first = [0, { ...ON, speed: 50 }] as const
    expect(rememberedOf(first)).not.toHaveProperty('accuracy')
    expect(rememberedOf(first)).not.toHaveProperty('known')
    expect(rememberedOf(first, [1, inexact({})])).toMatchObject({
      ...{ lng: readingOf(at(1, inexact({}))).lng, accuracy: 1000, known: { lng: 73.5 } },
    })
    const there = rememberedOf(first, [1, inexact({ accuracy: 800 })])
    expect(there.accuracy).toBe(800)
    expect(there).not.toHaveProperty('known')
  })
})
