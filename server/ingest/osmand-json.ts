import { type Fix, type FixFieldName, fixFields, type MutableFix } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { KMPH_PER } from '#domain/units.ts'
import { type DeviceReport, NO_FIX, UnreadableRequest } from './device-report.ts'
import { INGEST } from './limits.ts'
import { type Defaults, optionalFieldsOf } from './osmand-form.ts'
import { numberOf, optionalFlag, optionalNumber, timeOf } from './values.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** What a phone measures itself stands in the location, and not in its `extras`. */
const MEASURED: readonly FixFieldName[] = ['speed', 'heading', 'odo']
/** Names in `extras` that speak of the vehicle; the others are the phone's own affair. */
const EXTRAS: ReadonlySet<string> = new Set(
  fixFields.flatMap(({ name, required, ingest }) =>
    required || ingest === undefined || MEASURED.includes(name) ? [] : [ingest.names[0]],
  ),
)

/** A scalar as text, a list as its items with commas between. */
const joined = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

const vehicleExtras = (extras: unknown): Partial<Fix> => {
  if (!isObject(extras)) return {}
  return optionalFieldsOf((names) => {
    for (const name of names) {
      if (!EXTRAS.has(name)) continue
      const value = extras[name]
      if (value !== undefined && value !== null) return joined(value)
    }
    return undefined
  })
}

/** A location of a newer phone app: speed in m/s, odometer in metres, -1 for what the phone does not know. */
const locationFix = (location: Json, now: number): Fix => {
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
  const metres = optionalNumber(location['odometer'])
  // A phone's own odometer starts at 0; the vehicle's does not.
  if (metres !== undefined && metres > 0) fix.odo = metres / 1000
  return location['extras'] === undefined ? fix : { ...fix, ...vehicleExtras(location['extras']) }
}

const flatReport = (element: Json, identity: Pick<DeviceReport, 'id' | 'key'>, now: number): DeviceReport => {
  const pick = (names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = element[name]
      if (value !== undefined && value !== null && value !== '') return joined(value)
    }
    return undefined
  }
  if (optionalFlag(element['valid']) === false)
    return { ...identity, fix: NO_FIX, unusable: 'the device marks the position as not valid' }
  const timestamp = pick(FIX_FIELDS.time.ingest.names)
  const time = timestamp === undefined ? now : timeOf(timestamp)
  const place = {
    lat: numberOf(pick(FIX_FIELDS.lat.ingest.names)),
    lng: numberOf(pick(FIX_FIELDS.lng.ingest.names)),
  }
  return { ...identity, fix: { time, ...place, ...optionalFieldsOf(pick) } }
}

const readElement = (element: unknown, defaults: Defaults, into: DeviceReport[]): void => {
  if (!isObject(element)) {
    into.push({ id: defaults.id, key: defaults.key, fix: NO_FIX, unusable: 'it is not an object' })
    return
  }
  const identity = {
    id: textOf(element['device_id'] ?? element['id'] ?? element['deviceid']) ?? defaults.id,
    key: textOf(element['key']) ?? defaults.key,
  }
  const { location } = element
  if (location === undefined) {
    into.push(
      isObject(element['coords'])
        ? { ...identity, fix: locationFix(element, defaults.now) }
        : flatReport(element, identity, defaults.now),
    )
    return
  }
  for (const one of Array.isArray(location) ? location : [location])
    into.push(
      isObject(one)
        ? { ...identity, fix: locationFix(one, defaults.now) }
        : { ...identity, fix: NO_FIX, unusable: 'its location is not an object' },
    )
}

/**
 * Reads the JSON dialect: one element or an array of them, each a device with a location (or several), or the form's names as JSON.
 * Throws `UnreadableRequest` for what is not JSON and for too many positions.
 */
export const readJson = (text: string, defaults: Defaults): DeviceReport[] => {
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
  for (const element of Array.isArray(body) ? body : [body]) {
    readElement(element, defaults, reports)
    if (reports.length > INGEST.requestFixes)
      throw new UnreadableRequest(`At most ${INGEST.requestFixes} positions in one request.`)
  }
  return reports
}
