import { LATE_AFTER_MS } from './constants.ts'

/** How many of a vehicle's last intervals between fixes tell how often it reports. */
export const KEPT_INTERVALS = 9

const INTERVALS_UNTIL_LATE = 3

/** Milliseconds after which a vehicle's latest fix is late: 45 s, or three times the median of its intervals in ms (OPEN-40). */
export const lateAfterMs = (intervals: ArrayLike<number>): number => {
  const sorted = Array.from(intervals).sort((a, b) => a - b)
  return Math.max(LATE_AFTER_MS, INTERVALS_UNTIL_LATE * (sorted[Math.floor(sorted.length / 2)] ?? 0))
}
