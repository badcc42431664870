import { DEFAULT_TIME_ZONE, type ZoneClock, zoneClock } from '#domain/company-time.ts'
import { IST_OFFSET_MS } from '#domain/ist.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { LONGEST_WRITTEN } from '#domain/written-number.ts'
import { isTimeZone } from '#domain/zone-time.ts'

const UTC = /^(?:Z|UT|UTC|GMT|Coordinated Universal Time|Greenwich Mean Time)$/i
const OFFSET = /^(?:UTC|GMT)?\s*([+-])?\s*(\d{1,2})(?::(\d{2})|(?<=[+-]\d{2})(\d{2}))?$/i
const HOURS = /^[+-]?\d{1,2}(?:\.\d+)?$/
const INDIA = /^Indian? Standard Time$/i
/** The name of a zone by its region, such as `Asia/Kolkata`, as a pattern. */
export const REGION_PATTERN = '[a-z]+(?:/[a-z_+-]+\\d*)+'
const REGION = new RegExp(`^${REGION_PATTERN}$`, 'i')
/** As Windows lists zones: `(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi`. */
const LISTED = /^\((UTC[^()]*)\)\s.*$/i
/** No zone was ever further from UTC, in hours. */
const WIDEST_HOURS = 16

const fixedClock =
  (offset: number): ZoneClock =>
  (wall) =>
    wall - offset

const offsetMs = (name: string): number => {
  if (HOURS.test(name)) return Number(name) * HOUR_MS
  const [, sign, hours, minutes, glued = '0'] = OFFSET.exec(name) ?? []
  const behind = Number(minutes ?? glued)
  if (!(behind < 60)) return Number.NaN
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + behind * MINUTE_MS)
}

/** Whether this is the name that the zones of India, Israel and Ireland share. */
export const isIst = (name: string): boolean => /^\s*IST\s*$/i.test(name)

/**
 * The clock of a zone by its name or its offset, in hours where it is a number alone; undefined for a name that is none or that several
 * zones have. `IST` is India's in the zone of India only: Israel and Ireland call theirs the same.
 */
export const clockNamed = (name: string, timeZone: string): ZoneClock | undefined => {
  if (name.length > LONGEST_WRITTEN) return undefined
  const text = name.trim().replace(LISTED, '$1')
  if (UTC.test(text)) return fixedClock(0)
  if (INDIA.test(text) || (isIst(text) && timeZone === DEFAULT_TIME_ZONE)) return fixedClock(IST_OFFSET_MS)
  const offset = offsetMs(text)
  if (Math.abs(offset) <= WIDEST_HOURS * HOUR_MS) return fixedClock(offset)
  return REGION.test(text) && isTimeZone(text) ? zoneClock(text) : undefined
}

const ABBREVIATION = /^[A-Z]{2,4}T$/

/** Whether the text in the brackets of a header names a zone, be it known or not. */
export const isZoneName = (text: string): boolean =>
  text.length <= LONGEST_WRITTEN &&
  (UTC.test(text) ||
    INDIA.test(text) ||
    (OFFSET.test(text) && !/^\d/.test(text)) ||
    ABBREVIATION.test(text) ||
    REGION.test(text))
