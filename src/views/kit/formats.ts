import { compassPoint, normalizedHeading } from '#domain/compass.ts'
import { istClock, istDate, istDateTime } from '#domain/ist.ts'
import { UNIT } from '#domain/units.ts'

const IST_OFFSET_MS = 5.5 * 3_600_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Shown where a value is not known. */
export const NOT_KNOWN = '–'

const two = (value: number) => String(value).padStart(2, '0')

/** A date whose UTC fields are those of IST, the time zone of every date shown (OPEN-64). IST has no summer time. */
const istDateParts = (at: number) => new Date(at + IST_OFFSET_MS)

/** `DD-MM-YYYY HH:mm:ss` of ms since 1970 UTC. */
export const formatDateTime = istDateTime

/** `DD-MM-YYYY` of ms since 1970 UTC. */
export const formatDate = istDate

/** `DD/MM/YYYY HH`, the form of whole-hour ranges (PLB-23). */
export const formatHour = (at: number): string =>
  `${istDate(at).replaceAll('-', '/')} ${istClock(at).slice(0, 2)}`

/** `HH:mm`. */
export const formatClock = (at: number): string => istClock(at).slice(0, 5)

/** `20 Nov`. */
export const formatDay = (at: number): string =>
  `${istDateParts(at).getUTCDate()} ${MONTHS[istDateParts(at).getUTCMonth()]}`

/** Two decimals, as speeds and distances are shown (PLB-43). */
export const formatFigure = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value) ? NOT_KNOWN : value.toFixed(2)

/** `25.00 kms` of kilometres (CST-06). */
export const formatKms = (kilometres: number): string => `${formatFigure(kilometres)} ${UNIT.distance}`

/** A level in whole percent. */
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value) ? NOT_KNOWN : `${Math.round(value)}`

/** `HH:mm:ss` of a duration in ms (CST-07); days join the hours. */
export const formatDuration = (ms: number): string => {
  const span = Math.max(0, ms)
  const hours = Math.floor(span / HOUR_MS)
  return `${two(hours)}:${two(Math.floor((span % HOUR_MS) / MINUTE_MS))}:${two(Math.floor((span % MINUTE_MS) / 1000))}`
}

/** `2 d 12 hr`, `1 hr 14 min`, `14 min`, `12 sec` of a duration in ms (CST-07): the two greatest units, but seconds only by themselves. */
export const formatDurationWords = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes === 0) return `${Math.floor(Math.max(0, ms) / 1000)} sec`
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const units = [
    [days, 'd'],
    [hours, 'hr'],
    [days === 0 ? rest : 0, 'min'],
  ] as const
  return units.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ')
}

/** `00:00:12 ago`; from two days on, whole days. */
export const formatAge = (ms: number): string =>
  ms >= 2 * DAY_MS ? `${Math.floor(ms / DAY_MS)} days ago` : `${formatDuration(ms)} ago`

/** `132° SE` of degrees from north. */
export const formatHeading = (degrees: number | null | undefined): string => {
  if (degrees === null || degrees === undefined || !Number.isFinite(degrees)) return NOT_KNOWN
  return `${Math.round(normalizedHeading(degrees))}° ${compassPoint(degrees)}`
}

/** `13.08784° N, 80.27847° E`. */
export const formatPosition = (lng: number, lat: number): string =>
  `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lng).toFixed(5)}° ${lng < 0 ? 'W' : 'E'}`

/** Midnights of IST within a span of ms since 1970 UTC. */
export const midnightsBetween = (from: number, to: number): number[] => {
  const first = Math.ceil((from + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / DAY_MS) + 1) },
    (_, i) => first + i * DAY_MS,
  )
}

/** The IST hour, 0–23, of ms since 1970 UTC. */
export const istHour = (at: number): number => istDateParts(at).getUTCHours()

/** The IST day of ms since 1970 UTC, `YYYY-MM-DD`, as date pickers name days. */
export const istDay = (at: number): string => istDateParts(at).toISOString().slice(0, 10)

/** ms since 1970 UTC of an IST day and hour. */
export const istInstant = (day: string, hour: number): number =>
  Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS - IST_OFFSET_MS

/** The 24 hours that end with the IST hour containing `at`, ms since 1970 UTC. */
export const dayUpTo = (at: number): { from: number; to: number } => {
  const to = istInstant(istDay(at), istHour(at)) + HOUR_MS
  return { from: to - DAY_MS, to }
}
