import { type DateNumbers, type DateOrder, dayOfNumbers } from '#domain/date-order.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { LONGEST_WRITTEN } from '#domain/written-number.ts'
import { REGION_PATTERN } from './zone-names.ts'

/**
 * What a text says of a time: ms since 1970 UTC; or a day, a time of day in ms, and its zone, those of them that it has. The zone is its
 * offset from UTC in ms, or a name that says none by itself.
 */
export type WrittenTime = {
  readonly epoch?: number
  readonly date?: DateNumbers
  readonly timeOfDay?: number
  readonly zone?: number | string
  /** Whether points part the numbers of the date, which then begins with the day. */
  readonly hasPoints?: boolean
}

const EPOCH = /^\d{9,16}(?:\.\d+)?$/
/** Below this a whole number means seconds, below the next ms, above it µs. */
const LARGEST_SECONDS = 1e11
const LARGEST_MS = 1e14

const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)[T_-]?(\d\d)(\d\d)(\d\d)(?=Z?$)/i
const CLOCK =
  /(?<![\d:.])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,:](\d{1,9}))?)?(?!\d)\s*(?:([ap])\.?\s?m\b\.?)?\s*(Z|UTC|(?!sat|oct|sept)[a-z]{2,4}T(?![a-z]))?\s*([+-]\d{2}(?::?\d{2})?(?!\d|-))?/i
/** A zone behind a day, and one in brackets. */
const ZONE_BEHIND = new RegExp(`(?:^|\\s+)(Z|UTC|(?!sat|oct|sept)[a-z]{2,4}T|${REGION_PATTERN})$`, 'i')
const ZONE_IN_BRACKETS = new RegExp(
  `[([](Z|UTC|[A-Z]{2,4}T|(?=[A-Z])${REGION_PATTERN.replaceAll('a-z', 'A-Za-z')})[)\\]]\\s*$`,
)
const HOUR_ALONE = /(?<![\d:.])(\d{1,2})\s*([ap])\.?\s?m\b\.?/i
const WEEKDAY = /\b(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?\s*/i
const YEAR_FIRST = /^(\d{4})([-/.\s])(\d{1,2})\2(\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})\s?([-/.\s])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})$/
const EIGHT = /^((?:19|20)\d\d)(\d\d)(\d\d)$/
const SIX = /^(\d\d)(\d\d)(\d\d)$/
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[-/.\s]*([a-z]{3,9})\.?[-/.,\s']*(\d{4}|\d{2})$/i
const MONTH_DAY = /^([a-z]{3,9})\.?[-/\s]*(\d{1,2})(?:st|nd|rd|th)?[-/,\s]+(\d{4}|\d{2})$/i
const YEAR_MONTH = /^(\d{4})[-/.\s]*([a-z]{3,9})\.?[-/.\s]*(\d{1,2})$/i
const SIX_DIGIT_CLOCK = /^(\d\d)(\d\d)(\d\d)(?:\.(\d+))?$/

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]

/** The number of a month by its English name or the beginning of it; NaN for any other text. */
const monthNamed = (name: string): number => {
  const lower = name.toLowerCase()
  const at = MONTHS.findIndex((month) => month.startsWith(lower === 'sept' ? 'sep' : lower))
  return at < 0 ? Number.NaN : at + 1
}

const yearFirst = (year: string, month: number, day: string): DateNumbers | undefined =>
  Number.isNaN(month)
    ? undefined
    : { numbers: [Number(year) + (year.length < 4 ? 2000 : 0), month, Number(day)], orders: ['yearFirst'] }

const numbersOf = (first = '', second = '', third = ''): DateNumbers['numbers'] => [
  Number(first),
  Number(second),
  Number(third),
]

const dateOf = (text: string): DateNumbers | undefined => {
  let found = YEAR_FIRST.exec(text)
  if (found) return { numbers: numbersOf(found[1], found[3], found[4]), orders: ['yearFirst'] }
  found = YEAR_LAST.exec(text)
  if (found) {
    const [, first, parting, second, last = ''] = found
    // Where a year of two digits begins, dashes part it from the month.
    const mayBeginWithYear = last.length === 2 && (parting === '-' || Number(first) > 31)
    const orders = ['dayFirst', 'monthFirst', ...(mayBeginWithYear ? (['yearFirst'] as const) : [])] as const
    return { numbers: numbersOf(first, second, last), orders }
  }
  found = EIGHT.exec(text)
  if (found) return { numbers: numbersOf(found[1], found[2], found[3]), orders: ['yearFirst'] }
  found = SIX.exec(text)
  if (found)
    return {
      numbers: numbersOf(found[1], found[2], found[3]),
      orders: ['dayFirst', 'monthFirst', 'yearFirst'],
    }
  found = DAY_MONTH.exec(text)
  if (found) return yearFirst(found[3] ?? '', monthNamed(found[2] ?? ''), found[1] ?? '')
  found = MONTH_DAY.exec(text)
  if (found) return yearFirst(found[3] ?? '', monthNamed(found[1] ?? ''), found[2] ?? '')
  found = YEAR_MONTH.exec(text)
  return found ? yearFirst(found[1] ?? '', monthNamed(found[2] ?? ''), found[3] ?? '') : undefined
}

/** Hours as a clock of twelve shows them. */
const hourOfTwelve = (hour: number, half: string | undefined): number => {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

const clockMs = (hour: number, minute = '0', second = '0', fraction = '0'): number => {
  const [minutes, seconds] = [Number(minute), Number(second)]
  if (!(hour < 24) || minutes > 59 || seconds > 60) return Number.NaN
  return hour * HOUR_MS + minutes * MINUTE_MS + seconds * 1000 + Math.round(Number(`0.${fraction}`) * 1000)
}

/** A zone as it is named: 0 for UTC and its other names. */
const zoneNamed = (name: string | undefined): number | string | undefined =>
  name !== undefined && /^(?:Z|UTC|GMT)$/i.test(name) ? 0 : name

const zoneOf = (name: string | undefined, shift: string | undefined): number | string | undefined => {
  if (shift === undefined) return zoneNamed(name)
  const digits = shift.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (shift.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}

const epochMs = (text: string): number => {
  const number = Number(text)
  if (number < LARGEST_SECONDS) return number * 1000
  return number < LARGEST_MS ? number : number / 1000
}

/** A time of day and where it stands in the text. */
const clockIn = (text: string) => {
  const clock = CLOCK.exec(text)
  if (clock) {
    const [whole, hour, minute, second, fraction, half, zone, shift] = clock
    const timeOfDay = clockMs(hourOfTwelve(Number(hour), half), minute, second, fraction)
    return { whole, at: clock.index, timeOfDay, zone: zoneOf(zone, shift) }
  }
  const alone = HOUR_ALONE.exec(text)
  if (alone === null) return undefined
  const timeOfDay = clockMs(hourOfTwelve(Number(alone[1]), alone[2]))
  return { whole: alone[0], at: alone.index, timeOfDay, zone: undefined }
}

const FAST =
  /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)[-/](\d\d)[-/](\d{4}))[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z)?([+-]\d\d:?\d\d)?$/
const MAY_BE_EITHER = ['dayFirst', 'monthFirst'] as const
const KNOWN_ORDER = ['yearFirst'] as const

/** The forms that most files have, for speed. */
const splitCommon = (text: string): WrittenTime | undefined => {
  const found = FAST.exec(text)
  if (found === null) return undefined
  const [, year, month, day, first, second, last, hour, minute, sec, fraction, utc, shift] = found
  const timeOfDay = clockMs(Number(hour), minute, sec, fraction)
  if (Number.isNaN(timeOfDay)) return undefined
  const date: DateNumbers =
    year === undefined
      ? { numbers: numbersOf(first, second, last), orders: MAY_BE_EITHER }
      : { numbers: numbersOf(year, month, day), orders: KNOWN_ORDER }
  const zone = zoneOf(utc, shift)
  return zone === undefined ? { date, timeOfDay } : { date, timeOfDay, zone }
}

/** Takes a text apart into what it says of a time; undefined where anything in it is no part of one. */
export const splitTime = (written: string): WrittenTime | undefined => {
  if (written.length > LONGEST_WRITTEN) return undefined
  const text = written.trim()
  const common = splitCommon(text)
  if (common !== undefined) return common
  if (EPOCH.test(text) && !COMPACT.test(text)) return { epoch: epochMs(text) }
  const expanded = text.replace(COMPACT, '$1-$2-$3 $4:$5:$6')
  const clock = clockIn(expanded)
  if (clock !== undefined && Number.isNaN(clock.timeOfDay)) return undefined
  const parts =
    clock === undefined
      ? [expanded]
      : [expanded.slice(0, clock.at), expanded.slice(clock.at + clock.whole.length)]
  const bracketed = parts.flatMap((part) => ZONE_IN_BRACKETS.exec(part)?.[1] ?? [])[0]
  const dated = parts
    .map((part) =>
      part
        .replace(/(?:\([^()]*\)|\[[^[\]]*\])\s*$/, '')
        .replace(/^[,\s]+|(?:[,\s]|\bat\b|(?<=\d)T$)+$/gi, ''),
    )
    .join(' ')
    .replace(WEEKDAY, '')
    .trim()
  const rest = dated.replace(ZONE_BEHIND, '')
  const zone = clock?.zone ?? zoneNamed(ZONE_BEHIND.exec(dated)?.[1] ?? bracketed)
  const date = rest === '' ? undefined : dateOf(rest)
  if ((rest !== '' && date === undefined) || (rest === '' && clock === undefined)) return undefined
  return {
    ...(date !== undefined && { date, hasPoints: rest.includes('.') }),
    ...(clock !== undefined && { timeOfDay: clock.timeOfDay }),
    ...(zone !== undefined && { zone }),
  }
}

/** Spreadsheets write a time of day with a day of these years. */
const isZeroDay = ({ date }: WrittenTime): boolean =>
  date?.orders[0] === 'yearFirst'
    ? date.numbers[0] < 1905
    : (date?.numbers[2] ?? 2000) % 10_000 >= 1899 && (date?.numbers[2] ?? 2000) < 1905

/**
 * The time of a record from the cells of its day and of its time: a whole time stamp or an epoch in either of them, else the day of one
 * and the time of day of the other. `disagree` where both have a time of day, and not the same; undefined where they make no time.
 */
export const joinTimes = (
  dayCell: string | undefined,
  timeCell: string | undefined,
): WrittenTime | 'disagree' | undefined => {
  const time = timeCell === undefined ? undefined : splitTime(timeCell)
  if (dayCell === undefined) return time?.epoch !== undefined || time?.date !== undefined ? time : undefined
  if (time?.epoch !== undefined) return time
  const isZero = time !== undefined && isZeroDay(time)
  if (time?.date !== undefined && time.timeOfDay !== undefined && !isZero) return time
  const day = splitTime(dayCell)
  if (timeCell === undefined)
    return day?.epoch !== undefined || day?.timeOfDay !== undefined ? day : undefined
  const compact = SIX_DIGIT_CLOCK.exec(timeCell.trim())
  const timeOfDay =
    compact === null ? time?.timeOfDay : clockMs(Number(compact[1]), compact[2], compact[3], compact[4])
  if (day?.date === undefined || timeOfDay === undefined || Number.isNaN(timeOfDay)) return undefined
  if ((day.timeOfDay ?? 0) !== 0 && day.timeOfDay !== timeOfDay) return 'disagree'
  return { ...day, timeOfDay, ...(time?.zone !== undefined && { zone: time.zone }) }
}

/** ms UTC of a time whose date is written in this order. Without an offset from UTC it is what `clock` shows. NaN where there is no such day. */
export const timeOfWritten = (
  { epoch, date, timeOfDay = 0, zone }: WrittenTime,
  order: DateOrder,
  clock: (wall: number) => number,
): number => {
  if (epoch !== undefined) return epoch
  if (date === undefined) return Number.NaN
  const own = date.orders.length === 1 ? date.orders[0] : order
  const day = own !== undefined && date.orders.includes(own) ? dayOfNumbers(date.numbers, own) : Number.NaN
  if (Number.isNaN(day)) return Number.NaN
  return typeof zone === 'number' ? day + timeOfDay - zone : clock(day + timeOfDay)
}
