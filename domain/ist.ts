import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { DEFAULT_TIME_ZONE } from './company-time.ts'
import { HOUR_MS } from './units.ts'
import { dateText, dateTimeText, dayText, timeText } from './zone-time.ts'

dayjs.extend(utc)

/** India keeps UTC+5:30 all year (OPEN-64). */
export const IST_OFFSET_MS = 5.5 * HOUR_MS

/** `DD-MM-YYYY` in IST. */
export const istDate = (time: number): string => dateText(time, DEFAULT_TIME_ZONE)

/** `HH:mm:ss` in IST. */
export const istClock = (time: number): string => timeText(time, DEFAULT_TIME_ZONE)

/** `DD-MM-YYYY HH:mm:ss` in IST, as replies carry times to be shown (CST-04). */
export const istDateTime = (time: number): string => dateTimeText(time, DEFAULT_TIME_ZONE)

/** `YYYY-MM-DD HH:mm:ss` in IST, as payloads carry times (CST-03). */
export const toPayloadTime = (time: number): string => `${dayText(time, DEFAULT_TIME_ZONE)} ${istClock(time)}`

/** A range, ms UTC, `to` not included, as the filter of reports carries it: its end is the last second (RPT-04). */
export const payloadRange = ({ from, to }: { readonly from: number; readonly to: number }) => ({
  fromTsInIST: toPayloadTime(from),
  toTsInIST: toPayloadTime(to - 1000),
})

/** In the years 1970 to 2199: what is computed from a time, such as the days before it, has to stay within those of the calendar. */
const PAYLOAD_TIME = /^(?:19[7-9]\d|2[01]\d\d)-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/**
 * Reads `YYYY-MM-DD HH:mm:ss` IST of the years 1970 to 2199 as ms UTC; null for any other text, also for days the calendar does not
 * have.
 */
export const fromPayloadTime = (text: string): number | null => {
  if (!PAYLOAD_TIME.test(text)) return null
  const time = dayjs.utc(`${text.replace(' ', 'T')}Z`).valueOf() - IST_OFFSET_MS
  return Number.isFinite(time) && toPayloadTime(time) === text ? time : null
}

/** Reads `DD-MM-YYYY HH:mm:ss` IST as ms UTC; null for any other text. */
export const fromShownTime = (text: string): number | null =>
  fromPayloadTime(text.replace(/^(\d\d)-(\d\d)-(\d{4}) /, '$3-$2-$1 '))
