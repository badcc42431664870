import type { Fix } from '#domain/fix.ts'
import { KMPH_PER_KNOT } from '#domain/units.ts'
import { type DeviceReport, NO_FIX, UnreadableRequest } from './device-report.ts'
import { INGEST } from './limits.ts'
import { defined, numberOf, optionalFlag, optionalNumber, scaled, timeOf } from './values.ts'

/** Reads the first name of several that has a value. */
type Pick = (...names: readonly string[]) => string | undefined

const codesOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(',').map((code) => code.trim())

/**
 * The fields beside time and place that the query, the form and flat JSON share.
 * Speed in knots, odometer in metres, engine hours in hours, fluids in litres.
 */
export const extrasOf = (pick: Pick): Partial<Fix> =>
  defined({
    speed: scaled(optionalNumber(pick('speed')), KMPH_PER_KNOT),
    heading: optionalNumber(pick('bearing', 'heading', 'course')),
    odo: scaled(optionalNumber(pick('odometer', 'odo')), 1 / 1000),
    ignition: optionalFlag(pick('ignition')),
    engineHours: optionalNumber(pick('engineHours', 'hours')),
    rpm: optionalNumber(pick('rpm')),
    neutral: optionalFlag(pick('neutral')),
    fuel: optionalNumber(pick('fuel', 'fuelLevel')),
    adblue: optionalNumber(pick('adblue', 'adBlue')),
    adblueZone: optionalNumber(pick('adblueZone')),
    dpf: optionalNumber(pick('dpf')),
    dtcs: codesOf(pick('dtcs')),
  })

const placeOf = (pick: Pick): { lat: number; lng: number } => {
  const [lat, lng] = pick('location')?.split(',') ?? []
  return {
    lat: numberOf(pick('lat', 'latitude') ?? lat),
    lng: numberOf(pick('lon', 'lng', 'longitude') ?? lng),
  }
}

const MEASURES = /^(lat|latitude|lon|lng|longitude|location|timestamp|time|speed|bearing|heading|course)$/

/** How many positions a form holds: its measures may be repeated, all of them equally often. */
const repeats = (form: URLSearchParams): number => {
  let most = 1
  for (const name of new Set(form.keys())) {
    const times = form.getAll(name).length
    if (times === 1) continue
    if (name === 'id' || name === 'deviceid' || name === 'key')
      throw new UnreadableRequest(`'${name}' is given ${times} times; one request speaks for one device.`)
    if (MEASURES.test(name)) most = Math.max(most, times)
  }
  for (const name of new Set(form.keys())) {
    const times = form.getAll(name).length
    if (MEASURES.test(name) && times !== most)
      throw new UnreadableRequest(`'${name}' is given ${times} times for ${most} positions.`)
  }
  return most
}

const readOne = (form: URLSearchParams, at: number, defaults: Defaults): DeviceReport => {
  const pick: Pick = (...names) => {
    for (const name of names) {
      const values = form.getAll(name)
      const value = values[at] ?? values[0]
      if (value !== undefined && value !== '') return value
    }
    return undefined
  }
  const identity = { id: pick('id', 'deviceid') ?? defaults.id, key: pick('key') ?? defaults.key }
  if (optionalFlag(pick('valid')) === false)
    return { ...identity, fix: NO_FIX, unusable: 'the device marks the position as not valid' }
  const timestamp = pick('timestamp', 'time')
  const time = timestamp === undefined ? defaults.now : timeOf(timestamp)
  return { ...identity, fix: { time, ...placeOf(pick), ...extrasOf(pick) } }
}

/** What applies where a position does not say it itself. `now` is ms UTC: the time of receipt. */
export type Defaults = {
  readonly id: string | undefined
  readonly key: string | undefined
  readonly now: number
}

/**
 * Reads the query or form dialect: one position, several by repeated measures, or one form a line.
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
