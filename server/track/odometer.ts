import { HOUR_MS } from '#domain/units.ts'
import { RULES } from '../rules/limits.ts'
import { DISTANCE } from './distance-limits.ts'
import { type Line, possibleKm } from './line.ts'
import type { Timeline } from './timeline.ts'

/** Whether km of an odometer agree with those of a line whose fixes are `everyMs` apart; both may differ by `toleranceKm`. */
export const agree = (odometerKm: number, lineKm: number, everyMs: number, toleranceKm: number): boolean => {
  const most = DISTANCE.most + DISTANCE.mostAMinute * Math.min(DISTANCE.mostMinutes, everyMs / 60_000)
  return odometerKm >= DISTANCE.least * lineKm - toleranceKm && odometerKm <= most * lineKm + toleranceKm
}

/** Whether an interval is too long to say anything of the way between its ends. */
export const isLong = (ms: number): boolean => ms > DISTANCE.windowMs

/**
 * Km by the odometer from fix i - 1 to fix i; NaN where it says nothing. A step is spread over all intervals since the step before,
 * by the line. Jumps of the line that the odometer has, too, are none: `isJump` is cleared.
 */
export const odometerKmOf = (timeline: Timeline, line: Line): Float64Array => {
  const { time, odo, length } = timeline.columns
  const km = new Float64Array(length).fill(Number.NaN)
  let from = -1
  let shown = Number.NaN
  let lineKm = 0
  let longestMs = 0
  for (let i = 0; i < length; i += 1) {
    const now = odo[i] ?? Number.NaN
    if (from >= 0) {
      lineKm += line.km[i] ?? 0
      longestMs = Math.max(longestMs, (time[i] ?? 0) - (time[i - 1] ?? 0))
    }
    // Without a step, it may be one that shows whole km, or that stands still.
    if (Number.isNaN(now) || (now === shown && lineKm > 0)) continue
    if (from >= 0) {
      const step = { from, to: i, km: now - shown, lineKm, longestMs }
      if (isPlausible(timeline, line, step)) spread(timeline, line, step, km)
    }
    from = i
    shown = now
    lineKm = 0
    longestMs = 0
  }
  return km
}

/** What an odometer shows more at a fix than at an earlier one; the line between the two, and its longest interval. */
type Step = {
  readonly from: number
  readonly to: number
  readonly km: number
  readonly lineKm: number
  readonly longestMs: number
}

const isPlausible = (
  { columns: { time } }: Timeline,
  { km: lineKm, isJump }: Line,
  { from, to, km, lineKm: whole, longestMs }: Step,
): boolean => {
  const ms = (time[to] ?? 0) - (time[from] ?? 0)
  if (km < 0 || ms - longestMs > (to === from + 1 ? 0 : DISTANCE.spreadMs)) return false
  if (agree(km, whole, ms / (to - from), 0)) {
    isJump.fill(0, from + 1, to + 1)
    return true
  }
  let believed = whole
  for (let i = from + 1; i <= to; i += 1) if (isJump[i] === 1) believed -= lineKm[i] ?? 0
  const most = isLong(ms) ? possibleKm(ms) : (ms * RULES.fastestKmph) / HOUR_MS + RULES.noiseM / 1000
  return km <= most && km >= DISTANCE.leastOfStep * believed - DISTANCE.toleranceKm
}

const spread = (
  { columns: { time } }: Timeline,
  line: Line,
  { from, to, km, lineKm }: Step,
  into: Float64Array,
): void => {
  const ms = Math.max(1, (time[to] ?? 0) - (time[from] ?? 0))
  for (let i = from + 1; i <= to; i += 1) {
    const part = lineKm > 0 ? (line.km[i] ?? 0) / lineKm : ((time[i] ?? 0) - (time[i - 1] ?? 0)) / ms
    into[i] = km * part
  }
}
