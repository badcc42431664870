import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { greatCircleMetres } from '#domain/geo.ts'
import { concatColumns, type FixColumns, sliceColumns } from './columns.ts'
import { orderedWithin } from './order.ts'
import { RULES } from './rules.ts'

/** The state of a vehicle at a fix, by its speed and ignition. */
export const STATE = { unknown: 0, running: 1, idling: 2, stopped: 3 } as const

/** A day's fixes, preceded by those of the day before, so that spans across midnight are whole. */
export type Timeline = {
  readonly columns: FixColumns
  /** Row of the first fix of the day itself. */
  readonly first: number
  readonly from: number
  readonly to: number
  /** `STATE` at each fix. */
  readonly state: Uint8Array
  /** Metres from fix i - 1 to fix i. */
  readonly step: Float64Array
}

/** Makes the timeline of a day. Clears bits that an earlier closing has set, so that closing twice changes nothing. */
export const timelineOf = (
  day: string,
  timeZone: string,
  fixes: FixColumns,
  previous: FixColumns | undefined,
): Timeline => {
  const { from, to } = dayBounds(day, timeZone)
  const before = previous && orderedWithin(previous, dayBounds(shiftDay(day, -1), timeZone).from, from)
  const columns = concatColumns([...(before ? [before] : []), orderedWithin(fixes, from, to)])
  const { length, speed, ignition, rpm, lng, lat, events, derived } = columns
  const state = new Uint8Array(length)
  const step = new Float64Array(length)
  for (let i = 0; i < length; i += 1) {
    const kmph = speed[i] ?? Number.NaN
    if (kmph > RULES.movingAbove) state[i] = STATE.running
    else if (kmph <= RULES.movingAbove)
      state[i] = ignition[i] === 1 && rpm[i] !== 0 ? STATE.idling : STATE.stopped
    if (i > 0) step[i] = greatCircleMetres(lng[i - 1] ?? 0, lat[i - 1] ?? 0, lng[i] ?? 0, lat[i] ?? 0)
    const [bits = 0, ours = 0] = [events[i], derived[i]]
    events[i] = bits & ~(ours >> OWN_EVENTS_SHIFT)
    derived[i] = ours & ((1 << OWN_EVENTS_SHIFT) - 1)
  }
  return { columns, first: before?.length ?? 0, from, to, state, step }
}

/** `derived` stores, above the bits of `DERIVED_BIT`, which event bits the server has set, as opposed to the device. */
export const OWN_EVENTS_SHIFT = 4

/** Sets an event bit of ours at a fix. */
export const setOwnEventBit = ({ columns }: Timeline, i: number, bit: number): void => {
  const bits = columns.events[i] ?? 0
  if ((bits & bit) !== 0) return
  columns.events[i] = bits | bit
  columns.derived[i] = (columns.derived[i] ?? 0) | (bit << OWN_EVENTS_SHIFT)
}

/** The fixes of the day itself. */
export const ownFixes = ({ columns, first }: Timeline): FixColumns =>
  sliceColumns(columns, first, columns.length)

/** Seconds from fix i - 1 to fix i. */
export const gapS = ({ columns }: Timeline, i: number): number =>
  ((columns.time[i] ?? 0) - (columns.time[i - 1] ?? 0)) / 1000

/** Fixes `first` to `last` of a timeline, during which something held. It ended at `end` (ms): at the next fix, or at `last` if none follows soon. */
export type Span = { readonly first: number; readonly last: number; readonly end: number }

/** Whether a state at fix i - 1 lasted until fix i. */
export type LastsUntil = (timeline: Timeline, i: number) => boolean

/** For moving and idling vehicles: only over short gaps. */
export const shortGap: LastsUntil = (timeline, i) => gapS(timeline, i) <= RULES.stateGapS

/** For parked vehicles: over long gaps too, if the vehicle is still in the same place. */
export const parkedGap: LastsUntil = (timeline, i) =>
  shortGap(timeline, i) ||
  (gapS(timeline, i) <= RULES.parkedGapS && (timeline.step[i] ?? 0) <= RULES.samePlaceM)

/** All spans of fixes for which `holds` is true; `joins` decides whether neighbours are one span. */
export const spansOf = (
  timeline: Timeline,
  holds: (i: number) => boolean,
  joins: LastsUntil = shortGap,
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

/** The first fix by which the span had lasted `seconds`, or null if it ended earlier. */
export const reachedAt = ({ columns: { time } }: Timeline, span: Span, seconds: number): number | null => {
  const wanted = (time[span.first] ?? 0) + seconds * 1000
  if (span.end < wanted) return null
  for (let i = span.first; i <= span.last; i += 1) if ((time[i] ?? 0) >= wanted) return i
  return span.last + 1
}

/** The greatest value of a column within a span; null if all are unknown. */
export const peakOf = (column: Float64Array, { first, last }: Span): number | null => {
  let peak = Number.NEGATIVE_INFINITY
  for (let i = first; i <= last; i += 1) {
    const value = column[i] ?? Number.NaN
    if (value > peak) peak = value
  }
  return peak === Number.NEGATIVE_INFINITY ? null : peak
}
