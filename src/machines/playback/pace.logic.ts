import { BASE_ANIMATION_SPEED, JUMP_GAP_MS, type PlaybackSpeed, STEP_DELAY_MS } from '#contract/constants.ts'

/** What a truck drives on the road, in metres an hour. */
const TYPICAL_SPEED = 50_000
/** How much faster than it was driven speed 1 is: such a truck is then seen at the base animation speed (PLB-32). */
const TIMES_AS_FAST = BASE_ANIMATION_SPEED / TYPICAL_SPEED

/** Below this many km/h a position only trembles. */
const STANDING_BELOW_KMPH = 1

/** Whether a truck at this many km/h stands; false where the speed is not known (NaN). */
export const isStanding = (speedKmph: number): boolean => speedKmph < STANDING_BELOW_KMPH

/** The longest a step may take, ms: 8000 at speed 1, else 2000 (PLB-30, CONFLICT-14). */
export const stepDelayMs = (speed: PlaybackSpeed): number =>
  speed === 1 ? STEP_DELAY_MS.atSpeed1 : STEP_DELAY_MS.faster

/**
 * How long the marker takes from one point to the next, ms: its share of the time that lay between them, so that a truck
 * that drove faster is seen to be faster (PLB-32, OPEN-38). Never longer than the step delay; 0 for a gap of three minutes
 * or more: the marker jumps (PLB-19).
 */
export const stepDurationMs = ({ gapMs, speed }: { gapMs: number; speed: PlaybackSpeed }): number =>
  gapMs >= JUMP_GAP_MS ? 0 : Math.min(stepDelayMs(speed), gapMs / (TIMES_AS_FAST * speed))
