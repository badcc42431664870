import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/units.ts'
import { standingAt } from '#src/views/playback/track-figures.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

const STARTS = Date.UTC(2026, 10, 19, 18, 0)

/** One point a minute at these speeds; `silent` ones arrive an hour late. */
const trackOf = (speeds: readonly number[], silent: readonly number[] = []) => {
  const length = speeds.length
  let at = STARTS - MINUTE_MS
  const time = Float64Array.from(speeds, (_, i) => (at += silent.includes(i) ? 60 * MINUTE_MS : MINUTE_MS))
  const none = new Float32Array(length)
  return makeTrack({
    ...{ length, time, speed: Float32Array.from(speeds), stop: none, heading: none },
    ...{ lng: new Float64Array(length).fill(77), lat: new Float64Array(length).fill(13) },
    events: new Uint16Array(length),
  })
}
const minute = (count: number) => STARTS + count * MINUTE_MS

test('PLB-30 a standstill that plays for five minutes or more leads to its departure, anywhere in the route', () => {
  const track = trackOf([0, 0, 0.4, 0, 0, 50, 50, 0, 0, 0, 0, 0, 0, 40])
  const first = { from: 0, to: 5, until: minute(5), isLast: false }
  const second = { from: 7, to: 13, until: minute(13), isLast: false }
  expect([0, 4, 5, 6, 7, 12, 13].map((index) => standingAt(track, index))).toEqual([
    ...[first, first, null, null, second, second, null],
  ])
})

test('PLB-19 a shorter one does not, nor one that is a silence the marker jumps over', () => {
  expect(standingAt(trackOf([0, 0, 0, 0, 50]), 0)).toBeNull()
  expect(standingAt(trackOf([0, 0, 50, 50], [1]), 0)).toBeNull()
  expect(standingAt(trackOf([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 50]), 0)).toBeNull()
})

test('a standstill at the end of the route leads to its end', () => {
  expect(standingAt(trackOf([50, 0, 0, 0, 0, 0, 0]), 3)).toEqual({
    ...{ from: 1, to: 6, until: minute(6), isLast: true },
  })
})
