import * as fc from 'fast-check'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { PLAYBACK_SPEEDS, type PlaybackSpeed } from '#domain/playback.ts'
import type { PlayerEvent } from '#src/machines/playback/playback.ports.ts'
import { playTrack$ } from '#src/streams/playback.stream.ts'

const MINUTE = 60_000
/** Takes 4000 ms at speed 1. */
const STEP = 12_000

type Points = {
  readonly gapsMs: readonly number[]
  readonly breaks?: readonly number[]
  readonly speeds?: readonly number[]
}

const trackOf = ({ gapsMs, breaks = [], speeds = [] }: Points) => {
  const length = gapsMs.length + 1
  const time = new Float64Array(length)
  for (const [i, gap] of gapsMs.entries()) time[i + 1] = (time[i] ?? 0) + gap
  return {
    length,
    time,
    speed: Float32Array.from({ length }, (_, i) => speeds[i] ?? 50),
    breaks: Uint8Array.from({ length }, (_, i) => breaks[i] ?? 0),
  }
}

const play = (points: Points, { index = 0, speed = 1 as PlaybackSpeed, skipsStanding = false } = {}) => {
  const frame$ = new Subject<number>()
  const emitted: PlayerEvent[] = []
  const frames: [index: number, fraction: number][] = []
  let at = 0
  let done = false
  const subscription = playTrack$({
    request: { trackId: 'a', index, speed, skipsStanding },
    tracks: { get: (trackId) => (trackId === 'a' ? trackOf(points) : undefined) },
    frame$,
    onFrame: (...where) => frames.push(where),
  }).subscribe({
    next: (event) => emitted.push(event),
    complete: () => {
      done = true
    },
  })
  frame$.next(at)
  return {
    facts: emitted,
    frames,
    frame$,
    subscription,
    isDone: () => done,
    run: (ms: number, everyMs = 20) => {
      for (const end = at + ms; at < end; ) {
        at += everyMs
        frame$.next(at)
      }
    },
    indexes: () => emitted.flatMap((event) => (event.type === 'playback.movedTo' ? [event.index] : [])),
  }
}

test('the marker moves smoothly between points, and the machine receives points only', () => {
  const { run, frames, indexes, facts } = play({ gapsMs: [STEP, STEP, STEP] })
  run(2000)
  expect(frames.at(-1)?.[0]).toBe(0)
  expect(frames.at(-1)?.[1]).toBeCloseTo(0.5, 2)
  expect(facts).toEqual([])
  run(2020)
  expect(indexes()).toEqual([1])
  expect(facts[0]).toEqual({ type: 'playback.movedTo', index: 1, time: STEP })
})

test('OPEN-38 time passes evenly, three times as fast as recorded at speed 1, whatever lies between the points', () => {
  const gapsMs = [3000, 9000, 1000, 24_000, 5000]
  const { run, frames } = play({ gapsMs })
  const { time } = trackOf({ gapsMs })
  run(13_000)
  const shown = frames.map(([index, fraction]) => {
    const from = time[index] ?? 0
    return from + fraction * ((time[index + 1] ?? from) - from)
  })
  for (const [frame, at] of shown.entries()) expect(at).toBeCloseTo(frame * 20 * 3, 3)
})

test('PLB-14 at the last point the player reports the end and stops', () => {
  const { run, facts, isDone, frames } = play({ gapsMs: [STEP, STEP] })
  run(8100)
  expect(facts).toEqual([
    { type: 'playback.movedTo', index: 1, time: STEP },
    { type: 'playback.movedTo', index: 2, time: 2 * STEP },
    { type: 'playback.reachedEnd' },
  ])
  expect(frames.at(-1)).toEqual([2, 0])
  expect(isDone()).toBe(true)
})

test('PLB-19 at a gap of 3 minutes the marker jumps: it is never seen in between', () => {
  const { run, frames } = play({ gapsMs: [STEP, 3 * MINUTE, STEP] })
  run(4100)
  const between = frames.filter(([index, fraction]) => index === 1 && fraction > 0)
  expect(between).toEqual([])
  expect(frames.at(-1)?.[0]).toBe(2)
})

test('a gap just below 3 minutes is driven', () => {
  const { run, frames } = play({ gapsMs: [STEP, 3 * MINUTE - 1, STEP] })
  run(8000)
  expect(frames.some(([index, fraction]) => index === 1 && fraction > 0.4)).toBe(true)
})

test('OPEN-37 a break in the line makes the marker jump too', () => {
  const { run, frames } = play({ gapsMs: [STEP, STEP, STEP], breaks: [0, 1, 0] })
  run(4400)
  expect(frames.filter(([index, fraction]) => index === 1 && fraction > 0)).toEqual([])
})

test('each point after a gap is seen for a frame', () => {
  const { run, frames } = play({ gapsMs: Array(10).fill(5 * MINUTE) })
  run(1000)
  expect([...new Set(frames.map(([index]) => index))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('PLB-02 it starts at the given position and keeps to the speed', () => {
  const { run, indexes } = play({ gapsMs: [STEP, STEP, STEP, STEP] }, { index: 2, speed: 10 })
  run(420)
  expect(indexes()).toEqual([3])
})

test('started at the end it reports the end on the next frame', () => {
  const { facts } = play({ gapsMs: [STEP] }, { index: 1 })
  expect(facts).toEqual([{ type: 'playback.reachedEnd' }])
})

test('the machine receives the cursor at most ten times a second', () => {
  const { run, indexes } = play({ gapsMs: Array(2000).fill(100) }, { speed: 10 })
  const before = indexes().length
  run(10_000, 10)
  expect(indexes().length - before).toBeLessThanOrEqual(101)
})

test('ST-18 a hidden page continues where it was', () => {
  const { run, frames } = play({ gapsMs: [STEP, STEP, STEP] })
  run(1000)
  run(600_000, 600_000)
  expect(frames.at(-1)?.[0]).toBe(0)
})

test('standing time is skipped in one frame on request, and played otherwise', () => {
  const points = { gapsMs: Array<number>(6).fill(MINUTE), speeds: [50, 0, 0, 0.4, 0, 50, 50] }
  const skipping = play(points, { index: 1, skipsStanding: true })
  skipping.run(20)
  expect(skipping.frames.at(-1)).toEqual([5, 0])
  const played = play(points, { index: 1 })
  played.run(20)
  expect(played.frames.at(-1)?.[0]).toBe(1)
})

test('a route that ends standing reaches its end when standing time is skipped', () => {
  const player = play({ gapsMs: [MINUTE, MINUTE], speeds: [0, 0, 0] }, { skipsStanding: true })
  player.run(40)
  expect(player.isDone()).toBe(true)
  expect(player.indexes()).toEqual([2])
})

test('unsubscribing stops it', () => {
  const { subscription, frame$ } = play({ gapsMs: [STEP] })
  subscription.unsubscribe()
  expect(frame$.observed).toBe(false)
})

describe('for any track', () => {
  const gaps = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 10 * MINUTE })),
    {
      maxLength: 40,
    },
  )

  test('the cursor never steps back, never leaves the track, and reaches the end', () => {
    fc.assert(
      fc.property(
        gaps,
        fc.constantFrom(...PLAYBACK_SPEEDS),
        fc.integer({ min: 0, max: 50 }),
        (gapsMs, speed, index) => {
          const { run, frames, facts, isDone } = play({ gapsMs }, { speed, index })
          for (let i = 0; i < 2000 && !isDone(); i++) run(240, 240)
          const places = frames.map(([at, fraction]) => at + fraction)
          expect(places.every((place, i) => i === 0 || place >= (places[i - 1] ?? 0))).toBe(true)
          expect(frames.every(([at, fraction]) => at <= gapsMs.length && fraction >= 0 && fraction < 1)).toBe(
            true,
          )
          expect(facts.at(-1)).toEqual({ type: 'playback.reachedEnd' })
        },
      ),
      { numRuns: 50 },
    )
  })
})
