import { dayBounds, dayOf } from '#domain/company-time.ts'
import { OWN_EVENTS_SHIFT } from '#domain/fix.ts'
import { insertionIndex } from '#domain/numbers.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { credibleRows } from '../ingest/newest-fix.ts'
import { type LastFix, lastFixOf, type Moved, moveOn, noMotion } from '../rules/motion.ts'
import {
  concatColumns,
  type FixColumns,
  measuredColumns,
  pickRows,
  roundToSteps,
  sliceColumns,
  withColumns,
} from './columns.ts'
import type { Steps } from './loop-turns.ts'
import { orderedWithin } from './order.ts'

/** A day's fixes, between those before and after it, so that what spans midnight is whole. */
export type Timeline = {
  /** What was measured in the fixes that are believed. Figures and events are made of that alone. */
  readonly columns: FixColumns
  /** Row of the first of these of the day itself, and the row after its last one. */
  readonly first: number
  readonly end: number
  /** All fixes with their derived values, which are stored, and where in them the believed ones are. */
  readonly all: FixColumns
  readonly rows: ArrayLike<number>
  readonly firstOfAll: number
  readonly endOfAll: number
  readonly from: number
  readonly to: number
  /** km/h at each fix: as measured, which `columns.speed` has alone, or as the positions tell; NaN where neither does. */
  readonly kmph: Float64Array
  /** `STATE` at each fix, and from fix i - 1 to fix i. */
  readonly state: Uint8Array
  readonly during: Uint8Array
  /** Metres from fix i - 1 to fix i. */
  readonly step: Float64Array
}

/** The fixes so long after a day can tell of what began on it, ms. */
const AFTER_MS = 2 * HOUR_MS
/** What begins on a day is known to be an event by a fix that is later than this; without one, the first one after `AFTER_MS` counts too. */
const KNOWN_BY_MS = 30 * MINUTE_MS

/** So long after the first fix that follows a silence, further ones confirm what it shows, such as a level, ms. */
const CONFIRMED_BY_MS = HOUR_MS

/** Fixes of days around another one, in any order; others may be among them. */
export type Around = {
  readonly previous?: FixColumns | undefined
  readonly next?: FixColumns | undefined
}

/** The last day before `from` (ms) that has fixes, whole. */
const lastDayBefore = (fixes: FixColumns, from: number, timeZone: string): FixColumns => {
  let last = Number.NEGATIVE_INFINITY
  for (const time of fixes.time) if (time < from && time > last) last = time
  if (last === Number.NEGATIVE_INFINITY) return sliceColumns(fixes, 0, 0)
  return orderedWithin(fixes, dayBounds(dayOf(last, timeZone), timeZone).from, from)
}

/** The fixes after a day's end (`to`, ms) that can tell of what began on it. */
export const firstAfter = (fixes: FixColumns, to: number): FixColumns => {
  let later = Number.POSITIVE_INFINITY
  for (const time of fixes.time) {
    if (time >= to + KNOWN_BY_MS && time < to + AFTER_MS) return orderedWithin(fixes, to, to + AFTER_MS)
    if (time >= to + AFTER_MS && time < later) later = time
  }
  return orderedWithin(
    fixes,
    to,
    Math.max(to + AFTER_MS, Number.isFinite(later) ? later + CONFIRMED_BY_MS : 0),
  )
}

/** Whether `firstAfter` of more fixes would be the same, because later ones than these tell nothing more. */
export const isCompleteAfter = (after: FixColumns, to: number): boolean =>
  (after.time[after.length - 1] ?? Number.NEGATIVE_INFINITY) >= to + KNOWN_BY_MS

/** Makes the timeline of a day, in steps. Clears bits that an earlier closing has set, so that closing twice changes nothing. */
export function* timelineOf(
  day: string,
  timeZone: string,
  fixes: FixColumns,
  { previous, next }: Around = {},
): Steps<Timeline> {
  const { from, to } = dayBounds(day, timeZone)
  const before = previous && lastDayBefore(previous, from, timeZone)
  const own = orderedWithin(fixes, from, to)
  const all = concatColumns([...(before ? [before] : []), own, ...(next ? [firstAfter(next, to)] : [])])
  yield
  roundToSteps(all)
  yield
  for (let i = 0; i < all.length; i += 1) {
    const [bits = 0, ours = 0] = [all.events[i], all.derived[i]]
    all.events[i] = bits & ~(ours >> OWN_EVENTS_SHIFT)
    all.derived[i] = ours & ((1 << OWN_EVENTS_SHIFT) - 1)
  }
  const rows = credibleRows(all)
  yield
  const measured = measuredColumns(rows.length === all.length ? all : pickRows(all, rows))
  yield
  const { places, motions } = motionsOf(measured)
  yield
  const columns = withColumns(measured, places)
  const firstOfAll = before?.length ?? 0
  return {
    ...{ columns, all, rows, firstOfAll, endOfAll: firstOfAll + own.length, from, to },
    first: insertionIndex(columns.time, from),
    end: insertionIndex(columns.time, to),
    ...motions,
  }
}

type Places = Pick<FixColumns, 'lng' | 'lat'>

/** How each fix follows the one before, and where the vehicle was: of a fix whose accuracy tells no movement, where it was before. */
const motionsOf = ({ length, time, lng, lat, accuracy, speed, ignition, rpm, odo }: FixColumns) => {
  const [kmph, step] = [new Float64Array(length), new Float64Array(length)]
  const [state, during] = [new Uint8Array(length), new Uint8Array(length)]
  const motion = noMotion()
  let before: LastFix | null = null
  let places: Places = { lng, lat }
  for (let i = 0; i < length; i += 1) {
    const now: Moved = {
      time: time[i] as number,
      lng: lng[i] as number,
      lat: lat[i] as number,
      accuracy: accuracy[i] as number,
      speed: speed[i] as number,
      ignition: ignition[i] as number,
      rpm: rpm[i] as number,
      odo: odo[i] as number,
    }
    moveOn(motion, before, now)
    before = lastFixOf(now, motion)
    if (motion.known !== null) {
      if (places.lng === lng) places = { lng: lng.slice(), lat: lat.slice() }
      places.lng[i] = motion.known.lng
      places.lat[i] = motion.known.lat
    }
    kmph[i] = motion.kmph
    state[i] = motion.state
    during[i] = motion.during
    step[i] = motion.metres
  }
  return { places, motions: { kmph, state, during, step } }
}

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
export const ownFixes = ({ all, firstOfAll, endOfAll }: Timeline): FixColumns =>
  sliceColumns(all, firstOfAll, endOfAll)

/** Seconds from fix i - 1 to fix i. */
export const gapS = ({ columns }: Timeline, i: number): number =>
  ((columns.time[i] ?? 0) - (columns.time[i - 1] ?? 0)) / 1000
