import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { clockText, DAY_MS, HOUR_MS } from './units.ts'

dayjs.extend(utc)

/** India keeps UTC+5:30 all year (OPEN-64), so its days and hours begin at fixed multiples of ms. */
export const IST_OFFSET_MS = 5.5 * HOUR_MS

/** The last multiple of `stepMs` on the Indian clock that is not after `time`. */
const startOfIst = (stepMs: number, time: number): number =>
  Math.floor((time + IST_OFFSET_MS) / stepMs) * stepMs - IST_OFFSET_MS

/** The start of the IST hour that contains `time` (ms UTC). */
export const startOfIstHour = (time: number): number => startOfIst(HOUR_MS, time)

/** Midnight of the IST day that contains `time` (ms UTC). */
export const startOfIstDay = (time: number): number => startOfIst(DAY_MS, time)

/** The multiples of `stepMs` on the Indian clock from `from` to `to`, both included (ms UTC). Steps of `DAY_MS` are midnights. */
export const istStepsBetween = (stepMs: number, from: number, to: number): number[] => {
  const first = Math.ceil((from + IST_OFFSET_MS) / stepMs) * stepMs - IST_OFFSET_MS
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / stepMs) + 1) },
    (_, i) => first + i * stepMs,
  )
}

type DayTexts = {
  readonly midnight: number
  readonly iso: string
  readonly shown: string
}

/** dayjs takes 15 µs for a text and lists show thousands, so the texts of a day are cached. */
const DAYS_KEPT = 1000
const textsByDay = new Map<number, DayTexts>()

const textsOfDay = (time: number): DayTexts => {
  const midnight = startOfIstDay(time)
  const known = textsByDay.get(midnight)
  if (known !== undefined) return known
  const day = dayjs.utc(midnight + IST_OFFSET_MS)
  const texts = {
    midnight,
    iso: day.format('YYYY-MM-DD'),
    shown: day.format('DD-MM-YYYY'),
  }
  if (textsByDay.size >= DAYS_KEPT) textsByDay.clear()
  textsByDay.set(midnight, texts)
  return texts
}

/** `YYYY-MM-DD` in IST, as calendars name days. */
export const istDay = (time: number): string => textsOfDay(time).iso

/** `DD-MM-YYYY` in IST. */
export const istDate = (time: number): string => textsOfDay(time).shown

/** The hour of the IST day, 0 to 23. */
export const istHour = (time: number): number => Math.floor((time - startOfIstDay(time)) / HOUR_MS)

/** `HH:mm:ss` in IST. */
export const istClock = (time: number): string => clockText((time - startOfIstDay(time)) / 1000)

/** `DD-MM-YYYY HH:mm:ss` in IST, as times are shown (CST-04). */
export const istDateTime = (time: number): string => `${istDate(time)} ${istClock(time)}`

/** `YYYY-MM-DDTHH:mm:ss+05:30`, ISO 8601 in IST with its offset; milliseconds follow the seconds in three digits unless they are 0. */
export const istIso = (time: number): string => {
  const ms = ((Math.trunc(time) % 1000) + 1000) % 1000
  return `${istDay(time)}T${istClock(time)}${ms === 0 ? '' : `.${String(ms).padStart(3, '0')}`}+05:30`
}

/** The time (ms UTC) at which a day (`YYYY-MM-DD`) of IST reaches an hour (0 to 24). */
export const istInstant = (day: string, hour: number): number =>
  dayjs.utc(day).valueOf() + hour * HOUR_MS - IST_OFFSET_MS

/** `YYYY-MM-DD HH:mm:ss` in IST, as payloads carry times (CST-03). */
export const toPayloadTime = (time: number): string => `${istDay(time)} ${istClock(time)}`

/** Reads `YYYY-MM-DD HH:mm:ss` IST as ms UTC; null for any other text, also for days the calendar does not have. */
export const fromPayloadTime = (text: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  const time = dayjs.utc(`${text.replace(' ', 'T')}Z`).valueOf() - IST_OFFSET_MS
  return toPayloadTime(time) === text ? time : null
}

/** Reads `DD-MM-YYYY HH:mm:ss` IST as ms UTC; null for any other text. */
export const fromShownTime = (text: string): number | null =>
  fromPayloadTime(text.replace(/^(\d\d)-(\d\d)-(\d{4}) /, '$3-$2-$1 '))
