import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The time zone of a company that has not chosen one. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** The first ms of a day and the first ms after it (UTC). */
export type DayBounds = { readonly from: number; readonly to: number }

/** No zone is further from UTC than this. */
const WIDEST_OFFSET_MS = 15 * HOUR_MS
const CACHE_LIMIT = 4096
const OFFSET_DAYS_KEPT = 20_000

/** The offset of a zone from UTC (ms) within one UTC day: `before` until `changesAt`, `after` from then on. */
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

/** The offsets of a UTC day, cached because dayjs needs about half a millisecond for one. No zone changes its clock twice a day. */
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

/** The offset of a zone from UTC at `time` (ms UTC), in ms. Throws a RangeError for an unknown zone. */
const offsetAt = (time: number, timeZone: string): number => {
  const { before, after, changesAt } = dayOffsets(Math.floor(time / DAY_MS), timeZone)
  return time < changesAt ? before : after
}

/** What a zone's clock shows at `time` (ms UTC), in ms as if it were UTC. Throws a RangeError for an unknown zone. */
export const wallClock = (time: number, timeZone: string): number => time + offsetAt(time, timeZone)

/** The day of a zone that contains `time` (ms UTC), as `YYYY-MM-DD`. Throws a RangeError for an unknown zone. */
export const dayOf = (time: number, timeZone: string): string =>
  dayjs.utc(wallClock(time, timeZone)).format('YYYY-MM-DD')

/** The day this many days later, or earlier if negative; `YYYY-MM-DD`. */
export const shiftDay = (day: string, days: number): string =>
  dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD')

const boundsCache = new Map<string, DayBounds>()

/** When a day (`YYYY-MM-DD`) of a zone begins and ends (DI-07). Throws a RangeError for any other text and for an unknown zone. */
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

/** The first ms at which a zone's clock shows `day` or later. Some zones change their clock at midnight and skip it. */
const midnight = (day: string, timeZone: string): number => {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  return firstTime(
    wanted - WIDEST_OFFSET_MS,
    wanted + WIDEST_OFFSET_MS,
    (time) => wallClock(time, timeZone) >= wanted,
  )
}

/** `dayOf` for many times of one zone; fast for times close to each other. */
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
    start += HOUR_MS - (wallClock(start, timeZone) % HOUR_MS)
  }
  if (hoursCache.size >= CACHE_LIMIT) hoursCache.clear()
  hoursCache.set(key, hours)
  return hours
}

/** Converts what a zone's clock shows, in ms as if it were UTC, into ms UTC. Throws a RangeError for an unknown zone. */
export type ZoneClock = (wall: number) => number

/** Reads the clock of a zone. For an hour that occurs twice it returns the first; for an hour that is skipped, a time after the change. */
export const zoneClock =
  (timeZone: string): ZoneClock =>
  (wall) =>
    wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone)
