import { interpolateHeading } from '#domain/compass.ts'
import { JUMP_GAP_MS, lineBreakGapMs } from '#domain/gaps.ts'
import { isOnGlobe } from '#domain/geo.ts'
import { newInsertionIndex } from '#domain/numbers.ts'
import type { TrailPoint } from '../map.port.ts'
import { mercatorX, mercatorY } from './mercator.ts'

/** Longest time in ms that the head takes from one position to the next. */
export const HEAD_MOVE_MS = 1000
/** Most points of a trail. Beyond it, every second point of the older half is dropped. */
export const MAX_TRAIL_POINTS = 20_000

/**
 * A position of the trail in Web Mercator, its time (ms UTC) and the silence before it (ms; Infinity for the first).
 */
export type TrailStep = {
  readonly x: number
  readonly y: number
  readonly time: number
  readonly silence: number
}

/** The head at an instant. */
export type TrailHead = {
  readonly x: number
  readonly y: number
  readonly heading: number
  readonly moving: boolean
}

export type Trail = {
  readonly steps: readonly TrailStep[]
  /** From this silence in ms on, no line leads to a step (OPEN-37). */
  readonly breakSilenceMs: number
  readonly last: TrailPoint | null
  following: boolean
  live: boolean
  /**
   * Inserts a point received at `now` (ms of a monotonic clock) by its time; a late one does not move the head.
   * Returns false for a point that is off the globe or repeats a time.
   */
  extend(point: TrailPoint, now: number): boolean
  /** The head at `now`. It glides unless `prefersReducedMotion`. Undefined before the first point. */
  headAt(now: number, prefersReducedMotion: boolean): TrailHead | undefined
}

/** An empty trail. The head glides for the time between its last two points, at most HEAD_MOVE_MS. */
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
      const place = isOnGlobe(lng, lat) ? newInsertionIndex(times, point.time) : null
      if (place === null) return false
      const [before, after] = [steps[place - 1], steps[place]]
      // Where thinning dropped points, `after.silence` is shorter than the time between its neighbours.
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

/** Keeps the first point, which is the start. A remaining point takes over the silence of the one dropped before it. */
const thinned = (steps: readonly TrailStep[]) =>
  steps.flatMap((step, place) => {
    const isDropped = (at: number) => at > 0 && at <= steps.length / 2 && at % 2 === 1
    if (isDropped(place)) return []
    const dropped = isDropped(place - 1) ? steps[place - 1] : undefined
    return [dropped ? { ...step, silence: Math.max(step.silence, dropped.silence) } : step]
  })
