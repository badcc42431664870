import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseResumePoint } from '#contract/event-ids.ts'
import { LIVE } from '#server/live/limits.ts'
import { createSentTail, sumOfTimes } from '#server/live/sent-tail.ts'

const timeOf = (seconds: number) => Date.UTC(2026, 10, 19, 10, 30) + seconds * 1000

describe('the known tail of a reader', () => {
  /** A truck that does not move. */
  const fixAt = (time: number) => ({ time, lng: 73.85, lat: 18.52 })
  const times = fc.uniqueArray(fc.integer({ min: timeOf(0), max: timeOf(3_000) }), { minLength: 1 })

  test('has ids that are short, and the same for the same fixes in any order', () => {
    fc.assert(
      fc.property(times, (sent) => {
        const [begin = 0, ...rest] = sent.toSorted((a, b) => a - b)
        const [one, other] = [createSentTail(), createSentTail()]
        for (const time of [begin, ...rest]) expect(one.take(fixAt(time))).toBe(true)
        for (const time of [begin, ...rest.toReversed()]) expect(other.take(fixAt(time))).toBe(true)
        const newest = rest.at(-1) ?? begin
        const id = one.eventIdOf(123_456_789, newest)
        expect(other.eventIdOf(123_456_789, newest)).toBe(id)
        expect(id).toMatch(/^[\w-]{1,64}$/)
        expect(parseResumePoint(123_456_789, id)).toEqual({ begin, newest, sum: sumOfTimes(rest) })
        expect(one.take(fixAt(newest))).toBe(false)
      }),
    )
  })

  test('is bounded: the oldest fixes are forgotten, and anything before them is history', () => {
    const tail = createSentTail()
    const beginAt = (time: number) => parseResumePoint(7, tail.eventIdOf(7, time))?.begin
    for (let place = 0; place < LIVE.tailFixes + 10; place++) tail.take(fixAt(timeOf(place)))
    expect(beginAt(timeOf(500))).toBe(timeOf(9))
    expect(tail.take(fixAt(timeOf(9) - 500))).toBe(false)
    expect(tail.take(fixAt(timeOf(12) + 500))).toBe(true)
    expect(beginAt(timeOf(500))).toBe(timeOf(10))
    const later = timeOf(1_009) + LIVE.tailMs
    tail.take(fixAt(later))
    expect(beginAt(later)).toBe(timeOf(1_009))
  })

  test('DI-06 still rejects impossible places by the last forgotten one', () => {
    const hour = 3600
    const tail = createSentTail()
    const elsewhere = { lng: 83.3 }
    tail.take({ ...fixAt(timeOf(-6 * hour)), ...elsewhere })
    tail.take(fixAt(timeOf(10)))
    for (let place = 0; place < LIVE.tailFixes; place++) tail.take(fixAt(timeOf(6 * hour + place)))
    expect(parseResumePoint(7, tail.eventIdOf(7, timeOf(6 * hour)))?.begin).toBe(timeOf(10))
    expect(tail.take({ ...fixAt(timeOf(15)), ...elsewhere })).toBe(false)
    expect(tail.take(fixAt(timeOf(16)))).toBe(true)
  })

  test('LIV-03 lets a backlog of twelve hours at the usual 10 s be sent whole, newest first too', () => {
    const tail = createSentTail()
    const places = Array.from({ length: LIVE.tailMs / 10_000 }, (_, place) => timeOf(place * 10))
    tail.take(fixAt(timeOf(-10)))
    expect(places.toReversed().filter((time) => !tail.take(fixAt(time)))).toEqual([])
  })
})
