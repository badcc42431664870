import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The time zone of a company that names none. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** First ms of a day and first ms after it. */
export type DayBounds = { readonly from: number; readonly to: number }

/** No zone is further from UTC than this. */
const WIDEST_OFFSET_MS = 15 * HOUR_MS
const CACHE_LIMIT = 4096
const OFFSET_DAYS_KEPT = 20_000

/** What a zone is ahead of UTC (ms) within one day of UTC: `before` until `changesAt`, `after` from then on. */
type DayOffsets = { readonly before: number; readonly after: number; readonly changesAt: number }

const zoneOffset = (time: number, timeZone: string): number =>
  dayjs.utc(time).tz(timeZone).utcOffset() * MINUTE_MS

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

/** Asks the calendar once for a whole day of UTC: one answer takes it about half a ms. No zone changes its clock twice in a day. */
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

/** How far a zone's clock is ahead of UTC at `time` (ms), in ms. Throws a RangeError for an unknown zone. */
const offsetAt = (time: number, timeZone: string): number => {
  const { before, after, changesAt } = dayOffsets(Math.floor(time / DAY_MS), timeZone)
  return time < changesAt ? before : after
}

/** What the zone's clock shows at `time` (ms), as if it were UTC. Throws a RangeError for an unknown zone. */
export const wallClock = (time: number, timeZone: string): number => time + offsetAt(time, timeZone)

/** The day of the zone that `time` (ms) falls into, as `YYYY-MM-DD`. */
export const dayOf = (time: number, timeZone: string): string =>
  dayjs.utc(wallClock(time, timeZone)).format('YYYY-MM-DD')

/** The day before or after, by the calendar. */
export const shiftDay = (day: string, days: number): string =>
  dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD')

const boundsCache = new Map<string, DayBounds>()

/** When a day (`YYYY-MM-DD`) of the zone begins and ends. Throws a RangeError for what is no day. */
export const dayBounds = (day: string, timeZone: string): DayBounds => {
  const key = `${timeZone} ${day}`
  const known = boundsCache.get(key)
  if (known) return known
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
    throw new RangeError(`"${day}" is no day of the form YYYY-MM-DD.`)
  const bounds = { from: midnight(day, timeZone), to: midnight(shiftDay(day, 1), timeZone) }
  if (boundsCache.size >= CACHE_LIMIT) boundsCache.clear()
  boundsCache.set(key, bounds)
  return bounds
}

/** The first ms whose wall clock shows `day` or later; found by halving, because some zones change their clock at midnight. */
const midnight = (day: string, timeZone: string): number => {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  return firstTime(
    wanted - WIDEST_OFFSET_MS,
    wanted + WIDEST_OFFSET_MS,
    (time) => wallClock(time, timeZone) >= wanted,
  )
}

/** `dayOf` for many times of one zone: neighbouring times are answered without a calendar. */
export const createDayFinder = (timeZone: string): ((time: number) => string) => {
  let day = ''
  let bounds: DayBounds = { from: 0, to: 0 }
  return (time) => {
    if (time < bounds.from || time >= bounds.to) {
      day = dayOf(time, timeZone)
      bounds = dayBounds(day, timeZone)
    }
    return day
  }
}

const hoursCache = new Map<string, readonly number[]>()

/**
 * The first ms of every hour of a day: 24 of them, 23 or 25 where the clock is changed, ascending.
 * An hour begins where the zone's clock shows full minutes 00, so a change by half an hour makes one short hour.
 */
export const hoursOf = (day: string, timeZone: string): readonly number[] => {
  const key = `${timeZone} ${day}`
  const known = hoursCache.get(key)
  if (known) return known
  const { from, to } = dayBounds(day, timeZone)
  const hours: number[] = []
  for (let start = from; start < to; ) {
    hours.push(start)
    start += HOUR_MS - (wallClock(start, timeZone) % HOUR_MS)
  }
  if (hoursCache.size >= CACHE_LIMIT) hoursCache.clear()
  hoursCache.set(key, hours)
  return hours
}

/** Turns what a zone's clock shows, given as if it were UTC, into ms UTC. Throws a RangeError for a zone that does not exist. */
export type ZoneClock = (wall: number) => number

/** The clock of a zone. Of an hour that is shown twice it gives the first, of one that is left out the time after it. */
export const zoneClock =
  (timeZone: string): ZoneClock =>
  (wall) =>
    wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone)
