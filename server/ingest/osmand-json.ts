import { type Fix, type FixFieldName, fixFields, type MutableFix } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { numberOf } from '#domain/numbers.ts'
import { KMPH_PER } from '#domain/units.ts'
import { jsonFault } from '../http/input.ts'
import { type DeviceReport, noPosition, type Reading, UnreadableRequest } from './device-report.ts'
import { INGEST } from './limits.ts'
import { type Defaults, NOT_VALID, optionalFieldsOf } from './osmand-form.ts'
import { isNotValid, optionalNumber, timeOf } from './values.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** What a phone measures itself stands in the location, and not in its `extras`. */
const MEASURED: readonly FixFieldName[] = ['speed', 'heading', 'odo', 'accuracy']
/** Names in `extras` that speak of the vehicle; the others are the phone's own affair. */
const EXTRAS: ReadonlySet<string> = new Set(
  fixFields.flatMap(({ name, required, ingest }) =>
    required || ingest === undefined || MEASURED.includes(name) ? [] : [ingest.names[0]],
  ),
)

const checkCount = (positions: number): void => {
  if (positions > INGEST.requestFixes)
    throw new UnreadableRequest(`At most ${INGEST.requestFixes} positions in one request.`)
}

const vehicleExtras = (extras: unknown, unread: string[]): Partial<Fix> => {
  if (!isObject(extras)) return {}
  return optionalFieldsOf((names) => {
    for (const name of names) {
      if (!EXTRAS.has(name)) continue
      const value = extras[name]
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }, unread)
}

/** A location of a newer phone app: speed in m/s, odometer in metres, -1 for what the phone does not know. */
const readMeasured = (location: Json, now: number): Reading => {
  const coords = isObject(location['coords']) ? location['coords'] : location
  const timestamp = location['timestamp']
  const fix: MutableFix = {
    time: timestamp === undefined ? now : timeOf(timestamp),
    lng: numberOf(coords['longitude']),
    lat: numberOf(coords['latitude']),
  }
  const speed = optionalNumber(coords['speed'])
  if (speed !== undefined && speed >= 0) fix.speed = speed * KMPH_PER.mps
  const heading = optionalNumber(coords['heading'])
  if (heading !== undefined && heading >= 0) fix.heading = heading
  const accuracy = optionalNumber(coords['accuracy'])
  if (accuracy !== undefined && accuracy >= 0) fix.accuracy = accuracy
  const metres = optionalNumber(location['odometer'])
  // A phone's own odometer starts at 0; the vehicle's does not.
  if (metres !== undefined && metres > 0) fix.odo = metres / 1000
  const unread: string[] = []
  return { fix: { ...fix, ...vehicleExtras(location['extras'], unread) }, unread }
}

const readFlat = (element: Json, now: number): Reading => {
  const pick = (names: readonly string[]): unknown => {
    for (const name of names) {
      const value = element[name]
      if (value !== undefined && value !== null && value !== '') return value
    }
    return undefined
  }
  if (isNotValid(element['valid'])) return noPosition(NOT_VALID)
  const timestamp = pick(FIX_FIELDS.time.ingest.names)
  const time = timestamp === undefined ? now : timeOf(timestamp)
  const place = {
    lat: numberOf(pick(FIX_FIELDS.lat.ingest.names)),
    lng: numberOf(pick(FIX_FIELDS.lng.ingest.names)),
  }
  const unread: string[] = []
  return { fix: { time, ...place, ...optionalFieldsOf(pick, unread) }, unread }
}

const readLocation = (location: unknown, now: number): Reading =>
  isObject(location) ? readMeasured(location, now) : noPosition('its location is not an object')

const addReports = (element: unknown, defaults: Defaults, into: DeviceReport[]): void => {
  if (!isObject(element)) {
    into.push({ id: defaults.id, key: defaults.key, read: () => noPosition('it is not an object') })
    return
  }
  const identity = {
    id: textOf(element['device_id'] ?? element['id'] ?? element['deviceid']) ?? defaults.id,
    key: textOf(element['key']) ?? defaults.key,
  }
  const { location } = element
  if (location === undefined) {
    const read = () =>
      isObject(element['coords']) ? readMeasured(element, defaults.now) : readFlat(element, defaults.now)
    into.push({ ...identity, read })
    return
  }
  const locations: readonly unknown[] = Array.isArray(location) ? location : [location]
  checkCount(into.length + locations.length)
  for (const one of locations) into.push({ ...identity, read: () => readLocation(one, defaults.now) })
}

/**
 * Reads the JSON dialect: one element or an array of them, each a device with a location (or several), or the form's names as JSON.
 * Throws `UnreadableRequest` for what is not JSON and for too many positions.
 */
export const readJson = (text: string, defaults: Defaults): DeviceReport[] => {
  const fault = jsonFault(text)
  if (fault !== null) throw new UnreadableRequest(`The body is not valid JSON: ${fault}`)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (failure) {
    throw new UnreadableRequest(
      `The body is not valid JSON: ${failure instanceof Error ? failure.message : String(failure)}`,
    )
  }
  if (typeof body !== 'object' || body === null)
    throw new UnreadableRequest('The JSON body must be an object or an array of objects.')
  const reports: DeviceReport[] = []
  const elements: readonly unknown[] = Array.isArray(body) ? body : [body]
  checkCount(elements.length)
  for (const element of elements) {
    addReports(element, defaults, reports)
    checkCount(reports.length)
  }
  return reports
}
