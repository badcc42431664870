import { MAX_PLAYBACK_POINTS } from '#contract/constants.ts'
import { ABSENT, EVENT_BIT, type EventCode, fixFields, type NamedFixField } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { lineBreaks } from './line-breaks.ts'
import type { TrackColumns } from './track.ts'
import { TrackFileError, tooManyPoints } from './track-file-error.ts'

type RawPoint = Readonly<Record<string, unknown>>

/** Degrees of the heading labels (OPEN-37). */
const DIRECTION: Readonly<Record<string, number>> = {
  N: 0,
  NE: 45,
  E: 90,
  SE: 135,
  S: 180,
  SW: 225,
  W: 270,
  NW: 315,
}

/** Smaller times are in seconds, not ms: this is 1973 in ms and the year 5138 in seconds. */
const MS_FROM = 1e11
/** How many earlier points of the same time are compared by place. */
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

const isPlace = (lng: number, lat: number): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && !(lat === 0 && lng === 0)

const isOff = (value: unknown): boolean =>
  value === false || value === 0 || value === 'false' || value === '0'
const isOn = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

const booleanOf = (value: unknown): number => (isOn(value) ? 1 : isOff(value) ? 0 : ABSENT)

const byteOf = (value: unknown): number => {
  const number = numberOf(value)
  return Number.isNaN(number) ? ABSENT : number
}

const bytes = (length: number) => new Uint8Array(length)

/** A point without a heading in degrees may name a direction. */
const orDirection =
  (read: (point: RawPoint) => number) =>
  (point: RawPoint): number => {
    const degrees = read(point)
    return Number.isNaN(degrees) ? (DIRECTION[String(point['vehicleDirection'])] ?? Number.NaN) : degrees
  }

const eventsOf = (label: unknown): number => {
  const codes = typeof label === 'string' ? label.split(',') : Array.isArray(label) ? label : []
  let bits = 0
  for (const code of codes) bits |= EVENT_BIT[String(code).trim() as EventCode] ?? 0
  return bits
}

/** Reads what a point says under the first of these names that it has. */
const readerOf = ([name, other]: readonly [string, ...string[]]) =>
  other === undefined
    ? (point: RawPoint): unknown => point[name]
    : (point: RawPoint): unknown => point[name] ?? point[other]

const readTime = readerOf(FIX_FIELDS.time.point.names)
const readLng = readerOf(FIX_FIELDS.lng.point.names)
const readLat = readerOf(FIX_FIELDS.lat.point.names)

/** How a field becomes a column: from what the point says of it, and from the point itself where it says nothing. */
type FieldReader = {
  readonly name: string
  readonly createColumn: (length: number) => Float32Array | Float64Array | Uint8Array | Uint16Array
  readonly read: (point: RawPoint) => number
}

const fieldReader = (field: NamedFixField): FieldReader[] => {
  const { name, kind, required, point } = field
  if (required || point === undefined) return []
  const value = readerOf(point.names)
  switch (kind) {
    case 'number': {
      const createColumn = (length: number) =>
        point.precise ? new Float64Array(length) : new Float32Array(length)
      const read = (raw: RawPoint) => numberOf(value(raw))
      return [{ name, createColumn, read: name === 'heading' ? orDirection(read) : read }]
    }
    case 'boolean':
      return [{ name, createColumn: bytes, read: (raw) => booleanOf(value(raw)) }]
    case 'uint8':
      return [{ name, createColumn: bytes, read: (raw) => byteOf(value(raw)) }]
    case 'bits':
      return [
        { name, createColumn: (length) => new Uint16Array(length), read: (raw) => eventsOf(value(raw)) },
      ]
  }
}
const FIELD_READERS = fixFields.flatMap(fieldReader)

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

/** The indices of the usable points in the order of time, each time and place once, and where and when all points are. */
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
    const at = timeOf(readTime(point))
    const x = numberOf(readLng(point))
    const y = numberOf(readLat(point))
    if (!(at > 0 && at < Number.POSITIVE_INFINITY) || !isPlace(x, y)) continue
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
    let isRepeated = false
    for (let back = kept - 1; back >= 0 && back >= kept - LOOK_BACK; back--) {
      const other = order[back] ?? 0
      if (time[other] !== time[i]) break
      if (lng[other] === lng[i] && lat[other] === lat[i]) isRepeated = true
    }
    if (!isRepeated) order[kept++] = i
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
  /** A column of what `read` answers for each usable point. */
  const filled = <TColumn extends { [slot: number]: number }>(
    column: TColumn,
    read: (i: number) => number,
  ) => {
    for (let slot = 0; slot < length; slot++) column[slot] = read(order[slot] ?? 0)
    return column
  }
  const rawAt = (i: number) => points[i] as RawPoint
  let namesBreaks = false
  const breakAt = (i: number) => {
    const { plotNextPoint } = rawAt(i)
    namesBreaks ||= plotNextPoint != null
    return isOff(plotNextPoint) ? 1 : 0
  }
  const columns = {
    ...Object.fromEntries(
      FIELD_READERS.map(({ name, createColumn, read }) => [
        name,
        filled(createColumn(length), (i) => read(rawAt(i))),
      ]),
    ),
    time: filled(new Float64Array(length), (i) => time[i] ?? 0),
    lng: filled(new Float64Array(length), (i) => lng[i] ?? 0),
    lat: filled(new Float64Array(length), (i) => lat[i] ?? 0),
    speedVal: filled(new Float32Array(length), (i) => numberOf(rawAt(i)['speedVal'])),
    stop: filled(new Float32Array(length), (i) => numberOf(rawAt(i)['stopDuration'])),
    breaks: filled(new Uint8Array(length), breakAt),
  } as Omit<TrackColumns, 'length' | 'dropped'>
  if (!namesBreaks) columns.breaks.set(lineBreaks(columns.time))
  return { ...columns, length, dropped: points.length - length }
}
