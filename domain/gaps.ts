import { MINUTE_MS } from './units.ts'

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
export const lineBreakGapMs = (time: ArrayLike<number>): number => {
  const gaps: number[] = []
  const stride = Math.max(1, Math.floor(time.length / SAMPLES))
  for (let i = stride; i < time.length; i += stride) gaps.push((time[i] ?? 0) - (time[i - 1] ?? 0))
  if (gaps.length < LEAST_GAPS) return JUMP_GAP_MS
  gaps.sort((a, b) => a - b)
  return Math.max(JUMP_GAP_MS, GAP_FACTOR * (gaps[Math.floor((gaps.length - 1) / 2)] ?? 0))
}

/** The line breaks of a route whose file says nothing of them (OPEN-37): 1 where no line leads to the next point. `time` ms UTC. */
export const lineBreaks = (time: ArrayLike<number>): Uint8Array => {
  const least = lineBreakGapMs(time)
  const breaks = new Uint8Array(time.length)
  for (let i = 0; i < time.length - 1; i++) if ((time[i + 1] ?? 0) - (time[i] ?? 0) >= least) breaks[i] = 1
  return breaks
}

/** A gap of this many ms or more makes the marker jump (PLB-19). */
export const JUMP_GAP_MS = 3 * MINUTE_MS
