import type { ZoneClock } from '#domain/company-time.ts'

const EPOCH = /^\d{9,16}(\.\d+)?$/
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/
const YEAR_FIRST =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(am|pm)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i
const DAY_FIRST =
  /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(am|pm)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/** Below this a whole number means seconds, below the next ms, above it µs. */
const LARGEST_SECONDS = 1e11
const LARGEST_MS = 1e14

const epochMs = (text: string): number => {
  const number = Number(text)
  if (number < LARGEST_SECONDS) return number * 1000
  return number < LARGEST_MS ? number : number / 1000
}

const offsetOf = (zone: string): number => {
  if (/^(z|utc|gmt)$/i.test(zone)) return 0
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** Hours as a clock of twelve shows them. */
const hourOfTwelve = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

type Parts = readonly (string | undefined)[]

const timeOfParts = (
  [year, month, day, hour, minute, second, fraction, half, zone]: Parts,
  clock: ZoneClock,
): number => {
  const [monthNumber, dayNumber] = [Number(month), Number(day)]
  const hours = hourOfTwelve(Number(hour ?? 0), half)
  const [minutes, seconds] = [Number(minute ?? 0), Number(second ?? 0)]
  if (!(hours < 24) || minutes > 59 || seconds > 60) return Number.NaN
  const wall = Date.UTC(Number(year), monthNumber - 1, dayNumber, hours, minutes, seconds)
  const there = new Date(wall)
  if (there.getUTCMonth() !== monthNumber - 1 && seconds < 60) return Number.NaN
  if (dayNumber < 1 || dayNumber > 31 || monthNumber < 1 || monthNumber > 12) return Number.NaN
  const ms = wall + Math.round(Number(`0.${fraction ?? 0}`) * 1000)
  return zone === undefined ? clock(ms) : ms - offsetOf(zone)
}

/**
 * ms UTC of a time in a file: seconds, ms or µs since 1970, ISO, `YYYY-MM-DD HH:mm:ss`, `DD-MM-YYYY HH:mm:ss` (the day always first), with
 * or without fractions, zone, and am or pm. A time without a zone is what `clock` shows. NaN for anything else.
 */
export const readTime = (text: string, clock: ZoneClock): number => {
  if (COMPACT.test(text)) return timeOfParts((COMPACT.exec(text) ?? []).slice(1), clock)
  if (EPOCH.test(text)) return epochMs(text)
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return timeOfParts(yearFirst.slice(1), clock)
  const dayFirst = DAY_FIRST.exec(text)
  if (!dayFirst) return Number.NaN
  const [day, month, year, ...others] = dayFirst.slice(1)
  return timeOfParts([year, month, day, ...others], clock)
}
