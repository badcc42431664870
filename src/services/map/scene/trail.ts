import { JUMP_GAP_MS, lineBreakGapMs } from '#domain/gaps.ts'
import { newInsertionIndex } from '#domain/numbers.ts'
import type { TrailPoint } from '../map.port.ts'
import { interpolateHeading, isPlace, mercatorX, mercatorY } from './mercator.ts'

/** The head takes at most this long from one position to the next, in ms. */
export const HEAD_MOVE_MS = 1000
/** Most points a trail keeps; beyond, every second one of the older half is dropped. */
export const MAX_TRAIL_POINTS = 20_000

/** A position of the trail in Web Mercator, when the vehicle was there (ms UTC), and how long it had been silent (ms; of the first, endless). */
export type TrailStep = {
  readonly x: number
  readonly y: number
  readonly time: number
  readonly silence: number
}

/** Where the head is at a moment. */
export type TrailHead = {
  readonly x: number
  readonly y: number
  readonly heading: number
  readonly moving: boolean
}

export type Trail = {
  readonly steps: readonly TrailStep[]
  /** The silence in ms from which on no line leads to a step (OPEN-37). */
  readonly breakSilenceMs: number
  readonly last: TrailPoint | null
  following: boolean
  live: boolean
  /**
   * Adds a point that came at `now` (ms of any steady clock), at its place by its time: one that came late leaves the head where
   * it is. Returns false for one of a time that is there, or not on the globe.
   */
  extend(point: TrailPoint, now: number): boolean
  /** The head at `now`; it glides unless `prefersReducedMotion`. Undefined before the first point. */
  headAt(now: number, prefersReducedMotion: boolean): TrailHead | undefined
}

/** An empty trail. The head glides in the time that lay between its last two points, at most HEAD_MOVE_MS. */
export const createTrail = (): Trail => {
  let steps: TrailStep[] = []
  let times: number[] = []
  let last: TrailPoint | null = null
  let from: { x: number; y: number; heading: number } | undefined
  let to: { x: number; y: number; heading: number } | undefined
  let startedAt = 0
  let lasts = 0
  let breakSilenceMs: number | undefined

  const headAt = (now: number, prefersReducedMotion: boolean): TrailHead | undefined => {
    if (!from || !to) return undefined
    const share =
      prefersReducedMotion || lasts === 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / lasts))
    if (share === 1) return { ...to, moving: false }
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      heading: interpolateHeading(from.heading, to.heading, Math.min(1, share * 2)),
      moving: true,
    }
  }

  const moveHead = (point: TrailPoint, { x, y, silence }: TrailStep, now: number) => {
    const jump = silence >= JUMP_GAP_MS
    const here = headAt(now, false)
    const heading = point.heading ?? to?.heading ?? Number.NaN
    to = { x, y, heading }
    from =
      here && !jump
        ? { x: here.x, y: here.y, heading: Number.isNaN(here.heading) ? heading : here.heading }
        : to
    startedAt = now
    lasts = jump || last === null ? 0 : Math.min(point.time - last.time, HEAD_MOVE_MS)
    last = point
  }

  return {
    get steps() {
      return steps
    },
    get breakSilenceMs() {
      breakSilenceMs ??= lineBreakGapMs(times)
      return breakSilenceMs
    },
    get last() {
      return last
    },
    following: false,
    live: true,
    extend: (point, now) => {
      const [lng, lat] = point.at
      const place = isPlace(lng, lat) ? newInsertionIndex(times, point.time) : null
      if (place === null) return false
      const [before, after] = [steps[place - 1], steps[place]]
      // Where thinning left points out, neither part of the way was as silent as it is long.
      const known = before && after ? after.silence : Number.POSITIVE_INFINITY
      const silence = Math.min(known, point.time - (before?.time ?? Number.NEGATIVE_INFINITY))
      const step = { x: mercatorX(lng), y: mercatorY(lat), time: point.time, silence }
      if (after) steps[place] = { ...after, silence: Math.min(after.silence, after.time - point.time) }
      else moveHead(point, step, now)
      steps.splice(place, 0, step)
      times.splice(place, 0, point.time)
      breakSilenceMs = undefined
      if (steps.length > MAX_TRAIL_POINTS) {
        steps = thinned(steps)
        times = steps.map(({ time }) => time)
      }
      return true
    },
    headAt,
  }
}

/** The first point is kept, for it is the start. What is left tells the silence of what is dropped before it. */
const thinned = (steps: readonly TrailStep[]) =>
  steps.flatMap((step, place) => {
    const isDropped = (at: number) => at > 0 && at <= steps.length / 2 && at % 2 === 1
    if (isDropped(place)) return []
    const dropped = isDropped(place - 1) ? steps[place - 1] : undefined
    return [dropped ? { ...step, silence: Math.max(step.silence, dropped.silence) } : step]
  })
