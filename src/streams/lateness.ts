import { LATE_AFTER_MS } from '#contract/constants.ts'

const KEPT_INTERVALS = 9
const INTERVALS_UNTIL_LATE = 3

/** Learns how often a vehicle reports. */
export type Lateness = {
  /** Takes the time of a newer fix, ms. */
  seen(time: number): void
  /** Milliseconds after which the latest fix is late: 45 s, or three times the median interval (OPEN-40). */
  lateAfterMs(): number
}

/** A memory of the last few intervals of one vehicle. */
export const createLateness = (): Lateness => {
  let last: number | null = null
  let intervals: number[] = []
  return {
    seen: (time) => {
      if (last !== null) intervals = [...intervals, time - last].slice(-KEPT_INTERVALS)
      last = time
    },
    lateAfterMs: () => {
      const median = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0
      return Math.max(LATE_AFTER_MS, INTERVALS_UNTIL_LATE * median)
    },
  }
}
