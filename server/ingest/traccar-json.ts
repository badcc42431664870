import { fixFields } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { numberOf } from '#domain/numbers.ts'
import { conversionTo } from '#domain/unit-names.ts'
import { jsonFault } from '../http/input.ts'
import { noPosition, type Reading, UnreadableRequest } from './device-report.ts'
import type { GatewayVehicle } from './gateway.repository.ts'
import { hasPlace } from './heartbeat.ts'
import { INGEST } from './limits.ts'
import { NOT_VALID } from './osmand-form.ts'
import {
  type FieldReader,
  isNotValid,
  optionalFlag,
  optionalNumber,
  readFields,
  timeOf,
  valueReader,
} from './values.ts'

type Json = Readonly<Record<string, unknown>>

/** A position that Traccar forwards, before its vehicle is known. */
export type ForwardedPosition = {
  readonly deviceId: string
  readonly deviceName: string | null
  readonly protocol: string | null
  readonly read: (vehicle: Pick<GatewayVehicle, 'fuelTankLitres'>) => Reading
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Traccar separates trouble codes by spaces. */
const SEPARATORS = /[\s,]+/g

const OPTIONAL_FIELDS = fixFields.flatMap(({ name, kind, unit, required, traccar }): FieldReader[] => {
  if (required || traccar === undefined) return []
  const read = valueReader(kind, conversionTo(unit, traccar.unit))
  const readTexts = (value: unknown) =>
    read(value === undefined ? undefined : String(value).replaceAll(SEPARATORS, ','))
  return [{ name, names: traccar.names, read: kind === 'strings' ? readTexts : read }]
})

const textOf = (value: unknown): string | null => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text === '' || text.includes('\0')) return null
  return text.toWellFormed().slice(0, INGEST.deviceTextLength)
}

const scalarOf = (value: unknown): string | number | boolean | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

const readPosition = (
  position: Json,
  { fuelTankLitres }: Pick<GatewayVehicle, 'fuelTankLitres'>,
): Reading => {
  const attributes = isObject(position['attributes']) ? position['attributes'] : {}
  const pick = (names: readonly string[]): string | number | boolean | undefined => {
    for (const name of names) {
      const value = scalarOf(position[name] ?? attributes[name])
      if (value !== undefined && value !== '') return value
    }
    return undefined
  }
  const place = {
    time: timeOf(pick(FIX_FIELDS.time.traccar.names)),
    lng: numberOf(pick(FIX_FIELDS.lng.traccar.names)),
    lat: numberOf(pick(FIX_FIELDS.lat.traccar.names)),
  }
  const sentAt = timeOf(pick(['deviceTime']))
  const hasOldPlace = optionalFlag(position['outdated']) === true
  // A heartbeat has the place of before, which Traccar may call invalid though it was not, or none.
  const isOldPlace = hasOldPlace && (hasPlace(place) ? sentAt > place.time : Number.isFinite(sentAt))
  if (isNotValid(position['valid']) && !isOldPlace) return noPosition(NOT_VALID)
  const unread: string[] = []
  const fields = readFields(OPTIONAL_FIELDS, pick, unread)
  const percent = optionalNumber(pick(['fuelLevel']))
  if (
    fields['fuel'] === undefined &&
    fuelTankLitres !== null &&
    percent !== undefined &&
    percent >= 0 &&
    percent <= 100
  )
    fields['fuel'] = (percent * fuelTankLitres) / 100
  return {
    ...(Number.isFinite(sentAt) && { sent: { at: sentAt, hasOldPlace } }),
    fix: { ...place, ...fields },
    unread,
    ...(isNotValid(position['valid']) && !hasPlace(place) && { unusable: NOT_VALID }),
  }
}

const forwardedOf = (element: unknown, index: number): ForwardedPosition => {
  const { position, device } = isObject(element) ? element : {}
  if (!isObject(position) || !isObject(device))
    throw new UnreadableRequest(
      `Element ${index} lacks an object 'position' or 'device'. Set forward.type to json in traccar.xml.`,
    )
  const deviceId = textOf(device['uniqueId'])
  if (deviceId === null || String(device['uniqueId']).trim().length > INGEST.deviceTextLength)
    throw new UnreadableRequest(
      `The device of element ${index} has no 'uniqueId' of 1 to ${INGEST.deviceTextLength} characters.`,
    )
  return {
    deviceId,
    deviceName: textOf(device['name']),
    protocol: textOf(position['protocol']),
    read: (vehicle) => readPosition(position, vehicle),
  }
}

/**
 * Reads what Traccar forwards: an object with `position` and `device`, or an array of them. Unknown names are ignored.
 * Throws `UnreadableRequest` for anything else and for too many positions.
 */
export const readTraccar = (text: string): ForwardedPosition[] => {
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
  const elements: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (elements.length > INGEST.requestFixes)
    throw new UnreadableRequest(`At most ${INGEST.requestFixes} positions in one request.`)
  return elements.map(forwardedOf)
}
