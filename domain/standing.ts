import { MINUTE_MS } from './units.ts'

/** Below this many km/h a position only trembles: the vehicle stands. */
export const STANDING_BELOW_KMPH = 1

/** Above this many km/h a vehicle is RUNNING. Between the two limits it neither stands nor runs: it keeps its other status. */
export const RUNNING_ABOVE_KMPH = 3

/** A shorter standing is traffic and no stop of a route, seconds (PLB-33). */
export const STOP_AFTER_S = 180

/** A standing is long, and playback offers to skip it, once this much of it is played step by step, ms. */
export const LONG_STANDING_MS = 5 * MINUTE_MS

/** Whether a vehicle at this many km/h stands; false where the speed is not known (NaN). */
export const isStanding = (speedKmph: number): boolean => speedKmph < STANDING_BELOW_KMPH
