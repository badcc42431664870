import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { isSameState } from '#server/rules/run.ts'
import type { FoundAlert } from '#server/rules/types.ts'
import { decodeDay, encodeDay } from '#server/track/codec.ts'
import { columnsOf } from '#server/track/columns.ts'
import { alertsOf, at, fenceAt, startRun } from './vehicle-day.fixture.ts'

const FENCES = [fenceAt(1, 73.5, 18.5), fenceAt(2, 73.52, 18.5, { radiusM: 3000 })]

/** Drives that meet every rule: places around two fences, and values around each threshold. */
const anyFixes = fc
  .array(
    fc.record({
      gap: fc.constantFrom(10, 30, 60, 400, 900, 4000),
      lng: fc.constantFrom(73.45, 73.5, 73.505, 73.53, 73.6),
      speed: fc.constantFrom(undefined, 0, 2, 12, 50, 76, 79, 81.04, 95),
      ignition: fc.constantFrom(undefined, true, false),
      rpm: fc.constantFrom(undefined, 0, 700, 2800, 2900),
      fuel: fc.constantFrom(undefined, 0, 0.004, -1, -8, -100),
      isFilled: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      adblue: fc.constantFrom(undefined, 10, 5, 5, 3),
      adblueZone: fc.constantFrom(undefined, 0, 2, 5),
      neutral: fc.constantFrom(undefined, true, false),
      dpf: fc.constantFrom(undefined, 0, 1, 2),
      dtcs: fc.constantFrom(undefined, [], ['P20EE'], ['SPN 110 FMI 3']),
    }),
    { minLength: 1, maxLength: 60, size: 'max' },
  )
  .map((steps) => {
    let [minute, level] = [0, 200]
    return steps.map(({ gap, isFilled, fuel, ...rest }): Fix => {
      minute += gap / 60
      if (isFilled) level = level < 150 ? 250 : level - 60
      const fix = { ...rest, fuel: fuel === undefined ? undefined : level + fuel / 100 }
      return at(minute, Object.fromEntries(Object.entries(fix).filter(([, value]) => value !== undefined)))
    })
  })

test('a run that is stored as JSON and taken up again anywhere finds the same', () => {
  const types = new Set<string>()
  fc.assert(
    fc.property(anyFixes, fc.nat(), (fixes, place) => {
      const cut = place % (fixes.length + 1)
      const whole = startRun({ fences: FENCES })
      const first = startRun({ fences: FENCES })
      const found: FoundAlert[] = []
      for (const fix of fixes) whole.step(fix)
      for (const fix of fixes.slice(0, cut)) first.step(fix)
      found.push(...first.take())
      const second = startRun({ fences: FENCES, state: JSON.parse(JSON.stringify(first.state())) })
      for (const fix of fixes.slice(cut)) second.step(fix)
      found.push(...second.take())
      const last = new Map(found.map((alert) => [[alert.type, alert.subject, alert.began].join(), alert]))
      const all = whole.take()
      for (const { type } of all) types.add(type)
      expect(new Map(all.map((alert) => [[alert.type, alert.subject, alert.began].join(), alert]))).toEqual(
        last,
      )
      expect(isSameState(second.state(), whole.state())).toBe(true)
      expect(second.open()).toEqual(whole.open())
    }),
    { numRuns: 300 },
  )
  expect(types.size).toBe(12)
})

test('a day gives the same alerts before and after it is stored', () => {
  fc.assert(
    fc.property(anyFixes, (fixes) => {
      const stored = decodeDay(encodeDay(columnsOf(fixes)))
      const run = startRun({ fences: FENCES })
      run.stepOver(stored, 0, stored.length)
      const open = startRun({ fences: FENCES })
      for (const fix of fixes) open.step(fix)
      expect(run.take()).toEqual(open.take())
      expect(run.state()).toEqual(open.state())
    }),
    { numRuns: 200 },
  )
})

test('a rule that is new to a state begins with the next fix; others go on', () => {
  const run = startRun({ rules: [{ type: 'STOPPAGE', threshold: 30 }] })
  for (let minute = 0; minute < 20; minute += 1) run.step(at(minute))
  const more = startRun({
    rules: [
      { type: 'STOPPAGE', threshold: 30 },
      { type: 'STOPPAGE', threshold: 15 },
    ],
    state: run.state(),
  })
  for (let minute = 20; minute < 40; minute += 1) more.step(at(minute))
  expect(more.take().map(({ threshold, began }) => [threshold, began])).toEqual([
    [30, at(0).time],
    [15, at(20).time],
  ])
})

test('what lasts still is told with its figures so far', () => {
  const run = startRun()
  for (let minute = 0; minute <= 45; minute += 1) run.step(at(minute))
  expect(run.open().map(({ type, ended, durationS }) => [type, ended, durationS])).toEqual([
    ['STOPPAGE', null, 45 * 60],
  ])
  expect(alertsOf([])).toEqual([])
})
