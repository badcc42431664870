import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

dayjs.extend(utc)

/** The time zone of a company that has not chosen one. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** The first ms of a day and the first ms after it (UTC). */
export type DayBounds = { readonly from: number; readonly to: number }

/** The days that can be written as `YYYY-MM-DD`: from the first ms of the year 1 to before the year 10000, as if in UTC. */
const [FIRST_MS, END_MS] = [Date.parse('0001-01-01'), Date.UTC(10_000, 0, 1)]
/** No zone was ever further from UTC than this. */
const WIDEST_OFFSET_MS = 16 * HOUR_MS
const CACHE_LIMIT = 4096
const OFFSET_DAYS_KEPT = 20_000

/** The offset of a zone from UTC (ms) within one UTC day: `before` until `changesAt`, `after` from then on. */
type DayOffsets = { readonly before: number; readonly after: number; readonly changesAt: number }

/** Earlier times have the offset of this moment: no fix is older, and their offsets have seconds. */
const FIRST_OFFSET_AT = 0
/** No Date is further from 1970. */
const FURTHEST_MS = 8.64e15

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** Writes the offset of a zone, such as `GMT+05:30`. Making one takes a hundred times as long as using it. */
const offsetFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = offsetFormats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  offsetFormats.set(timeZone, format)
  return format
}

const zoneOffset = (time: number, timeZone: string): number => {
  if (!(Math.abs(time) <= FURTHEST_MS)) throw new RangeError(`${time} ms is no time.`)
  const text = offsetFormat(timeZone).format(Math.max(time, FIRST_OFFSET_AT))
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text) ?? []
  const offset = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000
  return sign === '-' ? -offset : offset
}

/** The first ms at or after `low` for which `isReached` is true; it must stay true up to `high`. */
const firstTime = (low: number, high: number, isReached: (time: number) => boolean): number => {
  let [before, after] = [low, high]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isReached(middle)) after = middle
    else before = middle
  }
  return after
}

const offsetsByZone = new Map<string, Map<number, DayOffsets>>()

/** The offsets of a UTC day, cached because it takes some microseconds to find one. No zone changes its clock twice a day. */
const dayOffsets = (utcDay: number, timeZone: string): DayOffsets => {
  const ofZone = offsetsByZone.get(timeZone) ?? new Map<number, DayOffsets>()
  const known = ofZone.get(utcDay)
  if (known !== undefined) return known
  const [start, end] = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS]
  const before = ofZone.get(utcDay - 1)?.after ?? zoneOffset(start, timeZone)
  const after = ofZone.get(utcDay + 1)?.before ?? zoneOffset(end, timeZone)
  const changesAt =
    before === after ? end : firstTime(start, end, (time) => zoneOffset(time, timeZone) === after)
  if (ofZone.size >= OFFSET_DAYS_KEPT) ofZone.clear()
  ofZone.set(utcDay, { before, after, changesAt })
  offsetsByZone.set(timeZone, ofZone)
  return { before, after, changesAt }
}

/** The offset of a zone from UTC at `time` (ms UTC), in ms. Throws a RangeError for an unknown zone and for a time that no Date can hold. */
const offsetAt = (time: number, timeZone: string): number => {
  const { before, after, changesAt } = dayOffsets(Math.floor(time / DAY_MS), timeZone)
  return time < changesAt ? before : after
}

/**
 * What a zone's clock shows at `time` (ms UTC), in ms as if it were UTC. Throws a RangeError for an unknown zone and for a time that
 * no Date can hold.
 */
export const wallClock = (time: number, timeZone: string): number => time + offsetAt(time, timeZone)

/** The day that contains a time of the years 1 to 9999, ms as if in UTC. Throws a RangeError for any other number. */
const dayText = (wall: number): string => {
  if (!(wall >= FIRST_MS && wall < END_MS))
    throw new RangeError(`${wall} ms is in none of the years 1 to 9999.`)
  return dayjs.utc(wall).format('YYYY-MM-DD')
}

/** The first ms of a day, as if in UTC. Throws a RangeError for a text that is no day. */
const dayStart = (day: string): number => {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  if (!(start >= FIRST_MS) || dayText(start) !== day)
    throw new RangeError(`"${day}" is no day of the form YYYY-MM-DD in the years 1 to 9999.`)
  return start
}

/** Days of all zones begin with a quarter of an hour of UTC, ms: times of the same quarter are of the same day. */
export const DAY_GRAIN_MS = 15 * MINUTE_MS

/** A clock that goes back shows midnight twice only where it does so this soon after it or before. */
const NEAR_MS = 3 * HOUR_MS

/**
 * The day of a zone that contains `time` (ms UTC), as `YYYY-MM-DD`. Where a clock goes back over midnight it is not the date that it
 * shows, but the day of `dayBounds`: each day is one piece. Throws a RangeError outside the years 1 to 9999 and for an unknown zone.
 */
export const dayOf = (time: number, timeZone: string): string => {
  const day = dayText(wallClock(time, timeZone))
  if (offsetAt(time - NEAR_MS, timeZone) <= offsetAt(time + NEAR_MS, timeZone)) return day
  const { from, to } = dayBounds(day, timeZone)
  return time < from ? shiftDay(day, -1) : time < to ? day : shiftDay(day, 1)
}

/**
 * The day this many whole days later, or earlier if negative. Both are `YYYY-MM-DD` in the years 1 to 9999; throws a RangeError
 * where one is not.
 */
export const shiftDay = (day: string, days: number): string => dayText(dayStart(day) + days * DAY_MS)

const boundsCache = new Map<string, DayBounds>()

/**
 * When a day (`YYYY-MM-DD`, in the years 1 to 9999) of a zone begins and ends (DI-07). Throws a RangeError for any other text and
 * for an unknown zone.
 */
export const dayBounds = (day: string, timeZone: string): DayBounds => {
  const key = `${timeZone} ${day}`
  const known = boundsCache.get(key)
  if (known) return known
  const start = dayStart(day)
  const bounds = { from: midnight(start, timeZone), to: midnight(start + DAY_MS, timeZone) }
  if (boundsCache.size >= CACHE_LIMIT) boundsCache.clear()
  boundsCache.set(key, bounds)
  return bounds
}

/** The first ms at which a zone's clock shows `wall` or later. Some zones change their clock at midnight and skip it. */
const midnight = (wall: number, timeZone: string): number =>
  firstTime(wall - WIDEST_OFFSET_MS, wall + WIDEST_OFFSET_MS, (time) => wallClock(time, timeZone) >= wall)

/** So many whole days of a zone, of which the one at `now` is the last; ms UTC, `to` not included. */
export const lastDays = (days: number, { now, timeZone }: { now: number; timeZone: string }): DayBounds => {
  const today = dayOf(now, timeZone)
  return { from: dayBounds(shiftDay(today, 1 - days), timeZone).from, to: dayBounds(today, timeZone).to }
}

/** `dayOf` for many times of one zone; fast for times close to each other. */
export const createDayFinder = (timeZone: string): ((time: number) => string) => {
  let day = ''
  let bounds: DayBounds = { from: 0, to: 0 }
  return (time) => {
    if (!(time >= bounds.from && time < bounds.to)) {
      day = dayOf(time, timeZone)
      bounds = dayBounds(day, timeZone)
    }
    return day
  }
}

const hoursCache = new Map<string, readonly number[]>()

/**
 * The first ms of every hour of a day, ascending: 24, or 23 or 25 on the days the clock changes (DI-07).
 * An hour begins when the zone's clock shows minute 00, so a change by half an hour makes one short hour.
 */
export const hoursOf = (day: string, timeZone: string): readonly number[] => {
  const key = `${timeZone} ${day}`
  const known = hoursCache.get(key)
  if (known) return known
  const { from, to } = dayBounds(day, timeZone)
  const hours: number[] = []
  for (let start = from; start < to; ) {
    hours.push(start)
    const wall = wallClock(start, timeZone)
    start += (Math.floor(wall / HOUR_MS) + 1) * HOUR_MS - wall
  }
  if (hoursCache.size >= CACHE_LIMIT) hoursCache.clear()
  hoursCache.set(key, hours)
  return hours
}

/**
 * Converts what a zone's clock shows, in ms as if it were UTC, into ms UTC. Throws a RangeError for an unknown zone and for a time that
 * no Date can hold.
 */
export type ZoneClock = (wall: number) => number

/** The time at which a clock shows something, and the second one where it shows it twice; or, of an hour that it skips, one after the change. */
export type ShownTimes = { readonly first: number; readonly second?: number; readonly isSkipped?: true }

/** When a zone's clock shows `wall` (ms as if in UTC). Throws as a `ZoneClock` does. */
export const zoneTimes =
  (timeZone: string) =>
  (wall: number): ShownTimes => {
    const before = wall - offsetAt(wall - WIDEST_OFFSET_MS, timeZone)
    const after = wall - offsetAt(wall + WIDEST_OFFSET_MS, timeZone)
    if (after === before) return { first: before }
    const isAfter = wallClock(after, timeZone) === wall
    if (wallClock(before, timeZone) === wall)
      return isAfter ? { first: before, second: after } : { first: before }
    return isAfter ? { first: after } : { first: before, isSkipped: true }
  }

/** Reads the clock of a zone. For an hour that occurs twice it returns the first; for an hour that is skipped, a time after the change. */
export const zoneClock = (timeZone: string): ZoneClock => {
  const timesOf = zoneTimes(timeZone)
  return (wall) => timesOf(wall).first
}
