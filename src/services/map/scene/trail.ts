import { JUMP_GAP_MS } from '#contract/constants.ts'
import type { TrailPoint } from '../map.port.ts'
import { turn } from './heading.ts'
import { isPlace, mercatorX, mercatorY } from './mercator.ts'

/** The head takes at most this long from one position to the next, in ms. */
export const HEAD_MOVE_MS = 1000
/** Most points a trail keeps; beyond, every second one of the older half is dropped. */
export const MAX_TRAIL_POINTS = 20_000

/** A position of the trail in Web Mercator; `jump` says that no line leads here. */
export type TrailStep = { readonly x: number; readonly y: number; readonly jump: boolean }

/** Where the head is at a moment. */
export type TrailHead = {
  readonly x: number
  readonly y: number
  readonly heading: number
  readonly moving: boolean
}

export type Trail = {
  readonly steps: readonly TrailStep[]
  readonly last: TrailPoint | null
  following: boolean
  live: boolean
  /** Adds a point that came at `now` (ms of any steady clock). Returns false for one that is not newer or not on the globe. */
  extend(point: TrailPoint, now: number): boolean
  /** The head at `now`; it glides unless `still`. Undefined before the first point. */
  headAt(now: number, still: boolean): TrailHead | undefined
}

/** An empty trail. The head glides in the time that lay between its last two points, at most HEAD_MOVE_MS. */
export const createTrail = (): Trail => {
  let steps: TrailStep[] = []
  let last: TrailPoint | null = null
  let from: { x: number; y: number; heading: number } | undefined
  let to: { x: number; y: number; heading: number } | undefined
  let startedAt = 0
  let lasts = 0

  const headAt = (now: number, still: boolean): TrailHead | undefined => {
    if (!from || !to) return undefined
    const share = still || lasts === 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / lasts))
    if (share === 1) return { ...to, moving: false }
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      heading: turn(from.heading, to.heading, Math.min(1, share * 2)),
      moving: true,
    }
  }

  return {
    get steps() {
      return steps
    },
    get last() {
      return last
    },
    following: false,
    live: true,
    extend: (point, now) => {
      const [lng, lat] = point.at
      if (!isPlace(lng, lat) || (last && point.time <= last.time)) return false
      const gap = last ? point.time - last.time : 0
      const jump = last === null || gap >= JUMP_GAP_MS
      const here = headAt(now, false)
      const heading = point.heading ?? to?.heading ?? Number.NaN
      to = { x: mercatorX(lng), y: mercatorY(lat), heading }
      from =
        here && !jump
          ? { x: here.x, y: here.y, heading: Number.isNaN(here.heading) ? heading : here.heading }
          : to
      startedAt = now
      lasts = jump ? 0 : Math.min(gap, HEAD_MOVE_MS)
      steps.push({ x: to.x, y: to.y, jump })
      last = point
      if (steps.length > MAX_TRAIL_POINTS) steps = thinned(steps)
      return true
    },
    headAt,
  }
}

/** A jump is kept, for it parts the line; so is the first point, for it is the start. */
const thinned = (steps: readonly TrailStep[]) =>
  steps.filter((step, place) => place === 0 || place > steps.length / 2 || place % 2 === 0 || step.jump)
