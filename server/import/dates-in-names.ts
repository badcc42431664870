import { LONGEST_WRITTEN } from '#domain/written-number.ts'

const MONTH =
  '(?:jan|ene|feb|f[eé]v|mar|mär|mrz|apr|abr|avr|may|mai|jun|jui|jul|aug|ago|ao[uû]|sep|set|oct|okt|nov|dec|dez|d[eé]c|dic)[a-zà-ÿ]{0,7}\\.?'
const DAY_OR_YEAR = '(?:\\d{1,2}|(?:19|20)\\d\\d)'
const PARTING = '(?:[-/._]|\\.? )'
const MONTH_NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** Dates with signs between their parts, such as 2026-11-10 or 20. Nov. 2026, in words, without a year, and weeks: 2026-W46-2. */
const DATES = [
  `(?<![a-z\\d])${DAY_OR_YEAR}${PARTING}(?:\\d{1,2}|${MONTH})${PARTING}${DAY_OR_YEAR}(?!\\d)`,
  `(?<![a-z])${MONTH} \\d{1,2},? (?:19|20)\\d\\d(?!\\d)`,
  `(?<![a-z])${MONTH_NAME}[-/._ ]\\d{1,2}(?:st|nd|rd|th)?(?![a-z\\d])`,
  `(?<![a-z\\d])\\d{1,2}(?:st|nd|rd|th)?[-/._ ]${MONTH_NAME}(?![a-z])`,
  `(?<![a-z\\d])\\d{1,2}${MONTH_NAME}(?:\\d\\d){1,2}(?![a-z\\d])`,
  '(?<![a-z\\d])(?:19|20)\\d\\d-?w\\d\\d(?:-?[1-7])?(?![a-z\\d])',
].join('|')
/** Dates without signs, perhaps with a time and a zone, as in 20261110T073000Z; the year first or last. */
const COMPACT = `(?<!\\d)(?:${[
  '(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])',
  '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\\d\\d',
  '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:19|20)\\d\\d',
].join('|')})(?:[-_ t]?\\d{4}(?:\\d\\d)?z?)?(?!\\d)`
/** Times of day that can be nothing else. */
const CLOCK = [
  '(?<!\\d)(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?:\\s*[ap]\\.?m\\b\\.?|z)?(?:[+-]\\d\\d:?\\d\\d)?(?![a-z\\d])',
  '(?<![\\d.])(?:[01]?\\d|2[0-3])(?:[-:._h][0-5]\\d){0,2}\\s*(?:[ap]\\.?m|uhr)\\b\\.?',
  '(?<!\\d)(?:[01]\\d|2[0-3])[0-5]\\d(?:[0-5]\\d)?\\s*[ap]m\\b',
].join('|')
/** Times of day as they stand beside a date. */
const CLOCK_BESIDE =
  /(?<!\d)(?:[01]?\d|2[0-3])[-:._h][0-5]\d(?:[-:._m][0-5]\d)?\s*(?:am|pm|z)?(?![a-z\d])|¤[\s_t-]*(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?:\s*(?:am|pm|z))?(?![a-z\d])|¤\s*[ap]\.?m\b/gi
const WEEKDAYS =
  /(?<![a-zà-ÿ])(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)(?![a-zà-ÿ])/gi
const WEEKS = /(?<![a-z])(?:cw|kw|w|wk|week|woche)[\s._-]?\d{1,2}(?![a-z\d])/gi
const SHORT_WEEKDAY = /^(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)$/i
/** Seconds or ms since 1970 between 2001 and 2036. */
const EPOCH = /^(?:1\d{9}|20\d{8})(?:\d{3})?$/

const DATED = new RegExp(`${DATES}|${COMPACT}|${CLOCK}`, 'gi')
const DATE_OR_CLOCK = new RegExp(`${DATES}|${CLOCK}`, 'gi')
const NOTHING_LEFT = /^[\W_]*$/

/** What is left of a name without its dates and times; undefined where it has none. */
export const withoutDates = (name: string): string | undefined => {
  if (name.length > LONGEST_WRITTEN) return undefined
  if (EPOCH.test(name)) return ''
  const hasDate = name.search(DATED) >= 0
  const days = [...name.matchAll(WEEKDAYS)].filter(([day]) => hasDate || !SHORT_WEEKDAY.test(day))
  if (!hasDate && days.length === 0) return undefined
  const undated = name.replaceAll(DATED, '¤').replaceAll(CLOCK_BESIDE, ' ')
  const rest = undated
    .replaceAll(WEEKDAYS, ' ')
    .replaceAll(WEEKS, ' ')
    .replaceAll(/[\s¤]+/g, ' ')
    .replaceAll(/^[\s,._-]+|[\s,._-]+$/g, '')
  // A weekday may be a part of a name.
  return !hasDate && /\d/.test(rest) ? undefined : rest
}

/** How a date begins, as most names do not. */
const BEGINNING = /^(?:\d{1,4}|[a-zà-ÿ]{3,9}[ .,]+\d{1,2})\D/i

/** Whether a name is a date or a time of day with signs, and nothing else. */
export const isDateAlone = (name: string): boolean =>
  BEGINNING.test(name) && name.search(DATE_OR_CLOCK) >= 0 && NOTHING_LEFT.test(withoutDates(name) ?? name)
