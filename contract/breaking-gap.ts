import { JUMP_GAP_MS } from './constants.ts'

/** A gap this many times the usual one breaks the line. */
const GAP_FACTOR = 3
/** Fewer gaps do not tell which one is usual. */
const LEAST_GAPS = 3
/** About how many gaps are looked at. */
const SAMPLES = 1000

/**
 * The gap in ms from which on the line to the next point is broken: three minutes, or three of the vehicle's usual (median)
 * steps (OPEN-37). `time` ms UTC, ascending.
 */
export const breakingGap = (time: ArrayLike<number>): number => {
  const gaps: number[] = []
  const stride = Math.max(1, Math.floor(time.length / SAMPLES))
  for (let i = stride; i < time.length; i += stride) gaps.push((time[i] ?? 0) - (time[i - 1] ?? 0))
  if (gaps.length < LEAST_GAPS) return JUMP_GAP_MS
  gaps.sort((a, b) => a - b)
  return Math.max(JUMP_GAP_MS, GAP_FACTOR * (gaps[Math.floor((gaps.length - 1) / 2)] ?? 0))
}
