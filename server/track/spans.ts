import { RULES } from './rules.ts'
import { gapS, type Timeline } from './timeline.ts'

/** Fixes `first` to `last` of a timeline at which something held. It ended at `end` (ms): at the next fix, or at `last` where none follows soon. */
export type Span = { readonly first: number; readonly last: number; readonly end: number }

/** Whether a state at fix i - 1 lasted until fix i. */
export type Joins = (timeline: Timeline, i: number) => boolean

/** For what moves or has its engine on: only over short gaps. */
export const shortGap: Joins = (timeline, i) => gapS(timeline, i) <= RULES.stateGapS

/** For a parked vehicle: over long gaps too, if it is still where it was. */
export const parkedGap: Joins = (timeline, i) =>
  shortGap(timeline, i) ||
  (gapS(timeline, i) <= RULES.parkedGapS && (timeline.step[i] ?? 0) <= RULES.samePlaceM)

/** Every stretch of fixes at which `holds`, unbroken where neighbours join. */
export const spansOf = (
  timeline: Timeline,
  holds: (i: number) => boolean,
  joins: Joins = shortGap,
): Span[] => {
  const { time, length } = timeline.columns
  const spans: Span[] = []
  for (let i = 0; i < length; i += 1) {
    if (!holds(i)) continue
    const first = i
    while (i + 1 < length && holds(i + 1) && joins(timeline, i + 1)) i += 1
    const endsAtNext = i + 1 < length && joins(timeline, i + 1)
    spans.push({ first, last: i, end: time[endsAtNext ? i + 1 : i] ?? 0 })
  }
  return spans
}

/** The first fix at or after which the span had lasted `seconds`, or null when it ended before. */
export const reachedAt = ({ columns: { time } }: Timeline, span: Span, seconds: number): number | null => {
  const wanted = (time[span.first] ?? 0) + seconds * 1000
  if (span.end < wanted) return null
  for (let i = span.first; i <= span.last; i += 1) if ((time[i] ?? 0) >= wanted) return i
  return span.last + 1
}

/** The greatest value of a column within a span; null where it is never known. */
export const peakOf = (column: Float64Array, { first, last }: Span): number | null => {
  let peak = Number.NEGATIVE_INFINITY
  for (let i = first; i <= last; i += 1) {
    const value = column[i] ?? Number.NaN
    if (value > peak) peak = value
  }
  return peak === Number.NEGATIVE_INFINITY ? null : peak
}
