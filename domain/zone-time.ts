import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { wallClock, zoneClock } from './company-time.ts'
import { clockText, DAY_MS, HOUR_MS } from './units.ts'

dayjs.extend(utc)
dayjs.extend(advancedFormat)

/** No clock was put back by more since 1970, but for places that changed their date. */
const LONGEST_STEP_BACK_MS = 3 * HOUR_MS

const since = (stepMs: number, wall: number): number => wall - Math.floor(wall / stepMs) * stepMs

/** When the hour that a zone's clock shows at `time` began; both ms UTC. Throws a RangeError for an unknown zone. */
export const startOfHour = (time: number, timeZone: string): number =>
  time - since(HOUR_MS, wallClock(time, timeZone))

/** The hour that a zone's clock shows at `time` (ms UTC), 0 to 23. */
export const hourOf = (time: number, timeZone: string): number =>
  Math.floor(since(DAY_MS, wallClock(time, timeZone)) / HOUR_MS)

/**
 * The time (ms UTC) at which a day (`YYYY-MM-DD`) of a zone reaches an hour (0 to 24). Of an hour that occurs twice it is the
 * first, for one that is skipped it is after the change.
 */
export const instantOf = (day: string, hour: number, timeZone: string): number =>
  zoneClock(timeZone)(Date.parse(day) + hour * HOUR_MS)

/**
 * The times from `from` to `to`, both included (ms UTC), at which a zone's clock shows a multiple of `stepMs`, ascending. Steps of
 * `DAY_MS` are midnights.
 */
export const stepsBetween = (stepMs: number, from: number, to: number, timeZone: string): number[] => {
  const toTime = zoneClock(timeZone)
  // Where the clock goes back within the span, it has shown more than it does at the end.
  const last = wallClock(to, timeZone) + LONGEST_STEP_BACK_MS
  const steps = new Set<number>()
  for (let wall = Math.floor(wallClock(from, timeZone) / stepMs) * stepMs; wall <= last; wall += stepMs) {
    const time = toTime(wall)
    if (time >= from && time <= to) steps.add(time)
  }
  return [...steps].sort((a, b) => a - b)
}

type DayTexts = { readonly iso: string; readonly shown: string }

/** Lists show thousands of times, most of them of a few days. */
const DAYS_KEPT = 1000
const textsByDay = new Map<number, DayTexts>()

const textsOfDay = (wall: number): DayTexts => {
  const day = Math.floor(wall / DAY_MS)
  const known = textsByDay.get(day)
  if (known !== undefined) return known
  const iso = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const texts = { iso, shown: iso.split('-').reverse().join('-') }
  if (textsByDay.size >= DAYS_KEPT) textsByDay.clear()
  textsByDay.set(day, texts)
  return texts
}

/** Whether a text is a day that the calendar has, as `YYYY-MM-DD`: JavaScript reads 30 February as 2 March. */
export const isCalendarDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = Date.parse(text)
  return Number.isFinite(day) && new Date(day).toISOString().startsWith(text)
}

/** `YYYY-MM-DD` in a zone, as calendars name days. */
export const dayText = (time: number, timeZone: string): string => textsOfDay(wallClock(time, timeZone)).iso

/** `DD-MM-YYYY` in a zone. */
export const dateText = (time: number, timeZone: string): string =>
  textsOfDay(wallClock(time, timeZone)).shown

const clockOf = (wall: number): string => clockText(since(DAY_MS, wall) / 1000)

/** `HH:mm:ss` of a zone's clock. */
export const timeText = (time: number, timeZone: string): string => clockOf(wallClock(time, timeZone))

/** `DD-MM-YYYY HH:mm:ss` in a zone, as times are shown (CST-04). */
export const dateTimeText = (time: number, timeZone: string): string => {
  const wall = wallClock(time, timeZone)
  return `${textsOfDay(wall).shown} ${clockOf(wall)}`
}

/** `MMM Do YYYY, h:mm a` in a zone, in English: `Nov 25th 2026, 8:15 am` (CST-05). */
export const ordinalDateText = (time: number, timeZone: string): string =>
  dayjs.utc(wallClock(time, timeZone)).format('MMM Do YYYY, h:mm a')

/** `YYYY-MM-DDTHH:mm:ss+05:30`: ISO 8601 in a zone with its offset; milliseconds follow the seconds in three digits unless they are 0. */
export const isoText = (time: number, timeZone: string): string => {
  const wall = wallClock(time, timeZone)
  const ms = since(1000, Math.trunc(time))
  const offset = wall - time
  const clock = clockText(Math.abs(offset) / 1000).slice(0, 5)
  return `${textsOfDay(wall).iso}T${clockOf(wall)}${ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`}${offset < 0 ? '-' : '+'}${clock}`
}

/** Whether this is a time zone that times can be shown in, such as `Asia/Kolkata`. */
export const isTimeZone = (text: string): boolean => {
  try {
    wallClock(0, text)
    return true
  } catch {
    return false
  }
}
