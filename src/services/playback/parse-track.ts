import { compassHeading } from '#domain/compass.ts'
import {
  ABSENT,
  EVENT_BIT,
  type EventCode,
  type PointField,
  type PointFixField,
  pointFields,
} from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { lineBreaks } from '#domain/gaps.ts'
import { isFixPosition } from '#domain/geo.ts'
import { epochMs, numberOf } from '#domain/numbers.ts'
import { MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import type { TrackColumns } from './track.ts'
import { TrackFileError, tooManyPoints } from './track-messages.ts'

type RawPoint = Readonly<Record<string, unknown>>
type Column = Float32Array | Float64Array | Uint8Array | Uint16Array

/** Most earlier points of the same time that are compared by place. */
const LOOK_BACK = 16

const timeOf = (value: unknown): number => {
  const number = numberOf(value)
  if (!Number.isNaN(number)) return epochMs(number)
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

const isOff = (value: unknown): boolean =>
  value === false || value === 0 || value === 'false' || value === '0'
const isOn = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

const booleanOf = (value: unknown): number => (isOn(value) ? 1 : isOff(value) ? 0 : ABSENT)

const eventsOf = (label: unknown): number => {
  const codes = typeof label === 'string' ? label.split(',') : Array.isArray(label) ? label : []
  let bits = 0
  for (const code of codes) bits |= EVENT_BIT[String(code).trim() as EventCode] ?? 0
  return bits
}

const pointsOf = (text: string): readonly unknown[] => {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (cause) {
    throw new TrackFileError('notData', 'playbackFileNoJson', {}, { cause })
  }
  const data = typeof file === 'object' && file !== null && 'data' in file ? file.data : undefined
  if (!Array.isArray(data)) throw new TrackFileError('notData', 'playbackFileNoData')
  return data
}

/** How the column of a field is read: from the first of its names for which a point has a value. */
type Reading = {
  readonly name: string
  readonly names: PointFixField['point']['names']
  /** Filled with the field's missing value. */
  readonly column: Column
  readonly toNumber: (value: unknown) => number
}

const readingOf = (field: PointFixField, length: number): Reading => {
  const { name } = field
  const { names } = field.point
  switch (field.kind) {
    case 'number': {
      const column = field.point.precise ? new Float64Array(length) : new Float32Array(length)
      return { name, names, column: column.fill(Number.NaN), toNumber: numberOf }
    }
    case 'boolean':
      return { name, names, column: new Uint8Array(length).fill(ABSENT), toNumber: booleanOf }
    case 'bits':
      return { name, names, column: new Uint16Array(length), toNumber: eventsOf }
  }
}

type OptionalColumns = Omit<Pick<TrackColumns, PointField>, 'time' | 'lng' | 'lat'>

/** The columns of all fields but time and place, for the points in this order. */
const readFields = (points: readonly unknown[], order: Uint32Array): OptionalColumns => {
  const readings = pointFields
    .filter(({ required }) => !required)
    .map((field) => readingOf(field, order.length))
  const byName = new Map(
    readings.flatMap(({ names, column, toNumber }) =>
      names.map((name, rank) => [name, { column, toNumber, preferred: names[rank - 1] }] as const),
    ),
  )
  // A loop over the names of each point, and not over ours, which V8 would look up one by one. Most points have the same names
  // in the same order, so what belongs to a name is looked up where it differs from the point before.
  const names: string[] = []
  const readingAt: Array<ReturnType<typeof byName.get>> = []
  for (let slot = 0; slot < order.length; slot++) {
    const point = points[order[slot] ?? 0] as RawPoint
    let at = 0
    for (const name in point) {
      if (names[at] !== name) {
        names[at] = name
        readingAt[at] = byName.get(name)
      }
      const reading = readingAt[at++]
      if (reading === undefined) continue
      const { column, toNumber, preferred } = reading
      const value = point[name]
      if (value == null || (preferred !== undefined && point[preferred] != null)) continue
      column[slot] = toNumber(value)
    }
  }
  return Object.fromEntries(readings.map(({ name, column }) => [name, column])) as unknown as OptionalColumns
}

const [TIME] = FIX_FIELDS.time.point.names
const [LNG, OTHER_LNG] = FIX_FIELDS.lng.point.names
const [LAT, OTHER_LAT] = FIX_FIELDS.lat.point.names

/** Which points are usable, in the order of time, each time and place once; and the times and places of all points. */
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
    const at = timeOf(point[TIME])
    const x = numberOf(point[LNG] ?? point[OTHER_LNG])
    const y = numberOf(point[LAT] ?? point[OTHER_LAT])
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
  const fields = readFields(points, order)
  const columns = {
    time: new Float64Array(length),
    lng: new Float64Array(length),
    lat: new Float64Array(length),
    speedVal: new Float32Array(length),
    stop: new Float32Array(length),
    breaks: new Uint8Array(length),
  }
  const { heading } = fields
  let namesBreaks = false
  for (let slot = 0; slot < length; slot++) {
    const i = order[slot] ?? 0
    const point = points[i] as RawPoint
    columns.time[slot] = time[i] ?? 0
    columns.lng[slot] = lng[i] ?? 0
    columns.lat[slot] = lat[i] ?? 0
    if (Number.isNaN(heading[slot])) heading[slot] = compassHeading(String(point['vehicleDirection']))
    columns.speedVal[slot] = numberOf(point['speedVal'])
    columns.stop[slot] = numberOf(point['stopDuration'])
    columns.breaks[slot] = isOff(point['plotNextPoint']) ? 1 : 0
    namesBreaks ||= point['plotNextPoint'] != null
  }
  if (!namesBreaks) columns.breaks.set(lineBreaks(columns.time))
  return { ...fields, ...columns, length, dropped: points.length - length }
}
