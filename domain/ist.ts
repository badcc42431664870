/** India keeps UTC+5:30 all year, so its clock is plain arithmetic and needs no library. */
const IST_OFFSET_MS = 5.5 * 3_600_000

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The parts of an instant (ms UTC) as an Indian clock shows them. */
const partsOf = (time: number) => {
  const there = new Date(time + IST_OFFSET_MS)
  return {
    year: String(there.getUTCFullYear()).padStart(4, '0'),
    month: twoDigits(there.getUTCMonth() + 1),
    day: twoDigits(there.getUTCDate()),
    clock: `${twoDigits(there.getUTCHours())}:${twoDigits(there.getUTCMinutes())}:${twoDigits(there.getUTCSeconds())}`,
  }
}

/** `DD-MM-YYYY` in IST. */
export const istDate = (time: number): string => {
  const { year, month, day } = partsOf(time)
  return `${day}-${month}-${year}`
}

/** `HH:mm:ss` in IST. */
export const istClock = (time: number): string => partsOf(time).clock

/** `DD-MM-YYYY HH:mm:ss` in IST, as times are shown (CST-04). */
export const istDateTime = (time: number): string => `${istDate(time)} ${istClock(time)}`

/** `YYYY-MM-DDTHH:mm:ss+05:30`, ISO 8601 in IST with its offset; what there is of a second follows in three digits. */
export const istIso = (time: number): string =>
  new Date(time + IST_OFFSET_MS).toISOString().replace(/(\.000)?Z$/, '+05:30')

/** `YYYY-MM-DD HH:mm:ss` in IST, as payloads carry times (CST-03). */
export const toPayloadTime = (time: number): string => {
  const { year, month, day, clock } = partsOf(time)
  return `${year}-${month}-${day} ${clock}`
}

/** Reads `YYYY-MM-DD HH:mm:ss` IST as ms UTC; null for any other text, the 30th of February among them. */
export const fromPayloadTime = (text: string): number | null => {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return null
  const time = asUtc - IST_OFFSET_MS
  return toPayloadTime(time) === text ? time : null
}

/** Reads `DD-MM-YYYY HH:mm:ss` IST as ms UTC; null for any other text. */
export const fromShownTime = (text: string): number | null =>
  fromPayloadTime(text.replace(/^(\d\d)-(\d\d)-(\d{4}) /, '$3-$2-$1 '))
