import { type Axis, readDegrees, splitPlace } from '#domain/degrees.ts'
import { type Fix, fixFields } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { conversionTo } from '#domain/unit-names.ts'
import { type DeviceReport, noPosition, type Reading, UnreadableRequest } from './device-report.ts'
import { INGEST } from './limits.ts'
import { isNotValid, readFields, timeOf, valueReader } from './values.ts'

/** The values of each name, in the order sent. */
type Form = ReadonlyMap<string, readonly string[]>

/** Answers the value of the first of several names that has one. */
type Pick<TValue = string | undefined> = (names: readonly string[]) => TValue

const { time: TIME, lng: LNG, lat: LAT, speed: SPEED, heading: HEADING } = FIX_FIELDS

const OPTIONAL_FIELDS = fixFields.flatMap(({ name, kind, unit, required, ingest }) =>
  required || ingest === undefined
    ? []
    : [{ name, names: ingest.names, read: valueReader(kind, conversionTo(unit, ingest.unit)) }],
)

type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** The fields beside time and place that the query, the form and flat JSON share; names of those that cannot be read go to `unread`. */
export const optionalFieldsOf = (
  pick: Pick<unknown>,
  unread: string[],
  wanted: readonly OptionalField[] = OPTIONAL_FIELDS,
): Partial<Fix> => readFields(wanted, pick, unread)

/** A comma in degrees can only be decimal. */
const degreesOf = (text: string | undefined, axis: Axis): number => {
  const degrees = readDegrees(text?.replace(',', '.') ?? '', axis, '.')
  return typeof degrees === 'number' ? degrees : Number.NaN
}

const placeOf = (pick: Pick): { lat: number; lng: number } => {
  const { lat, lng } = splitPlace(pick(['location']) ?? '') ?? {}
  return {
    lat: degreesOf(pick(LAT.ingest.names) ?? lat, 'lat'),
    lng: degreesOf(pick(LNG.ingest.names) ?? lng, 'lng'),
  }
}

/** Why an element is no position where its device says so. */
export const NOT_VALID = 'the device marks the position as not valid'

/** Names of the device and its key. */
const IDENTITY: ReadonlySet<string> = new Set(['id', 'deviceid', 'key'])

/** What a receiver measures for each position. A form that repeats one of these repeats all that it names. */
const MEASURES: ReadonlySet<string> = new Set([
  'location',
  ...[TIME, LNG, LAT, SPEED, HEADING].flatMap(({ ingest }): readonly string[] => ingest.names),
])

const tooMany = (what: string, most: number): UnreadableRequest =>
  new UnreadableRequest(`At most ${most} ${what}.`)
const tooManyPositions = () => tooMany('positions in one request', INGEST.requestFixes)

/** Counts the pairs of a line before anything is made of them. Throws `UnreadableRequest` where one is too long. */
const countPairs = (line: string): number => {
  let pairs = 0
  for (let begin = 0; begin <= line.length; pairs += 1) {
    const at = line.indexOf('&', begin)
    const end = at < 0 ? line.length : at
    if (end - begin > INGEST.pairLength) throw tooMany('characters in one value', INGEST.pairLength)
    begin = end + 1
  }
  return pairs
}

const formOf = (line: string): Form => {
  const form = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(line)) {
    const short = value.slice(0, INGEST.valueLength)
    const values = form.get(name)
    if (values === undefined) form.set(name, [short])
    else if (values.push(short) > INGEST.requestFixes) throw tooManyPositions()
    if (form.size > INGEST.formNames) throw tooMany('names in one form', INGEST.formNames)
  }
  return form
}

/** How many positions a form holds. Throws `UnreadableRequest` where its names do not say. */
const repeats = (form: Form): number => {
  let most = 1
  for (const [name, { length: times }] of form) {
    if (times > 1 && IDENTITY.has(name))
      throw new UnreadableRequest(`'${name}' is given ${times} times; one request speaks for one device.`)
    if (MEASURES.has(name)) most = Math.max(most, times)
  }
  for (const [name, { length: times }] of form)
    if (MEASURES.has(name) && times !== most)
      throw new UnreadableRequest(`'${name}' is given ${times} times for ${most} positions.`)
  return most
}

const reportsIn = (form: Form, defaults: Defaults): DeviceReport[] => {
  const pickAt =
    (at: number): Pick =>
    (names) => {
      for (const name of names) {
        const values = form.get(name)
        const value = values?.[at] ?? values?.[0]
        if (value !== undefined && value !== '') return value
      }
      return undefined
    }
  const pickOnce = pickAt(0)
  const isRepeated = ({ names }: OptionalField) => names.some((name) => (form.get(name)?.length ?? 0) > 1)
  const repeated = OPTIONAL_FIELDS.filter(isRepeated)
  let shared: Partial<Fix> | undefined
  const unreadOfAll: string[] = []
  /** What is given once holds for every position and is read once. */
  const sharedFields = () =>
    (shared ??= optionalFieldsOf(
      pickOnce,
      unreadOfAll,
      OPTIONAL_FIELDS.filter((field) => !isRepeated(field)),
    ))
  const identity = { id: pickOnce(['id', 'deviceid']) ?? defaults.id, key: pickOnce(['key']) ?? defaults.key }
  const readAt = (at: number): Reading => {
    const pick = pickAt(at)
    if (isNotValid(pick(['valid']))) return noPosition(NOT_VALID)
    const timestamp = pick(TIME.ingest.names)
    const time = timestamp === undefined ? defaults.now : timeOf(timestamp)
    const unread: string[] = []
    const fix = { time, ...placeOf(pick), ...sharedFields(), ...optionalFieldsOf(pick, unread, repeated) }
    return { fix, unread: [...unreadOfAll, ...unread] }
  }
  return Array.from({ length: repeats(form) }, (_, at) => ({ ...identity, read: () => readAt(at) }))
}

/** What holds for a position that does not say it itself. `now` is ms UTC: the time of receipt. */
export type Defaults = {
  readonly id: string | undefined
  readonly key: string | undefined
  readonly now: number
}

/**
 * Reads the query or form dialect: one position, several by repeated measures, or one form per line.
 * Throws `UnreadableRequest` where the positions cannot be told apart, and above the limits of `INGEST`. The time it takes grows
 * with the length of the text and with nothing else.
 */
export const readForm = (text: string, defaults: Defaults): DeviceReport[] => {
  // One line more than allowed is enough to refuse the rest unread.
  const lines = text.trim().split(/[\r\n]+/, INGEST.requestFixes + 1)
  if (lines.length > INGEST.requestFixes) throw tooManyPositions()
  const pairs = lines.reduce((sum, line) => sum + countPairs(line), 0)
  if (pairs > INGEST.requestPairs) throw tooMany('values in one request', INGEST.requestPairs)
  const reports: DeviceReport[] = []
  for (const line of lines) {
    const form = formOf(line.trim())
    if (form.size === 0) continue
    reports.push(...reportsIn(form, defaults))
    if (reports.length > INGEST.requestFixes) throw tooManyPositions()
  }
  return reports
}
