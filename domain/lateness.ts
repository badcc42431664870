import { HOUR_MS, MINUTE_MS } from './units.ts'

/** A fix older than this and three of the vehicle's intervals is late, ms; so is a stream without bytes for this long, three heartbeats (OPEN-40). */
export const LATE_AFTER_MS = 45_000

const INTERVALS_UNTIL_LATE = 3

/** The age in ms from which a vehicle's latest fix is late: LATE_AFTER_MS, or three times the median `intervalS` between its fixes in seconds if that is longer (OPEN-40). */
export const lateAfterMs = (intervalS: number | null): number =>
  Math.max(LATE_AFTER_MS, INTERVALS_UNTIL_LATE * (intervalS ?? 0) * 1000)

/** A day is closed this long after its end, ms, so that most late fixes are there by then. */
export const CLOSING_GRACE_MS = 2 * HOUR_MS

/** A fix dated further ahead of the server's clock than this, ms, never becomes the latest position (DI-05). */
export const FUTURE_LIMIT_MS = 5 * MINUTE_MS
