import { expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { isSameState } from '#server/rules/run.ts'
import {
  alertsOf,
  at,
  drive,
  every,
  FROM,
  fenceAt,
  inShort,
  MINUTE,
  startRun,
} from './vehicle-day.fixture.ts'

/** 480 km east of where vehicles stand, and in the middle of a fence. */
const FAR = 78
const FENCES = [fenceAt(1, 73.5, 18.5), fenceAt(2, FAR, 18.5)]
const spike = (minute: number, more: Partial<Fix> = {}) => at(minute, { lng: FAR, ...more })
const atHome = (first: number, last: number) => every(first, last, {})
/** Outside of all fences. */
const onTheRoad = (first: number, last: number) =>
  every(first, last, { lng: 73.55, speed: 20, ignition: true })

/** Crossings in short: the fence and the way, when, and the end. */
const crossings = (fixes: readonly Fix[]) =>
  alertsOf(fixes, { fences: FENCES, rules: [{ type: 'GEOFENCEINOUT', threshold: 0 }] }).map(
    ({ subject, time, ended }) => [
      subject,
      (time - FROM) / MINUTE,
      ended === null ? null : (ended - FROM) / MINUTE,
    ],
  )
const CAME_HOME = [['1 IN', 3, null]]

test('DI-06 the fixture crosses fences where it can have driven', () => {
  expect(crossings([...onTheRoad(0, 2), ...atHome(3, 9), spike(100), at(200)])).toEqual([
    ['1 IN', 3, 100],
    ['1 OUT', 100, 100],
    ['2 IN', 100, 200],
    ['1 IN', 200, null],
    ['2 OUT', 200, 200],
  ])
})

test('DI-06 one fix where nobody can have driven raises and ends nothing', () => {
  expect(crossings([...onTheRoad(0, 2), ...atHome(3, 9), spike(9.5), ...atHome(10, 20)])).toEqual(CAME_HOME)
  const parked = [...atHome(0, 20), spike(20.5, { speed: 120, ignition: true, fuel: 1 }), ...atHome(21, 40)]
  expect(alertsOf(parked)).toEqual(alertsOf(atHome(0, 40)))
  expect(inShort(alertsOf(parked))).toEqual([['STOPPAGE', 0, 30, null, 1800]])
})

test('DI-06 two such fixes raise nothing, one by one and in different places', () => {
  const home = [...onTheRoad(0, 2), ...atHome(3, 9)]
  expect(crossings([...home, spike(9.5), at(10), spike(10.5), ...atHome(11, 20)])).toEqual(CAME_HOME)
  expect(crossings([...home, spike(9.2), at(9.4, { lng: 68 }), ...atHome(10, 20)])).toEqual(CAME_HOME)
})

test('DI-06 two that agree are believed: the vehicle begins anew there, and has neither left nor entered a fence', () => {
  const moved = [...onTheRoad(0, 2), ...atHome(3, 9), spike(10), spike(11), spike(12)]
  expect(crossings(moved)).toEqual([['1 IN', 3, 9]])
  // From there on it is seen as ever.
  const left = at(20, { lng: FAR + 0.05 })
  expect(crossings([...moved, left])).toEqual([
    ['1 IN', 3, 9],
    ['2 OUT', 20, 20],
  ])
  // What lasted ends with the last fix before, and begins again.
  expect(inShort(alertsOf([...atHome(0, 40), ...every(41, 80, { lng: FAR })]))).toEqual([
    ['STOPPAGE', 0, 30, 40, 2400],
    ['STOPPAGE', 42, 72, null, 1800],
  ])
  // The way there counts for nothing.
  const [rolling] = alertsOf(
    [...drive(0, 9, 60, { neutral: true }), ...every(10, 20, { lng: FAR, speed: 60, ignition: true })],
    { rules: [{ type: 'NEUTRALDRIVING', threshold: 10 }] },
  )
  expect(rolling).toMatchObject({ ended: at(9).time, durationS: 540 })
  const { distanceM } = rolling?.evidence.figures ?? {}
  expect(distanceM).toBeLessThan(9_100)
})

test('DI-06 a vehicle whose first fix is wrong raises nothing when the others are believed', () => {
  expect(crossings([spike(0), ...atHome(1, 20)])).toEqual([])
  expect(crossings([at(0, { lng: 68 }), ...atHome(1, 20)])).toEqual([])
})

test('DI-06 a second place at one time is left out', () => {
  expect(crossings([...onTheRoad(0, 2), ...atHome(3, 9), at(9, { lng: 73.55 }), ...atHome(10, 20)])).toEqual(
    CAME_HOME,
  )
})

test('DI-06 a fix between a doubtful one and the believed one before it is late, and counts by its time', () => {
  const home = [...onTheRoad(0, 2), ...atHome(3, 9)]
  const run = startRun({ fences: FENCES })
  for (const fix of [...home, spike(9.5)]) run.step(fix)
  expect(run.last()).toBe(spike(9.5).time)
  // With it, the doubtful fix is followed by one that agrees, as without it.
  expect(crossings([...home, at(9.2), spike(9.5), spike(9.7)])).toEqual([['1 IN', 3, 9.2]])
  expect(crossings([...home, spike(9.5), at(9.6), spike(9.7)])).toEqual(CAME_HOME)
})

test('DI-06 a doubt is part of the state, which is otherwise as if there had been none', () => {
  const [before, doubted] = [startRun({ fences: FENCES }), startRun({ fences: FENCES })]
  for (const fix of atHome(0, 9)) before.step(fix)
  for (const fix of [...atHome(0, 9), spike(9.5)]) doubted.step(fix)
  expect(isSameState(before.state(), doubted.state())).toBe(false)
  const again = startRun({ fences: FENCES, state: JSON.parse(JSON.stringify(doubted.state())) })
  expect(again.last()).toBe(spike(9.5).time)
  again.step(spike(10))
  expect(again.state().last).toMatchObject({ lng: FAR })
  // The next fix at home that is not the last one repeated settles it, and the state is that of releases that knew no doubt.
  for (const run of [before, doubted]) run.step(at(10, { lng: 73.5001 }))
  expect(doubted.state()).toEqual(before.state())
  expect(Object.keys(doubted.state())).toEqual(['last', 'rules'])
})
