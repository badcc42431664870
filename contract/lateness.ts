import { LATE_AFTER_MS } from './constants.ts'

const INTERVALS_UNTIL_LATE = 3

/** Milliseconds after which a vehicle's latest fix is late: 45 s, or three times the median `intervalS` seconds between its fixes (OPEN-40). */
export const lateAfterMs = (intervalS: number | null): number =>
  Math.max(LATE_AFTER_MS, INTERVALS_UNTIL_LATE * (intervalS ?? 0) * 1000)
