import type { ImportProblem } from '#contract/import-problems.ts'
import { comparedName } from '#domain/compared-name.ts'
import { DATE_IN_NAME, isMeaningfulName, withoutDates } from './xml.ts'

const SCIENTIFIC = /^\d+(?:[.,]\d+)?e\+?\d+$/i
const WITH_DECIMALS = /^\d+[.,]0+$/
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3}){2,}$/

/** Whether a spreadsheet has turned the name of a vehicle into a number, so that two vehicles may have one: `8.67E+14`, `867.0`. */
export const isSpoiltName = (name: string): boolean => {
  const first = name.charCodeAt(0)
  if (!(first >= 48 && first <= 57)) return false
  return SCIENTIFIC.test(name) || WITH_DECIMALS.test(name) || WITH_THOUSANDS.test(name)
}

/** Why such a name is refused. */
export const spoiltName = (name: string): ImportProblem => ({
  code: 'vehicleSpoilt',
  params: { name: name.slice(0, 40) },
})

const DIGIT = /\d/
const PARTING = /[\s\u00ad\u2010-\u2015\u2212-]+/g
/** A registration of India, and the number of a device. */
const PLATE = /^[a-z]{2}\d{1,2}[a-z]{0,3}\d{1,4}$/
const DEVICE = /^\d{6,}$/
/** What may part a registration that is no name with a number in it, as `AB1.5` is. */
const PLATE_PARTING = /[\s\u00ad\u2010-\u2015\u2212._-]+/g
const WHOLE_PLATE = /^[a-z]{2}\d{1,2}(?:[a-z]{1,3}\d{1,4}|\d{4})$/

/** A name as names are compared: registrations are one whatever blanks, dashes, points, underscores and case they have; `1-1` is still not `11`. */
export const comparableName = (name: string): string => {
  const lower = comparedName(name.trim())
  const plate = lower.replaceAll(PLATE_PARTING, '')
  if (WHOLE_PLATE.test(plate)) return plate
  const joined = lower.replaceAll(PARTING, '')
  if (joined === lower || PLATE.test(joined) || DEVICE.test(joined)) return joined
  return lower.replaceAll(PARTING, (run, at: number) =>
    DIGIT.test(lower[at - 1] ?? '') && DIGIT.test(lower[at + run.length] ?? '') ? '-' : '',
  )
}

/** Whether a name holds what no vehicle's does: a control character, half of a surrogate pair or what stands for a damaged character. */
export const isDamagedName = (name: string): boolean => /[\p{Cc}\p{Cs}\uFFFD]/u.test(name.trim())

/** The vehicle that the name of a file (without its ending) means; undefined where it is a date, which is no vehicle. */
export const vehicleOfFile = (name: string): string | undefined => {
  if (!DATE_IN_NAME.test(name)) return name
  const rest = withoutDates(name)
  return isMeaningfulName(rest) && /\d/.test(rest) ? rest : undefined
}
