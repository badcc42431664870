import { saysNoFix, sideOf, sidesIn } from '#domain/degrees.ts'
import { conversionTo, isUnitName, unitNamed } from '#domain/unit-names.ts'
import type { Gallon } from '#domain/units.ts'
import { type DecimalSign, isPlainNumber, splitNumber, writtenValue } from '#domain/written-number.ts'

const NOTHING: ReadonlySet<string> = new Set([
  ...[
    '',
    '-',
    '--',
    '---',
    '–',
    '—',
    '?',
    '.',
    '\\n',
    'na',
    'n/a',
    '#n/a',
    'n.a.',
    'nan',
    'nil',
    'none',
    'null',
  ],
  ...['undefined', 'unknown', 'not available', 'no data'],
])

/** Whether a cell says that it holds no value, as an empty one does. */
export const holdsNothing = (text: string): boolean => {
  const first = text.charCodeAt(0)
  const isDigit = first >= 48 && first <= 57
  return !isDigit && NOTHING.has(text.trim().toLowerCase())
}

/** What a spreadsheet shows where it cannot tell a value. */
const FORMULA_ERROR = /^\s*#(?:[A-Z0-9/]+[!?]|#+|N\/A.*)\s*$/i

/** Whether a cell names nothing: it is empty, or says that there is nothing, or is an error of a spreadsheet. */
export const namesNothing = (text: string): boolean => holdsNothing(text) || FORMULA_ERROR.test(text)

const FORMULA_TEXT = /^\s*=\s*"(.*)"\s*$/s

/** A cell without what a spreadsheet keeps a text as one with: `="0815"` and `'0815`. */
export const withoutTextSign = (cell: string): string => {
  if (cell.includes('=')) {
    const [, text] = FORMULA_TEXT.exec(cell) ?? []
    if (text !== undefined) return text.replaceAll('""', '"')
  }
  const first = cell.charCodeAt(0) <= 32 ? cell.trimStart() : cell
  if (!/^['\u2018\u2019]/.test(first) || first.trim().length < 2) return cell
  return first.slice(1).replace(/['\u2019]\s*$/, '')
}

/** Reads the cells of a column of numbers into `unit`, which may have their unit in another cell. The readers answer NaN for what is no number or names a unit of something else. */
export const numberReader = ({
  unit,
  from,
  isUnitFixed,
  decimal,
  gallon,
}: {
  readonly unit: string | undefined
  /** The unit of cells that name none. */
  readonly from: string | undefined
  /** Whether `from` holds whatever a cell says. */
  readonly isUnitFixed: boolean
  readonly decimal: DecimalSign | undefined
  readonly gallon: Gallon | undefined
}): ((text: string, unit?: string) => number) => {
  const convert = conversionTo(unit, from)
  return (text, beside) => {
    if (beside === undefined && decimal === '.' && isPlainNumber(text)) return convert(Number(text))
    const number = splitNumber(text)
    if (number === undefined) return Number.NaN
    const value = writtenValue(number, decimal)
    const written = number.unit ?? beside
    if (written === undefined || isUnitFixed) return convert(value)
    const named = unitNamed(unit, written)
    const own = named === 'gallon' ? gallon : named
    return own === undefined ? Number.NaN : conversionTo(unit, own)(value)
  }
}

/** Tests of cells for what a column is known by that has no telling name. */
export const IS_KIND = {
  latSide: (text: string) => sideOf(text, 'lat') !== undefined,
  lngSide: (text: string) => sideOf(text, 'lng') !== undefined,
  sides: (text: string) => sidesIn(text) !== undefined,
  northEast: (text: string) => {
    const { lat = text, lng = text } = sidesIn(text) ?? {}
    return (sideOf(lat, 'lat') ?? 1) + (sideOf(lng, 'lng') ?? 1) === 2
  },
  flag: (text: string) => !/^[23](?:\.0+)?$/.test(text.trim()),
  unit: isUnitName,
  valid: (text: string) => /^[av]$/i.test(text.trim()) || saysNoFix(text),
} as const
