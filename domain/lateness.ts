import { MINUTE_MS } from './units.ts'

const INTERVALS_UNTIL_LATE = 3

/** Milliseconds after which a vehicle's latest fix is late: 45 s, or three times the median `intervalS` seconds between its fixes (OPEN-40). */
export const lateAfterMs = (intervalS: number | null): number =>
  Math.max(LATE_AFTER_MS, INTERVALS_UNTIL_LATE * (intervalS ?? 0) * 1000)

/** A stream without bytes for this long, or a fix older than this and 3 × the vehicle's median interval, is late (OPEN-40). */
export const LATE_AFTER_MS = 45_000

/** Fixes dated further ahead of the server than this never become the latest position (DI-05). */
export const FUTURE_LIMIT_MS = 5 * MINUTE_MS
