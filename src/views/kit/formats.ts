import { DEFAULT_TIME_ZONE, wallClock } from '#domain/company-time.ts'
import { compassPoint, normalizedHeading } from '#domain/compass.ts'
import { fromShownTime } from '#domain/ist.ts'
import { clockText, DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { dateText, dateTimeText, startOfHour, stepsBetween, timeText } from '#domain/zone-time.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { AGO, COMPASS, DURATION } from '#src/texts/en/measures.ts'
import { currentLanguage } from '#src/texts/language.ts'
import { formatFigure, formatNumber, NOT_KNOWN } from './measures.ts'

const zone = () => currentConventions().timeZone

/** `DD-MM-YYYY HH:mm:ss` of ms since 1970 UTC (CST-04), in the time zone of the page, as all times here. */
export const formatDateTime = (at: number): string => dateTimeText(at, zone())

/** The same of a time that a reply carries to be shown (CST-04), which is IST; other texts as they are. */
export const formatShownTime = (text: string): string => {
  if (zone() === DEFAULT_TIME_ZONE) return text
  const at = fromShownTime(text)
  return at === null ? text : formatDateTime(at)
}

/** `DD-MM-YYYY` of ms since 1970 UTC. */
export const formatDate = (at: number): string => dateText(at, zone())

/** `DD/MM/YYYY HH` of ms since 1970 UTC, for ranges of whole hours (PLB-23). */
export const formatHour = (at: number): string =>
  `${formatDate(at).replaceAll('-', '/')} ${timeText(at, zone()).slice(0, 2)}`

/** `HH:mm` of ms since 1970 UTC. */
export const formatClock = (at: number): string => timeText(at, zone()).slice(0, 5)

const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (options: Intl.DateTimeFormatOptions, at: number | Date): string => {
  const { locale } = currentLanguage()
  const id = `${locale} ${JSON.stringify(options)}`
  const format =
    formats.get(id) ?? new Intl.DateTimeFormat(locale, Object.assign({ timeZone: 'UTC' }, options))
  formats.set(id, format)
  return format.format(at)
}

/** `20 Nov` of ms since 1970 UTC. */
export const formatDay = (at: number): string =>
  formatIn({ day: 'numeric', month: 'short' }, wallClock(at, zone()))

/** `20 Nov` of a day (`YYYY-MM-DD`), or `20 Nov 2026` with its year. */
export const formatDayText = (day: string, hasYear = false): string =>
  formatIn({ day: 'numeric', month: 'short', ...(hasYear && { year: 'numeric' }) }, new Date(day))

/** `20-11-2026` of a day (`YYYY-MM-DD`), as dates stand in tables (CST-04). */
export const formatDayDate = (day: string): string => day.split('-').reverse().join('-')

/** A calendar's texts for days (`YYYY-MM-DD`): `November 2026`, `Nov`, `2026`, `Mo`, and `20 November 2026` for screen readers. */
export const CALENDAR_FORMATS = {
  month: (day: string) => formatIn({ month: 'long', year: 'numeric' }, new Date(day)),
  monthName: (day: string) => formatIn({ month: 'short' }, new Date(day)),
  year: (day: string) => formatIn({ year: 'numeric' }, new Date(day)),
  weekday: (day: string) => formatIn({ weekday: 'short' }, new Date(day)),
  day: (day: string) => formatIn({ day: 'numeric', month: 'long', year: 'numeric' }, new Date(day)),
}

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

/** `14,510 hr`, `47 hr 30 min`, `14 min`, `12 sec` of a duration in ms, also of many trucks together: hours that go on, from 100 whole ones. */
export const formatHoursWords = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes < 60) return formatDurationWords(ms)
  if (minutes >= 6000) return DURATION.hours({ count: formatNumber(minutes / 60) })
  const rest = minutes % 60
  const hours = DURATION.hours({ count: Math.floor(minutes / 60) })
  return rest === 0 ? hours : `${hours} ${DURATION.minutes({ count: rest })}`
}

/** `00:00:12 ago` of an age in ms; `3 days ago` from two days on. */
export const formatAge = (ms: number): string =>
  ms >= 2 * DAY_MS
    ? AGO.days({ days: Math.floor(ms / DAY_MS) })
    : AGO.duration({ duration: formatDuration(ms) })

/** `12 s ago` of the age of a position that is followed, in ms; from a minute on as `formatAge`. */
export const formatSecondsAgo = (ms: number): string =>
  ms < MINUTE_MS ? AGO.seconds({ count: Math.max(0, Math.floor(ms / 1000)) }) : formatAge(ms)

/** `132° SE` of degrees from north. */
export const formatHeading = (degrees: number | null | undefined): string => {
  if (degrees === null || degrees === undefined || !Number.isFinite(degrees)) return NOT_KNOWN
  return `${formatNumber(normalizedHeading(degrees))}° ${COMPASS[compassPoint(degrees)]}`
}

/** `13.08784° N, 80.27847° E` of degrees. */
export const formatPosition = (lng: number, lat: number): string =>
  `${formatFigure('degrees', Math.abs(lat))}° ${lat < 0 ? COMPASS.S : COMPASS.N}, ${formatFigure('degrees', Math.abs(lng))}° ${lng < 0 ? COMPASS.W : COMPASS.E}`

/** The midnights between two times; all are ms since 1970 UTC. */
export const midnightsBetween = (from: number, to: number): number[] => stepsBetween(DAY_MS, from, to, zone())

/** The 24 hours that end with the hour containing `at`, ms since 1970 UTC. */
export const dayUpTo = (at: number): { from: number; to: number } => {
  const to = startOfHour(at, zone()) + HOUR_MS
  return { from: to - DAY_MS, to }
}
