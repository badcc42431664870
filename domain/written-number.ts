/** What stands before the decimals of a number. */
export type DecimalSign = '.' | ','

/** A number as it stands in a cell, and what stands behind it, which may be a unit. */
export type WrittenNumber = {
  readonly factor: 1 | -1
  /** Digits with their signs. */
  readonly digits: string
  readonly exponent: string
  readonly unit: string | undefined
}

/**
 * The longest text that is read as a number, a place or a time, in characters; a longer one is none. The patterns of such texts take time
 * by the square of their length, and anybody may send a long one.
 */
export const LONGEST_WRITTEN = 100

const CELL = /^([+\u2212-]?)\s*(\d[\d.,'’\s]*|[.,]\d+)(?:[eE]([+-]?\d+))?(\s*[^\d\s.,'’].*)?$/
/** Groups of three parted by one and the same sign; or, as in India, groups of two before the last three. */
const THREES = /^[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}$/
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const WHOLE = /^\d*$/

/** The parts of a number with signs and perhaps a unit, such as `1,45,210 km`; undefined for any other text. */
export const splitNumber = (text: string): WrittenNumber | undefined => {
  if (text.length > LONGEST_WRITTEN) return undefined
  const [, factor, digits, exponent, rest] = CELL.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  return {
    factor: factor === '' || factor === '+' ? 1 : -1,
    digits: digits.trim(),
    exponent: exponent ?? '0',
    unit: rest?.trim(),
  }
}

/** The value of digits whose decimals stand behind `decimal`, other signs being those of thousands; NaN where they stand elsewhere. */
const valueBy = ({ factor, digits, exponent }: WrittenNumber, decimal: DecimalSign): number => {
  const at = digits.lastIndexOf(decimal)
  const whole = at < 0 ? digits : digits.slice(0, at)
  const decimals = at < 0 ? '' : digits.slice(at + 1)
  if (!WHOLE.test(decimals) || whole.includes(decimal)) return Number.NaN
  if (!WHOLE.test(whole) && !THREES.test(whole) && !INDIAN.test(whole)) return Number.NaN
  return factor * Number(`${whole.replaceAll(/\D/g, '')}.${decimals}e${exponent}`)
}

/**
 * The number whose decimals stand behind `decimal`; where that is not known, the number that it is either way. NaN for what is none and
 * for what could be two.
 */
export const writtenValue = (number: WrittenNumber, decimal: DecimalSign | undefined): number => {
  if (decimal !== undefined) return valueBy(number, decimal)
  const [byPoint, byComma] = [valueBy(number, '.'), valueBy(number, ',')]
  if (Number.isNaN(byPoint)) return byComma
  return Number.isNaN(byComma) || byComma === byPoint ? byPoint : Number.NaN
}

/** Whether a text is a number of digits and at most a decimal point, as most are. */
export const isPlainNumber = (text: string): boolean => PLAIN.test(text)

/**
 * The decimal sign that a number proves, because with the other one it is none or not possible; `open` where it may be either, undefined
 * where it has none or is no number.
 */
export const provenSign = (
  number: WrittenNumber,
  isPossible: (value: number) => boolean,
): DecimalSign | 'open' | undefined => {
  if (!/[.,]/.test(number.digits)) return undefined
  const [point, comma] = (['.', ','] as const).map((sign) => {
    const value = valueBy(number, sign)
    return !Number.isNaN(value) && isPossible(value)
  })
  if (point && comma) return 'open'
  return point ? '.' : comma ? ',' : undefined
}
