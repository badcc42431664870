import { DISTANCE } from './distance-limits.ts'
import { type Line, lineOf } from './line.ts'
import { agree, isLong, odometerKmOf } from './odometer.ts'
import type { Timeline } from './timeline.ts'

/** How far a vehicle came from fix i - 1 to fix i of a timeline, km; 0 at the first fix. */
export type Distances = {
  readonly km: Float64Array
  /** What of it the odometer told. */
  readonly odometerKm: Float64Array
  /** What of it the line told although an odometer was reported, and what that odometer showed instead. */
  readonly doubtedKm: Float64Array
  readonly doubtedOdometerKm: Float64Array
}

/**
 * The distances between the fixes of a timeline (docs/figures.md, Kilometres): by the odometer where it agrees with the line over
 * minutes, else by the line. What is said of an interval follows from the fixes up to 10 minutes before and after it, and 15 where
 * the odometer seldom shows a step.
 */
export const distancesOf = (timeline: Timeline): Distances => {
  const { time, odo, length } = timeline.columns
  const line = lineOf(timeline)
  const byOdometer = odometerKmOf(timeline, line)
  const km = new Float64Array(length)
  const odometerKm = new Float64Array(length)
  const doubtedKm = new Float64Array(length)
  const doubtedOdometerKm = new Float64Array(length)
  const around: Around = { odometerKm: 0, lineKm: 0, jumpKm: 0, ms: 0, intervals: 0 }
  let first = 1
  let next = 1
  for (let i = 1; i < length; i += 1) {
    const from = time[i - 1] ?? 0
    const to = time[i] ?? 0
    for (; next < length && (time[next - 1] ?? 0) < to + DISTANCE.windowMs; next += 1)
      count(around, next, 1, time, byOdometer, line)
    for (; (time[first] ?? 0) <= from - DISTANCE.windowMs; first += 1)
      count(around, first, -1, time, byOdometer, line)
    const shown = byOdometer[i] ?? Number.NaN
    const lined = line.isJump[i] === 1 ? 0 : (line.km[i] ?? 0)
    const least = isLong(to - from) ? DISTANCE.least * lined - DISTANCE.toleranceKm : 0
    const isBelieved = shown >= least && agreeAround(around)
    // What came in a batch was driven in the silence before it.
    const at = line.silence[i] || i
    km[at] = (km[at] ?? 0) + (isBelieved ? shown : lined)
    if (isBelieved) odometerKm[at] = (odometerKm[at] ?? 0) + shown
    else if (!Number.isNaN(odo[i])) {
      doubtedKm[at] = (doubtedKm[at] ?? 0) + lined
      doubtedOdometerKm[at] = (doubtedOdometerKm[at] ?? 0) + (shown || 0)
    }
  }
  return { km, odometerKm, doubtedKm, doubtedOdometerKm }
}

/**
 * What odometer and line say of the intervals around one, as far as both say something; `jumpKm` is the part of the line that nobody can
 * have driven so fast, `ms` and `intervals` are of those with a distance.
 */
type Around = { odometerKm: number; lineKm: number; jumpKm: number; ms: number; intervals: number }

/** Whether both agree, with the jumps of the line or without them. */
const agreeAround = ({ odometerKm, lineKm, jumpKm, ms, intervals }: Around): boolean => {
  const everyMs = intervals === 0 ? 0 : ms / intervals
  return (
    agree(odometerKm, lineKm - jumpKm, everyMs, DISTANCE.toleranceKm) ||
    (jumpKm > 0 && agree(odometerKm, lineKm, everyMs, DISTANCE.toleranceKm))
  )
}

const count = (
  around: Around,
  i: number,
  sign: 1 | -1,
  time: Float64Array,
  byOdometer: Float64Array,
  line: Line,
): void => {
  const odometerKm = byOdometer[i] ?? Number.NaN
  const lineKm = line.km[i] ?? 0
  const ms = (time[i] ?? 0) - (time[i - 1] ?? 0)
  if (Number.isNaN(odometerKm) || isLong(ms)) return
  around.odometerKm += sign * odometerKm
  around.lineKm += sign * lineKm
  if (line.isJump[i] === 1) around.jumpKm += sign * lineKm
  if (odometerKm === 0 && lineKm === 0) return
  around.ms += sign * ms
  around.intervals += sign
}
