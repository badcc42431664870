import { MINUTE_MS } from './units.ts'

/** Below this many km/h a vehicle stands; such speeds are noise of the position. */
export const STANDING_BELOW_KMPH = 1

/** Above this many km/h the status of a vehicle is RUNNING (MAP-21), and rules of events take it as moving. */
export const RUNNING_ABOVE_KMPH = 3

/** A vehicle that stands for at least this many seconds makes a stop (PLB-33); anything shorter is traffic. */
export const STOP_AFTER_S = 180

/** A standing is long if this much of it is played step by step, ms: at speed 1 nothing moves for a minute or more. */
export const LONG_STANDING_MS = 5 * MINUTE_MS

/** Whether a vehicle at this many km/h stands; false if the speed is unknown (NaN). */
export const isStanding = (speedKmph: number): boolean => speedKmph < STANDING_BELOW_KMPH
