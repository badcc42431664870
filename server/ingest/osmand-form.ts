import { type Fix, fixFields } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { factorTo } from '#domain/units.ts'
import { type DeviceReport, NO_FIX, UnreadableRequest } from './device-report.ts'
import { INGEST } from './limits.ts'
import { numberOf, optionalFlag, timeOf, valueReader } from './values.ts'

/** Answers the value of the first of several names that has one. */
type Pick = (names: readonly string[]) => string | undefined

const { time: TIME, lng: LNG, lat: LAT, speed: SPEED, heading: HEADING } = FIX_FIELDS

const OPTIONAL_FIELDS = fixFields.flatMap(({ name, kind, unit, required, ingest }) =>
  required || ingest === undefined
    ? []
    : [{ name, names: ingest.names, read: valueReader(kind, factorTo(unit, ingest.unit)) }],
)

/** The fields beside time and place that the query, the form and flat JSON share. */
export const optionalFieldsOf = (pick: Pick): Partial<Fix> => {
  const fields: Record<string, unknown> = {}
  for (const { name, names, read } of OPTIONAL_FIELDS) {
    const value = read(pick(names))
    if (value !== undefined) fields[name] = value
  }
  return fields
}

const placeOf = (pick: Pick): { lat: number; lng: number } => {
  const [lat, lng] = pick(['location'])?.split(',') ?? []
  return {
    lat: numberOf(pick(LAT.ingest.names) ?? lat),
    lng: numberOf(pick(LNG.ingest.names) ?? lng),
  }
}

/** What a receiver measures for each position. A form that repeats one of these repeats all that it names. */
const MEASURES: ReadonlySet<string> = new Set([
  'location',
  ...[TIME, LNG, LAT, SPEED, HEADING].flatMap(({ ingest }): readonly string[] => ingest.names),
])

/** How many positions a form holds. Throws `UnreadableRequest` where its names do not say. */
const repeats = (form: URLSearchParams): number => {
  let most = 1
  for (const name of new Set(form.keys())) {
    const times = form.getAll(name).length
    if (times === 1) continue
    if (name === 'id' || name === 'deviceid' || name === 'key')
      throw new UnreadableRequest(`'${name}' is given ${times} times; one request speaks for one device.`)
    if (MEASURES.has(name)) most = Math.max(most, times)
  }
  for (const name of new Set(form.keys())) {
    const times = form.getAll(name).length
    if (MEASURES.has(name) && times !== most)
      throw new UnreadableRequest(`'${name}' is given ${times} times for ${most} positions.`)
  }
  return most
}

const readOne = (form: URLSearchParams, at: number, defaults: Defaults): DeviceReport => {
  const pick: Pick = (names) => {
    for (const name of names) {
      const values = form.getAll(name)
      const value = values[at] ?? values[0]
      if (value !== undefined && value !== '') return value
    }
    return undefined
  }
  const identity = { id: pick(['id', 'deviceid']) ?? defaults.id, key: pick(['key']) ?? defaults.key }
  if (optionalFlag(pick(['valid'])) === false)
    return { ...identity, fix: NO_FIX, unusable: 'the device marks the position as not valid' }
  const timestamp = pick(TIME.ingest.names)
  const time = timestamp === undefined ? defaults.now : timeOf(timestamp)
  return { ...identity, fix: { time, ...placeOf(pick), ...optionalFieldsOf(pick) } }
}

/** What holds for a position that does not say it itself. `now` is ms UTC: the time of receipt. */
export type Defaults = {
  readonly id: string | undefined
  readonly key: string | undefined
  readonly now: number
}

/**
 * Reads the query or form dialect: one position, several by repeated measures, or one form per line.
 * Throws `UnreadableRequest` where the positions cannot be told apart.
 */
export const readForm = (text: string, defaults: Defaults): DeviceReport[] => {
  const reports: DeviceReport[] = []
  for (const line of text.split('\n')) {
    const form = new URLSearchParams(line.trim())
    if (form.size === 0) continue
    const times = repeats(form)
    if (reports.length + times > INGEST.requestFixes)
      throw new UnreadableRequest(`At most ${INGEST.requestFixes} positions in one request.`)
    for (let at = 0; at < times; at += 1) reports.push(readOne(form, at, defaults))
  }
  return reports
}
