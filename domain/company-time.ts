/** First ms of a day and first ms after it. */
export type DayBounds = { readonly from: number; readonly to: number }

const HOUR_MS = 3_600_000
/** No zone is further from UTC than this. */
const WIDEST_OFFSET_MS = 15 * HOUR_MS
const CACHE_LIMIT = 4096

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** What the zone's clock shows at `time` (ms), as if it were UTC. Throws a RangeError for an unknown zone. */
export const wallClock = (time: number, timeZone: string): number => {
  const part: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(time)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time % 1000) + 1000) % 1000)
}

/** The day of the zone that `time` (ms) falls into, as `YYYY-MM-DD`. */
export const dayOf = (time: number, timeZone: string): string =>
  new Date(wallClock(time, timeZone)).toISOString().slice(0, 10)

/** The day before or after, by the calendar. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10)

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
  let before = wanted - WIDEST_OFFSET_MS
  let after = wanted + WIDEST_OFFSET_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallClock(middle, timeZone) >= wanted) after = middle
    else before = middle
  }
  return after
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

const SLOT_MS = 15 * 60_000
const SLOTS_KEPT = 20_000

/** Turns what a zone's clock shows, given as if it were UTC, into ms UTC. Throws a RangeError for a zone that does not exist. */
export type ZoneClock = (wall: number) => number

/** The clock of a zone. Zones change their clocks at quarters of an hour only. */
export const zoneClock = (timeZone: string): ZoneClock => {
  const offsets = new Map<number, number>()
  const offsetAt = (time: number): number => {
    const slot = Math.floor(time / SLOT_MS)
    const known = offsets.get(slot)
    if (known !== undefined) return known
    const offset = wallClock(slot * SLOT_MS, timeZone) - slot * SLOT_MS
    if (offsets.size >= SLOTS_KEPT) offsets.clear()
    offsets.set(slot, offset)
    return offset
  }
  return (wall) => {
    const guess = wall - offsetAt(wall)
    return wall - offsetAt(guess)
  }
}
