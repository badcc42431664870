import { JUMP_GAP_MS } from './gaps.ts'
import { DAY_S } from './units.ts'

/** Playback speeds (PLB-02). */
export const PLAYBACK_SPEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** One of `PLAYBACK_SPEEDS`. */
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number]

/** The longest duration of a step in ms (PLB-30, CONFLICT-14). */
export const STEP_DELAY_MS = { atSpeed1: 8000, faster: 2000 } as const

/** How far a truck's marker travels at speed 1, in metres an hour (PLB-32, OPEN-38). */
export const BASE_ANIMATION_SPEED = 150_000

/** The most points of one playback. */
export const MAX_PLAYBACK_POINTS = 250_000

/** The most alerts and events in the reply for one range (PLT-05). */
export const MAX_RANGE_ALERTS = 5_000

/** The largest playback file after inflation, in bytes. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024

/** Trackers usually report this often while driving. */
const USUAL_INTERVAL_S = 10

/** The whole days that a truck reporting every ten seconds, day and night, can fill within MAX_PLAYBACK_POINTS: 28. */
export const LONGEST_PLAYBACK_DAYS = Math.floor((MAX_PLAYBACK_POINTS * USUAL_INTERVAL_S) / DAY_S)

/** Whether a range (ms) is too long for one playback. One hour more is allowed, because a range includes the whole hour that is shown as its end. */
export const isTooLongToPlay = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  to - from > (LONGEST_PLAYBACK_DAYS * DAY_S + 3600) * 1000

/** A truck's usual speed on the road, in metres an hour. */
const TYPICAL_SPEED = 50_000
/** How many times faster than real time speed 1 is, so that such a truck moves at the base animation speed (PLB-32). */
const TIMES_AS_FAST = BASE_ANIMATION_SPEED / TYPICAL_SPEED

/** The longest a step may take, ms: 8000 at speed 1, else 2000 (PLB-30, CONFLICT-14). */
export const stepDelayMs = (speed: PlaybackSpeed): number =>
  speed === 1 ? STEP_DELAY_MS.atSpeed1 : STEP_DELAY_MS.faster

/**
 * How long the marker takes from one point to the next, ms. It is proportional to the time between the points, so a truck that
 * drove faster also moves faster (PLB-32, OPEN-38). Never longer than the step delay; 0 for a gap of JUMP_GAP_MS or more,
 * where the marker jumps (PLB-19).
 */
export const stepDurationMs = ({ gapMs, speed }: { gapMs: number; speed: PlaybackSpeed }): number =>
  gapMs >= JUMP_GAP_MS ? 0 : Math.min(stepDelayMs(speed), gapMs / (TIMES_AS_FAST * speed))
