import { expect, test } from 'vitest'
import { RULES } from '#server/rules/limits.ts'
import { at, fenceAt, startRun } from './vehicle-day.fixture.ts'

const CROSSINGS = [{ type: 'GEOFENCEINOUT', threshold: 0 }] as const
const yard = fenceAt(1, 73.6, 18.5)
/** In the fence at even minutes, outside of it at odd ones. */
const passing = (minute: number) => at(minute, { lng: minute % 2 === 0 ? 73.6 : 73.62, speed: 30 })

test('ALR-27 a rule that has reported too often in a day rests until the next day, and ends what lasts', () => {
  const run = startRun({ fences: [yard, fenceAt(2, 73.61, 18.5, { radiusM: 5_000 })], rules: CROSSINGS })
  let minute = 1
  const reports = () => run.state().reports?.['GEOFENCEINOUT 0'] ?? 0
  for (; reports() < RULES.reportsADay; minute += 1) run.step(passing(minute))
  expect(run.takeResting()).toEqual(['GEOFENCEINOUT 0'])
  const found = run.take()
  // Each entry into the yard is reported twice, each exit once; the vehicle never leaves the other fence.
  expect(found.length).toBe(Math.ceil((RULES.reportsADay * 2) / 3))
  expect(found.filter(({ ended }) => ended === null)).toEqual([])
  for (const last = minute + 20; minute < last; minute += 1) run.step(passing(minute))
  expect([run.take(), run.open(), run.takeResting()]).toEqual([[], [], []])
  run.beginDay()
  for (const last = minute + 4; minute < last; minute += 1) run.step(passing(minute))
  expect(run.take().length).toBeGreaterThan(0)
})

test('a run that rests does so too when it is stored as JSON and taken up again within the day', () => {
  const first = startRun({ fences: [yard], rules: CROSSINGS })
  for (let minute = 1; minute < 2 * RULES.reportsADay; minute += 1) first.step(passing(minute))
  const second = startRun({
    ...{ fences: [yard], rules: CROSSINGS },
    state: JSON.parse(JSON.stringify(first.state())),
  })
  for (let minute = 0; minute < 10; minute += 1) second.step(passing(2 * RULES.reportsADay + minute))
  expect(second.take()).toEqual([])
})

test('one rule that rests leaves the others alone', () => {
  const rules = [...CROSSINGS, { type: 'ADBLUEZONE', threshold: 0 }] as const
  const run = startRun({ fences: [yard], rules })
  for (let minute = 1; minute < 2 * RULES.reportsADay; minute += 1) run.step(passing(minute))
  run.take()
  run.step({ ...passing(2 * RULES.reportsADay), adblueZone: 3 })
  expect(run.take().map(({ type }) => type)).toEqual(['ADBLUEZONE'])
})

test('ALR-27 a vehicle is watched in the fences with alerts that have the smallest ids, so many at a time', () => {
  const silent = { entryAlert: false, exitAlert: false }
  const fences = Array.from({ length: RULES.fencesAtOnce + 60 }, (_, i) =>
    fenceAt(i + 1, 73.6, 18.5, i < 10 ? silent : {}),
  )
  const run = startRun({ fences, rules: CROSSINGS })
  for (const minute of [1, 2, 3]) run.step(passing(minute))
  const entered = new Set(run.take().map(({ evidence }) => evidence.fence?.id))
  expect([...entered]).toEqual(Array.from({ length: RULES.fencesAtOnce }, (_, i) => i + 11))
})
