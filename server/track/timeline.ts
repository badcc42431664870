import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { ABSENT } from '#domain/fix.ts'
import { greatCircleMetres } from '#domain/geo.ts'
import { insertionIndex } from '#domain/numbers.ts'
import { lastsOver, STATE, stateOf, staysParked } from '../alerts/engine/standing-state.ts'
import { credibleRows } from '../ingest/newest-fix.ts'
import { concatColumns, type FixColumns, pickRows, roundToSteps, sliceColumns } from './columns.ts'
import { orderedWithin } from './order.ts'

/** A day's fixes, preceded by those of the day before, so that spans across midnight are whole. */
export type Timeline = {
  /** The fixes that are believed, `all` itself where every one is. Figures and events are made of them alone. */
  readonly columns: FixColumns
  /** Row of the first of these of the day itself. */
  readonly first: number
  /** All fixes, which are stored, and where in them the believed ones are. */
  readonly all: FixColumns
  readonly rows: ArrayLike<number>
  readonly firstOfAll: number
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
  const all = concatColumns([...(before ? [before] : []), orderedWithin(fixes, from, to)])
  roundToSteps(all)
  for (let i = 0; i < all.length; i += 1) {
    const [bits = 0, ours = 0] = [all.events[i], all.derived[i]]
    all.events[i] = bits & ~(ours >> OWN_EVENTS_SHIFT)
    all.derived[i] = ours & ((1 << OWN_EVENTS_SHIFT) - 1)
  }
  const rows = credibleRows(all)
  const columns = rows.length === all.length ? all : pickRows(all, rows)
  const { length, time, speed, ignition, rpm, lng, lat } = columns
  const state = new Uint8Array(length)
  const step = new Float64Array(length)
  for (let i = 0; i < length; i += 1) {
    const lasts = i > 0 && lastsOver(((time[i] ?? 0) - (time[i - 1] ?? 0)) / 1000)
    const before = lasts ? state[i - 1] : STATE.unknown
    state[i] = stateOf(speed[i] ?? Number.NaN, ignition[i] ?? ABSENT, rpm[i] ?? Number.NaN, before)
    if (i > 0) step[i] = greatCircleMetres(lng[i - 1] ?? 0, lat[i - 1] ?? 0, lng[i] ?? 0, lat[i] ?? 0)
  }
  const firstOfAll = before?.length ?? 0
  const first = insertionIndex(time, from)
  return { columns, first, all, rows, firstOfAll, from, to, state, step }
}

/** `derived` stores, above the bits of `DERIVED_BIT`, which event bits the server has set, as opposed to the device. */
export const OWN_EVENTS_SHIFT = 4

/** Sets an event bit of ours at a fix, also where it is stored. */
export const setOwnEventBit = ({ columns, all, rows }: Timeline, i: number, bit: number): void => {
  const bits = columns.events[i] ?? 0
  if ((bits & bit) !== 0) return
  columns.events[i] = bits | bit
  const row = rows[i] ?? -1
  all.events[row] = bits | bit
  all.derived[row] = (all.derived[row] ?? 0) | (bit << OWN_EVENTS_SHIFT)
}

/** All fixes of the day itself, with those that are not believed. */
export const ownFixes = ({ all, firstOfAll }: Timeline): FixColumns =>
  sliceColumns(all, firstOfAll, all.length)

/** Seconds from fix i - 1 to fix i. */
export const gapS = ({ columns }: Timeline, i: number): number =>
  ((columns.time[i] ?? 0) - (columns.time[i - 1] ?? 0)) / 1000

/** Whether the state at fix i - 1 lasted until fix i. */
export const shortGap = (timeline: Timeline, i: number): boolean => lastsOver(gapS(timeline, i))

/** Whether a vehicle that was parked at fix i - 1 still was at fix i. */
export const parkedGap = (timeline: Timeline, i: number): boolean =>
  staysParked(gapS(timeline, i), timeline.step[i] ?? 0)
