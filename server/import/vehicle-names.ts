import type { ImportProblem } from '#contract/import-problems.ts'
import { comparedName } from '#domain/compared-name.ts'
import { isDateAlone, withoutDates } from './dates-in-names.ts'
import { UNREADABLE_CHARACTER } from './text-file.ts'

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

/** Why no vehicle gets a name: a spreadsheet has spoilt it, or it is a date; undefined where it may. */
export const nameFault = (name: string): ImportProblem | undefined => {
  if (isSpoiltName(name)) return spoiltName(name)
  return isDateAlone(name) ? { code: 'vehicleIsDate', params: { name: name.slice(0, 40) } } : undefined
}

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

const FILE_ENDING = /\.(?:gpx|kml|geojson|json|csv|xml|nmea|fit|tcx)$/i
/** Names that give a recording method or a part of a drive instead of a vehicle. */
const MEANINGLESS_NAME = new RegExp(
  `^[\\W\\d_]*$|^(?:active|current|new|saved|my|auto|gps)?[\\s_-]*(?:${[
    'log|track|trk|route|trip|path|rec|recording|untitled|unnamed|auto|day|segment|seg|section|part|leg|lap|ride|drive',
    'run|walk|hike|commute|activity|workout|journey|session|point|waypoint|wpt|pt|trackpoint|trkpt|position|location',
    'fahrt|strecke|etappe|abschnitt|punkt|trajet|parcours|recorrido|ruta|tramo|punto',
  ].join('|')})s?(?![a-z])[\\s\\d#._-]*$`,
  'i',
)
/** `Morning Ride`, as sports programs name a drive by its time of day. */
const TIME_OF_DAY =
  /^(?:early |late )?(?:morning|afternoon|evening|night|lunch|noon|midday|midnight)(?:[\s_-]+[a-z]+)?[\s\d#._-]*$/i
/** Fewer signs are no registration beside a date. */
const LEAST_BESIDE_DATE = 3

const isMeaningless = (name: string): boolean => MEANINGLESS_NAME.test(name) || TIME_OF_DAY.test(name)

/** What a name without its dates calls a vehicle, where it is a registration or an id. */
const idIn = (rest: string): string | undefined => {
  const isId = /\d/.test(rest) && rest.replaceAll(/[\W_]/g, '').length >= LEAST_BESIDE_DATE
  return isId && !isMeaningless(rest) ? rest : undefined
}

/** The vehicle that the name of a file (without its ending) means; undefined where it is a date, which is no vehicle. */
export const vehicleOfFile = (name: string): string | undefined => {
  const rest = withoutDates(name)
  if (rest === undefined) return TIME_OF_DAY.test(name) ? undefined : name
  return idIn(rest)
}

/** The vehicle that the name of a track means; undefined where it is a date, a number or a kind of recording. */
export const vehicleOfTrack = (text: string): string | undefined => {
  const name = text.replace(FILE_ENDING, '')
  if (name === '' || name.includes(UNREADABLE_CHARACTER)) return undefined
  const rest = withoutDates(name)
  if (rest !== undefined) return idIn(rest)
  return isMeaningless(name) ? undefined : text
}
