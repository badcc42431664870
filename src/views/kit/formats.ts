import { compassPoint, normalizedHeading } from '#domain/compass.ts'
import {
  IST_OFFSET_MS,
  istClock,
  istDate,
  istDateTime,
  istStepsBetween,
  startOfIstHour,
} from '#domain/ist.ts'
import { DISTANCE_DECIMALS } from '#domain/rounding.ts'
import { clockText, DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { AGO, COMPASS, DURATION, SIZE, UNITS } from '#src/texts/en/kit.ts'
import { currentLanguage } from '#src/texts/language.ts'

/** Stands for an unknown value. */
export const NOT_KNOWN = '–'

/** `DD-MM-YYYY HH:mm:ss` of ms since 1970 UTC. */
export const formatDateTime = istDateTime

/** `DD-MM-YYYY` of ms since 1970 UTC. */
export const formatDate = istDate

/** `DD/MM/YYYY HH` of ms since 1970 UTC, for ranges of whole hours (PLB-23). */
export const formatHour = (at: number): string =>
  `${istDate(at).replaceAll('-', '/')} ${istClock(at).slice(0, 2)}`

/** `HH:mm` of ms since 1970 UTC. */
export const formatClock = (at: number): string => istClock(at).slice(0, 5)

const dayFormats = new Map<string, Intl.DateTimeFormat>()

const dayAndMonth = (at: number): string => {
  const { locale } = currentLanguage()
  const format =
    dayFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  dayFormats.set(locale, format)
  return format.format(at)
}

/** `20 Nov` of ms since 1970 UTC. */
export const formatDay = (at: number): string => dayAndMonth(at + IST_OFFSET_MS)

/** A speed or distance with two decimals (PLB-43). */
export const formatFigure = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? NOT_KNOWN
    : value.toFixed(DISTANCE_DECIMALS)

/** `25.00 kms` of a distance in km (CST-06). */
export const formatKms = (kilometres: number): string => `${formatFigure(kilometres)} ${UNITS.distance}`

/** A level as whole percent, without the sign. */
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value) ? NOT_KNOWN : `${Math.round(value)}`

/** `87 kB` or `2.4 MB` of a number of bytes. */
export const formatBytes = (bytes: number): string =>
  bytes < 100_000
    ? SIZE.kilobytes({ count: Math.ceil(bytes / 1000) })
    : SIZE.megabytes({ count: bytes / 1_000_000 })

/** `HH:mm:ss` of a duration in ms (CST-07); hours may exceed 24. */
export const formatDuration = (ms: number): string => clockText(Math.max(0, ms) / 1000)

/** `2 d 12 hr`, `1 hr 14 min`, `14 min`, `12 sec` of a duration in ms (CST-07): the two largest units; seconds only below a minute. */
export const formatDurationWords = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes === 0) return DURATION.seconds({ count: Math.floor(Math.max(0, ms) / 1000) })
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const units = [
    [days, 'days'],
    [hours, 'hours'],
    [days === 0 ? rest : 0, 'minutes'],
  ] as const
  return units.flatMap(([count, unit]) => (count === 0 ? [] : [DURATION[unit]({ count })])).join(' ')
}

/** `00:00:12 ago` of an age in ms; `3 days ago` from two days on. */
export const formatAge = (ms: number): string =>
  ms >= 2 * DAY_MS
    ? AGO.days({ days: Math.floor(ms / DAY_MS) })
    : AGO.duration({ duration: formatDuration(ms) })

/** `132° SE` of degrees from north. */
export const formatHeading = (degrees: number | null | undefined): string => {
  if (degrees === null || degrees === undefined || !Number.isFinite(degrees)) return NOT_KNOWN
  return `${Math.round(normalizedHeading(degrees))}° ${COMPASS[compassPoint(degrees)]}`
}

/** `13.08784° N, 80.27847° E` of degrees. */
export const formatPosition = (lng: number, lat: number): string =>
  `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? COMPASS.S : COMPASS.N}, ${Math.abs(lng).toFixed(5)}° ${lng < 0 ? COMPASS.W : COMPASS.E}`

/** The midnights of IST between two times; all are ms since 1970 UTC. */
export const midnightsBetween = (from: number, to: number): number[] => istStepsBetween(DAY_MS, from, to)

/** The 24 hours that end with the IST hour containing `at`, ms since 1970 UTC. */
export const dayUpTo = (at: number): { from: number; to: number } => {
  const to = startOfIstHour(at) + HOUR_MS
  return { from: to - DAY_MS, to }
}
