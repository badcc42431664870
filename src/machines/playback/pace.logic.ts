import { BASE_ANIMATION_SPEED, JUMP_GAP_MS, type PlaybackSpeed, STEP_DELAY_MS } from '#contract/constants.ts'

const MS_PER_HOUR = 3_600_000
/** What a step takes at speed 1 when the truck hardly moves, in ms. */
const STANDING_STEP_MS = 20

/** Below this many km/h a position only trembles. */
const STANDING_BELOW_KMPH = 1

/** Whether a truck at this many km/h stands; false where the speed is not known (NaN). */
export const isStanding = (speedKmph: number): boolean => speedKmph < STANDING_BELOW_KMPH

/** The longest a step may take, ms: 8000 at speed 1, else 2000 (PLB-30, CONFLICT-14). */
export const stepDelayMs = (speed: PlaybackSpeed): number =>
  speed === 1 ? STEP_DELAY_MS.atSpeed1 : STEP_DELAY_MS.faster

/**
 * How long the marker takes from one point to the next, ms. A gap of three minutes or more takes 0: the marker jumps
 * (PLB-19). Otherwise it moves at 150000 m/h times the speed (PLB-32, OPEN-38), within the step delay; standing takes
 * a short fixed share.
 */
export const stepDurationMs = ({
  distanceM,
  gapMs,
  speed,
}: {
  distanceM: number
  gapMs: number
  speed: PlaybackSpeed
}): number => {
  if (gapMs >= JUMP_GAP_MS) return 0
  const travel = (distanceM / (BASE_ANIMATION_SPEED * speed)) * MS_PER_HOUR
  return Math.min(stepDelayMs(speed), Math.max(travel, STANDING_STEP_MS / speed))
}
