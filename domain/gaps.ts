import { MINUTE_MS } from './units.ts'

/** A pause between two points of at least this many ms is a jump: the marker does not travel it (PLB-19). */
export const JUMP_GAP_MS = 3 * MINUTE_MS

/** A gap this many times as long as the usual one breaks the line. */
const GAP_FACTOR = 3
/** With fewer gaps, the usual one is not known. */
const LEAST_GAPS = 3
/** About how many gaps are sampled. */
const SAMPLES = 1000

/**
 * From this gap on, in ms, no line is drawn to the next point: JUMP_GAP_MS, or three times the vehicle's usual (median)
 * gap if that is longer (OPEN-37). `time` in ms UTC, ascending.
 */
export const lineBreakGapMs = (time: ArrayLike<number>): number => {
  const gaps: number[] = []
  const stride = Math.max(1, Math.floor(time.length / SAMPLES))
  for (let i = stride; i < time.length; i += stride) gaps.push((time[i] ?? 0) - (time[i - 1] ?? 0))
  if (gaps.length < LEAST_GAPS) return JUMP_GAP_MS
  gaps.sort((a, b) => a - b)
  return Math.max(JUMP_GAP_MS, GAP_FACTOR * (gaps[Math.floor((gaps.length - 1) / 2)] ?? 0))
}

/** The line breaks of a route whose file does not state them (OPEN-37): 1 where no line leads to the next point. `time` in ms UTC, ascending. */
export const lineBreaks = (time: ArrayLike<number>): Uint8Array => {
  const least = lineBreakGapMs(time)
  const breaks = new Uint8Array(time.length)
  for (let i = 0; i < time.length - 1; i++) if ((time[i + 1] ?? 0) - (time[i] ?? 0) >= least) breaks[i] = 1
  return breaks
}
