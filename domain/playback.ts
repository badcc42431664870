import { JUMP_GAP_MS } from './gaps.ts'
import { DAY_S } from './units.ts'

/** Playback speeds (PLB-02). */
export const PLAYBACK_SPEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** One of `PLAYBACK_SPEEDS`. */
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number]

/** A step's longest duration, ms (PLB-30, CONFLICT-14). */
export const STEP_DELAY_MS = { atSpeed1: 8000, faster: 2000 } as const

/** What a truck's marker covers at speed 1, metres an hour (PLB-32, OPEN-38). */
export const BASE_ANIMATION_SPEED = 150_000

/** Most points that are played at once. */
export const MAX_PLAYBACK_POINTS = 250_000

/** Most alerts and events that one range answers (PLT-05). */
export const MAX_RANGE_ALERTS = 5_000

/** Largest inflated playback file in bytes. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024

/** What trackers usually report at while they drive. */
const USUAL_INTERVAL_S = 10

/** As many whole days as a truck that reports every ten seconds, day and night, fills with no more points than can be played: 28. */
export const LONGEST_PLAYBACK_DAYS = Math.floor((MAX_PLAYBACK_POINTS * USUAL_INTERVAL_S) / DAY_S)

/** Whether a range, in ms, is longer than is played at once. The hour it ends with counts whole and comes on top, so that a range of 28 days shown is one. */
export const isTooLongToPlay = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
  to - from > (LONGEST_PLAYBACK_DAYS * DAY_S + 3600) * 1000

/** What a truck drives on the road, in metres an hour. */
const TYPICAL_SPEED = 50_000
/** How much faster than it was driven speed 1 is: such a truck is then seen at the base animation speed (PLB-32). */
const TIMES_AS_FAST = BASE_ANIMATION_SPEED / TYPICAL_SPEED

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
