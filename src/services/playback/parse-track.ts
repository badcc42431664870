import { compassHeading } from '#domain/compass.ts'
import { EVENT_BIT, type EventCode } from '#domain/fix.ts'
import { lineBreaks } from '#domain/gaps.ts'
import { isFixPosition } from '#domain/geo.ts'
import { MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import { type TrackColumns, UNKNOWN_IGNITION } from './track.ts'
import { TrackFileError, tooManyPoints } from './track-messages.ts'

type RawPoint = Readonly<Record<string, unknown>>

/** Smaller times are seconds, not ms: the border is 1973 in ms and the year 5138 in seconds. */
const MS_FROM = 1e11
/** How many points of one time are looked through for the same place. */
const LOOK_BACK = 16

/** A number or its text; NaN for anything else. */
const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

const timeOf = (value: unknown): number => {
  const number = numberOf(value)
  if (!Number.isNaN(number)) return number < MS_FROM ? number * 1000 : number
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

const isOff = (value: unknown): boolean =>
  value === false || value === 0 || value === 'false' || value === '0'
const isOn = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

const ignitionOf = (value: unknown): number => (isOn(value) ? 1 : isOff(value) ? 0 : UNKNOWN_IGNITION)

const eventsOf = (label: unknown): number => {
  const codes = typeof label === 'string' ? label.split(',') : Array.isArray(label) ? label : []
  let bits = 0
  for (const code of codes) bits |= EVENT_BIT[String(code).trim() as EventCode] ?? 0
  return bits
}

const headingOf = (point: RawPoint): number => {
  const degrees = numberOf(point['gpsHead'])
  return Number.isNaN(degrees) ? compassHeading(String(point['vehicleDirection'])) : degrees
}

const pointsOf = (text: string): readonly unknown[] => {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (cause) {
    throw new TrackFileError('notData', 'The playback file is no readable JSON.', { cause })
  }
  const data = typeof file === 'object' && file !== null && 'data' in file ? file.data : undefined
  if (!Array.isArray(data)) throw new TrackFileError('notData', "The playback file has no list named 'data'.")
  return data
}

/** Places of the usable points in the order of time, each time and place once. */
const usableOrder = (points: readonly unknown[]) => {
  const time = new Float64Array(points.length)
  const lng = new Float64Array(points.length)
  const lat = new Float64Array(points.length)
  const usable = new Uint32Array(points.length)
  let count = 0
  let sorted = true
  for (let i = 0; i < points.length; i++) {
    const point = points[i] as RawPoint | null
    if (typeof point !== 'object' || point === null) continue
    const at = timeOf(point['gpsTime'])
    const x = numberOf(point['gpsLongitude'] ?? point['lng'])
    const y = numberOf(point['gpsLatitude'] ?? point['lat'])
    if (!(at > 0 && at < Number.POSITIVE_INFINITY) || !isFixPosition(x, y)) continue
    time[i] = at
    lng[i] = x
    lat[i] = y
    if (count > 0 && at < (time[usable[count - 1] ?? 0] ?? 0)) sorted = false
    usable[count++] = i
  }
  const order = usable.subarray(0, count)
  if (!sorted) order.sort((a, b) => (time[a] ?? 0) - (time[b] ?? 0) || a - b)

  let kept = 0
  for (const i of order) {
    let isTwin = false
    for (let back = kept - 1; back >= 0 && back >= kept - LOOK_BACK; back--) {
      const other = order[back] ?? 0
      if (time[other] !== time[i]) break
      if (lng[other] === lng[i] && lat[other] === lat[i]) isTwin = true
    }
    if (!isTwin) order[kept++] = i
  }
  return { order: order.subarray(0, kept), time, lng, lat }
}

/**
 * Reads the JSON of a playback file into columns, in either spelling of its fields (PLB-07). Points without a usable place
 * or time, and repeated ones, are left out and counted. Errors: `TrackFileError` for anything but a `data` list of at most
 * `maxPoints`.
 */
export const parseTrack = (text: string, { maxPoints = MAX_PLAYBACK_POINTS } = {}): TrackColumns => {
  const points = pointsOf(text)
  if (points.length > maxPoints) {
    throw tooManyPoints(points.length, maxPoints)
  }
  const { order, time, lng, lat } = usableOrder(points)
  const length = order.length
  const columns = {
    time: new Float64Array(length),
    lng: new Float64Array(length),
    lat: new Float64Array(length),
    speed: new Float32Array(length),
    heading: new Float32Array(length),
    odo: new Float64Array(length),
    fuel: new Float32Array(length),
    adblue: new Float32Array(length),
    ignition: new Uint8Array(length),
    events: new Uint16Array(length),
    speedVal: new Float32Array(length),
    stop: new Float32Array(length),
    breaks: new Uint8Array(length),
  }
  let namesBreaks = false
  for (let slot = 0; slot < length; slot++) {
    const i = order[slot] ?? 0
    const point = points[i] as RawPoint
    columns.time[slot] = time[i] ?? 0
    columns.lng[slot] = lng[i] ?? 0
    columns.lat[slot] = lat[i] ?? 0
    columns.speed[slot] = numberOf(point['gpsSpkm'])
    columns.heading[slot] = headingOf(point)
    columns.odo[slot] = numberOf(point['currentOdo'] ?? point['odo'])
    columns.fuel[slot] = numberOf(point['currentFuelLevel'] ?? point['fuel'])
    columns.adblue[slot] = numberOf(point['currentAdl'] ?? point['adl'])
    columns.ignition[slot] = ignitionOf(point['gpsIgnition'])
    columns.events[slot] = eventsOf(point['label'])
    columns.speedVal[slot] = numberOf(point['speedVal'])
    columns.stop[slot] = numberOf(point['stopDuration'])
    columns.breaks[slot] = isOff(point['plotNextPoint']) ? 1 : 0
    namesBreaks ||= point['plotNextPoint'] != null
  }
  if (!namesBreaks) columns.breaks.set(lineBreaks(columns.time))
  return { ...columns, length, dropped: points.length - length }
}
