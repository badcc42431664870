import { saysNoFix } from '#domain/degrees.ts'
import type { FixKind } from '#domain/fix.ts'
import { epochMs, numberOf } from '#domain/numbers.ts'
import { isCalendarDay } from '#domain/zone-time.ts'

/* Readers of what devices send. They answer NaN or undefined for what is not usable; the rules decide what follows. */

const DIGITS = /^\d+(\.\d+)?$/
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/
const ISO = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i

/** A text, number or truth value as text; for anything else, such as a list, an empty one. */
const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** A finite number, or undefined for anything else. */
export const optionalNumber = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const number = numberOf(value)
  return Number.isNaN(number) ? undefined : number
}

/** true, 1, on, yes and their opposites; undefined for anything else. */
export const optionalFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  switch (scalarText(value).trim().toLowerCase()) {
    case 'true':
    case '1':
    case 'on':
    case 'yes':
      return true
    case 'false':
    case '0':
    case 'off':
    case 'no':
      return false
    default:
      return undefined
  }
}

const VALID: ReadonlySet<string> = new Set(
  'a active ok y good gps dgps pps rtk fix fixed 2d 3d 2dfix 3dfix gpsfix locked'.split(' '),
)
const NOT_VALID: ReadonlySet<string> = new Set('v n bad lost'.split(' '))

/** Whether a text says that the position is valid: a flag, `A` and `V`, a fix in words, or its quality, 0 for none; undefined for anything else. */
export const readValidity = (text: string): boolean | undefined => {
  const flag = optionalFlag(text)
  if (flag !== undefined) return flag
  if (/^[2-9](?:\.0+)?$/.test(text.trim())) return true
  if (/^[01]\.0+$/.test(text.trim())) return text.trim().startsWith('1')
  const name = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (VALID.has(name)) return true
  return NOT_VALID.has(name) || name === 'none' || saysNoFix(text) ? false : undefined
}

/** Whether a value says that its position is not valid. */
export const isNotValid = (value: unknown): boolean => readValidity(scalarText(value)) === false

/**
 * ms UTC of seconds or ms since 1970, or of an ISO text, which is in UTC where it names no zone. NaN for anything else, also for days
 * that the calendar does not have.
 */
export const timeOf = (value: unknown): number => {
  if (typeof value === 'number') return epochMs(value)
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  if (DIGITS.test(text)) return epochMs(Number(text))
  if (!ISO.test(text) || !isCalendarDay(text.slice(0, 10))) return Number.NaN
  const withZone = WITHOUT_ZONE.test(text) ? `${text}Z` : text
  return Date.parse(withZone.replace(' ', 'T').replace(',', '.'))
}

/** A text that says that there is none. */
const NO_TEXTS = /^\s*(none)?\s*$/i

/** Texts between commas, or of a list; none at all where the value is empty or says `none`. */
const textsOf = (value: unknown): readonly string[] | undefined => {
  if (value === undefined || value === null) return undefined
  const list = Array.isArray(value) ? value.map(scalarText).join(',') : scalarText(value)
  return NO_TEXTS.test(list) ? [] : list.split(',').map((text) => text.trim())
}

/** Reads the value of a field of this kind; `convert` turns numbers into its unit. Answers undefined where there is none. */
export const valueReader = (
  kind: FixKind,
  convert: (value: number) => number,
  readNumber = optionalNumber,
): ((value: unknown) => number | boolean | readonly string[] | undefined) => {
  if (kind === 'boolean') return optionalFlag
  if (kind === 'strings') return textsOf
  return (value) => {
    const number = readNumber(value)
    return number === undefined ? undefined : convert(number)
  }
}

/** How a field of a fix is read: by the names that a dialect has for it. */
export type FieldReader = {
  readonly name: string
  readonly names: readonly string[]
  readonly read: (value: unknown) => unknown
}

/** The fields of a fix that `pick` has a value of. Names of values that cannot be read are added to `unread`. */
export const readFields = (
  wanted: readonly FieldReader[],
  pick: (names: readonly string[]) => unknown,
  unread: string[],
): Record<string, unknown> => {
  const fields: Record<string, unknown> = {}
  for (const { name, names, read } of wanted) {
    const given = pick(names)
    const value = read(given)
    if (value !== undefined) fields[name] = value
    else if (given !== undefined) unread.push(names.find((each) => pick([each]) !== undefined) ?? name)
  }
  return fields
}
