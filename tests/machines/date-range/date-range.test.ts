import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import {
  type Clock,
  defaultRange,
  endHours,
  type Range,
  rangeForLink,
  rangeOfLink,
  rangeWithin,
  shownEnd,
  startHours,
  withEnd,
  withStart,
} from '#src/machines/date-range/date-range.logic.ts'
import { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { selectRange } from '#src/machines/date-range/date-range.selectors.ts'

/** A time as read in India. */
const ist = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour, minute) - 5.5 * HOUR_MS
const NOW = ist(20, 10, 45)
const clockAt = (now: number): Clock => ({ now, timeZone: DEFAULT_TIME_ZONE })
const CLOCK = clockAt(NOW)

const startRange = (now = NOW) => {
  const range = createActor(dateRangeMachine, { input: clockAt(now) })
  range.start()
  return { range, chosen: () => selectRange(range.getSnapshot()) }
}

test('PLB-26 CONFLICT-43 the default range is the last day: the current hour is shown as the end and included whole, and yesterday has all hours', () => {
  const { chosen } = startRange()
  expect(chosen()).toEqual({ from: ist(19, 10), to: ist(20, 11) })
  expect(shownEnd(chosen(), CLOCK)).toBe(ist(20, 10))
  expect(endHours(chosen(), CLOCK)).toEqual({ min: 0, max: 10 })
  expect(startHours(chosen(), CLOCK)).toEqual({ min: 0, max: 23 })
})

test('a range that the parent shows is shown in whole hours, and without one the default range', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.restored', range: { from: ist(15, 7), to: ist(16, 7, 20) }, now: NOW })
  expect(chosen()).toEqual({ from: ist(15, 7), to: ist(16, 7) })
  range.send({ type: 'range.restored', range: null, now: NOW })
  expect(chosen()).toEqual(defaultRange(CLOCK))
})

test('PLB-22 PLB-36 PLB-39 CONFLICT-12 a start more than a day ago sets the end one day after it', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.startChosen', at: ist(15, 7, 20), now: NOW })
  expect(chosen()).toEqual({ from: ist(15, 7), to: ist(16, 7) })
  range.send({ type: 'range.startChosen', at: ist(19, 10), now: NOW })
  expect(shownEnd(chosen(), CLOCK)).toBe(ist(20, 10))
})

test('the start that a range has already, chosen again, changes nothing', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.startChosen', at: ist(15, 7), now: NOW })
  range.send({ type: 'range.endChosen', at: ist(18, 7), now: NOW })
  range.send({ type: 'range.startChosen', at: ist(15, 7, 20), now: NOW })
  expect(chosen()).toEqual({ from: ist(15, 7), to: ist(18, 7) })
})

test('PLB-40 PLB-42 the current hour can be chosen as the end, or as both, and means until now', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.endChosen', at: ist(20, 9), now: NOW })
  expect(chosen().to).toBe(ist(20, 9))
  range.send({ type: 'range.endChosen', at: ist(20, 10), now: NOW })
  expect(chosen().to).toBe(ist(20, 11))
  range.send({ type: 'range.startChosen', at: ist(20, 10), now: NOW })
  expect(chosen()).toEqual({ from: ist(20, 10), to: ist(20, 11) })
  expect(endHours(chosen(), CLOCK)).toEqual({ min: 10, max: 10 })
})

test('PLB-23 an end in an earlier hour means the start of that hour, even once that hour is over', () => {
  const range: Range = { from: ist(20, 8), to: ist(20, 9) }
  expect(shownEnd(range, CLOCK)).toBe(ist(20, 9))
  expect(shownEnd({ from: ist(20, 8), to: ist(20, 11) }, clockAt(ist(20, 12, 5)))).toBe(ist(20, 11))
})

test('a range keeps its hours and drops the part that is not over yet', () => {
  expect(rangeWithin({ from: ist(12, 7), to: ist(15, 9) }, CLOCK)).toEqual({
    from: ist(12, 7),
    to: ist(15, 9),
  })
  expect(rangeWithin({ from: ist(25, 7), to: ist(26, 9) }, CLOCK)).toEqual({
    from: ist(20, 10),
    to: ist(20, 11),
  })
})

test('PLB-23 a linked range has the same hours whenever it is opened, and no more of the route than was known', () => {
  const minutes = (days: number) => fc.integer({ min: 0, max: days * 24 * 60 }).map((each) => each * 60_000)
  fc.assert(
    fc.property(
      minutes(40),
      minutes(30),
      minutes(3),
      minutes(40),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (since, back, long, later, share) => {
        const now = ist(1, 0) + since
        const [clock, laterClock] = [clockAt(now), clockAt(now + later)]
        const range = rangeWithin({ from: now - back, to: now - back + long }, clock)
        const lastAt = Math.floor(range.from + share * (Math.min(now, range.to - 1) - range.from))
        const sent = rangeForLink(range, lastAt, clock)
        const opened = rangeOfLink(sent, laterClock)
        expect([opened.from, shownEnd(opened, laterClock)]).toEqual([range.from, shownEnd(range, clock)])
        expect(opened.to).toBeGreaterThan(lastAt)
        expect(opened.to).toBeLessThanOrEqual(Math.max(shownEnd(range, clock), lastAt + 1000))
      },
    ),
  )
})

test('a link into the future opens at the current hour; an end within the hour is replaced at the next choice', () => {
  expect(rangeOfLink({ from: ist(25, 7), to: ist(26, 9) }, CLOCK)).toEqual({
    from: ist(20, 10),
    to: ist(20, 11),
  })
  const linked = { from: ist(18, 7), to: ist(19, 9, 40) }
  expect(withStart(linked, ist(19, 11), CLOCK)).toEqual({ from: ist(19, 11), to: ist(20, 11) })
  expect(withStart({ ...linked, to: ist(20, 9, 40) }, ist(19, 11), CLOCK)).toEqual({
    from: ist(19, 11),
    to: ist(20, 9),
  })
})

test('PLB-36 a newer start keeps an end that is still later', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.endChosen', at: ist(20, 9), now: NOW })
  range.send({ type: 'range.startChosen', at: ist(20, 6), now: NOW })
  expect(chosen()).toEqual({ from: ist(20, 6), to: ist(20, 9) })
})

test('PLB-36 a newer start after the end moves the end to the current hour', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.startChosen', at: ist(15, 7), now: NOW })
  range.send({ type: 'range.startChosen', at: ist(20, 4), now: NOW })
  expect(chosen()).toEqual({ from: ist(20, 4), to: ist(20, 11) })
})

test('PLB-21 PLB-37 future times become the current hour', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.endChosen', at: ist(25, 3), now: NOW })
  expect(shownEnd(chosen(), CLOCK)).toBe(ist(20, 10))
  range.send({ type: 'range.startChosen', at: ist(25, 3), now: NOW })
  expect(chosen()).toEqual({ from: ist(20, 10), to: ist(20, 11) })
})

test('PLB-24 PLB-38 PLB-40 with both dates today, the end hours run from the start hour to the current hour', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.startChosen', at: ist(20, 6), now: NOW })
  expect(endHours(chosen(), CLOCK)).toEqual({ min: 6, max: 10 })
})

test('PLB-24 PLB-27 PLB-42 hours run up to the current one today and to 23 on other days', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.startChosen', at: ist(20, 6), now: NOW })
  expect(startHours(chosen(), CLOCK)).toEqual({ min: 0, max: 10 })
  range.send({ type: 'range.startChosen', at: ist(15, 7), now: NOW })
  expect(startHours(chosen(), CLOCK)).toEqual({ min: 0, max: 23 })
  expect(endHours(chosen(), CLOCK)).toEqual({ min: 0, max: 23 })
})

test('OPEN-27 an end before the start becomes one hour after it', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.endChosen', at: ist(1, 0), now: NOW })
  expect(chosen()).toEqual({ from: ist(19, 10), to: ist(19, 11) })
})

test('PLB-25 choosing another day resets the range and the available hours', () => {
  const { range, chosen } = startRange()
  range.send({ type: 'range.startChosen', at: ist(15, 7), now: NOW })
  range.send({ type: 'range.endChosen', at: ist(15, 9), now: NOW })
  expect(endHours(chosen(), CLOCK)).toEqual({ min: 7, max: 23 })
  range.send({ type: 'range.startChosen', at: ist(20, 6), now: NOW })
  expect(chosen()).toEqual({ from: ist(20, 6), to: ist(20, 11) })
  expect(startHours(chosen(), CLOCK)).toEqual({ min: 0, max: 10 })
  expect(endHours(chosen(), CLOCK)).toEqual({ min: 6, max: 10 })
})

test('PLB-24 around midnight in India the end stays on the current day', () => {
  const early = clockAt(ist(20, 0, 10))
  expect(withStart(defaultRange(early), ist(20, 0), early)).toEqual({ from: ist(20, 0), to: ist(20, 1) })
  const late = clockAt(ist(20, 23, 50))
  expect(shownEnd(defaultRange(late), late)).toBe(ist(20, 23))
  expect(endHours(defaultRange(late), late)).toEqual({ min: 0, max: 23 })
})

const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
const choices = fc.array(
  fc.record({
    what: fc.constantFrom('start', 'end'),
    at: times,
    later: fc.integer({ min: -DAY_MS, max: DAY_MS }),
  }),
  { maxLength: 8 },
)

test.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'America/St_Johns'])(
  'OPEN-27 CONFLICT-12 any sequence of choices gives whole hours of %s, at least one, none after the current hour',
  (timeZone) => {
    const hourOf = (time: number) => startOfHour(time, timeZone)
    fc.assert(
      fc.property(times, choices, (start, list) => {
        let now = start
        let range: Range = defaultRange({ now, timeZone })
        for (const { what, at, later } of list) {
          now += later
          const clock = { now, timeZone }
          range = what === 'start' ? withStart(range, at, clock) : withEnd(range, at, clock)
          expect(hourOf(range.from)).toBe(range.from)
          expect(hourOf(range.to)).toBe(range.to)
          expect(range.to - range.from).toBeGreaterThanOrEqual(HOUR_MS)
          expect(hourOf(range.to - 1)).toBeLessThanOrEqual(hourOf(now))
          for (const hours of [startHours(range, clock), endHours(range, clock)]) {
            expect(hours.min).toBeGreaterThanOrEqual(0)
            expect(hours.max).toBeLessThanOrEqual(23)
            expect(hours.min).toBeLessThanOrEqual(hours.max)
          }
        }
      }),
    )
  },
)
