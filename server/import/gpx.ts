import { type Fix, fixFields } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { numberOf } from '#domain/numbers.ts'
import { conversionTo, unitNamed } from '#domain/unit-names.ts'
import type { SpeedUnit } from '#domain/units.ts'
import { isNotValid, timeOf, valueReader } from '../ingest/values.ts'
import { IMPORT } from './limits.ts'
import {
  type Reading,
  type Readings,
  type ReadOptions,
  timeUnreadable,
  type UnitChoices,
} from './readings.ts'
import type { TextFile } from './text-file.ts'
import { vehicleOfTrack } from './vehicle-names.ts'
import { readXml, type XmlFormat } from './xml.ts'

const GPX_FIELDS = fixFields.flatMap(({ name, kind, unit, required, gpx }) =>
  gpx === undefined ? [] : [{ name, kind, ours: unit, required, ...gpx }],
)
/** Says how the position was found, and `none` where it was not. */
const VALIDITY = 'fix'
/** Elements of a point that are read. */
const KEPT_ELEMENTS: ReadonlySet<string> = new Set([VALIDITY, ...GPX_FIELDS.map(({ element }) => element)])
const SPEED = FIX_FIELDS.speed
const UNIT_ATTRIBUTES = ['unit', 'units', 'uom']

type FieldReader = {
  readonly name: string
  readonly element: string
  readonly read: ReturnType<typeof valueReader>
}

/** How the elements are read; `speedUnit` is what the user or the file says, else it is that of the format. */
const fieldReaders = (speedUnit: UnitChoices['speed']): FieldReader[] =>
  GPX_FIELDS.flatMap(({ name, kind, ours, required, element, unit }) => {
    if (required || (name === 'speed' && speedUnit === 'none')) return []
    const from = name === 'speed' ? (speedUnit ?? unit) : unit
    return [{ name, element, read: valueReader(kind, conversionTo(ours, from)) }]
  })

type Point = { readonly line: number; readonly lat: string | undefined; readonly lng: string | undefined }

const createFormat = ({ units, onColumns }: ReadOptions): XmlFormat => {
  let fields = fieldReaders(units.speed)
  let isReported = false
  const speakSpeed = (text: string | undefined): void => {
    const named = text === undefined ? undefined : unitNamed(SPEED.unit, text)
    if (named === undefined || units.speed !== undefined || named === speedUnit) return
    speedUnit = named as SpeedUnit
    fields = fieldReaders(speedUnit)
    isReported = false
  }
  let speedUnit: SpeedUnit | undefined
  let readings: Reading[] = []
  let point: Point | undefined
  let values: Record<string, string> = {}
  let trackName: string | undefined
  /** Elements of points that hold something and are not read, and how many of them are reported. */
  const unread = new Set<string>()
  let named = 0
  /** The depth of the element that was opened last: those around it hold no text of their own. */
  let deepest = 0
  const hasSpeed = (): boolean => values[SPEED.gpx.element] !== undefined && units.speed !== 'none'
  const report = (): void => {
    const unit = units.speed === 'none' ? undefined : (units.speed ?? speedUnit ?? SPEED.gpx.unit)
    isReported ||= hasSpeed()
    named = unread.size
    if (hasSpeed()) onColumns([SPEED.gpx.element, ...unread], { speed: { at: 0, unit } })
    else onColumns([...unread], {})
  }
  return {
    name: 'GPX',
    root: 'gpx',
    nothingFound: 'gpxEmpty',
    open: (path, attributes, line) => {
      const name = path.at(-1)
      deepest = path.length
      if (name === 'trk') trackName = undefined
      if (name === SPEED.gpx.element && point !== undefined)
        speakSpeed(UNIT_ATTRIBUTES.flatMap((each) => attributes[each] ?? [])[0])
      if (name !== 'trkpt') return
      point = { line, lat: attributes['lat'] ?? '', lng: attributes['lon'] ?? '' }
      values = {}
    },
    close: (path, text) => {
      const name = path.at(-1)
      if (name === 'name' && path.at(-2) === 'trk') trackName = vehicleOfTrack(text) ?? trackName
      if (name === 'units' && point === undefined) speakSpeed(text)
      if (point === undefined || name === undefined) return
      if (name === 'trkpt') {
        if ((hasSpeed() && !isReported) || (named === 0 && unread.size > 0)) report()
        readings.push(readPoint(point, values, trackName, fields))
        point = undefined
      } else if (text === '') return
      else if (KEPT_ELEMENTS.has(name)) values[name] ??= text
      else if (path.length === deepest && unread.size < IMPORT.columns) unread.add(name)
    },
    take: (isEnd) => {
      if (isEnd && unread.size > named) report()
      const taken = readings
      readings = []
      return taken
    },
  }
}

/**
 * Reads the track points of a GPX 1.0 or 1.1 file; skips waypoints and routes, which are plans. The track's name
 * gives the vehicle, unless it is only a date or a number. Elements of points that are not read are named. A speed is in m/s unless an attribute of it or an element `units` before the
 * tracks names another unit. If the XML breaks off, the points before count.
 */
export const readGpx = (file: TextFile, options: ReadOptions): Readings => {
  options.onFormat('gpx')
  return readXml(file, createFormat(options), options)
}

const readPoint = (
  { line, lat, lng }: Point,
  values: Readonly<Record<string, string>>,
  vehicle: string | undefined,
  fields: readonly FieldReader[],
): Reading => {
  const { time } = values
  if (isNotValid(values[VALIDITY])) return { line, rejected: { code: 'positionNotValid' } }
  if (time === undefined) return { line, rejected: { code: 'pointWithoutTime' } }
  const at = timeOf(time)
  if (Number.isNaN(at)) return { line, rejected: timeUnreadable(time) }
  const fix: Record<string, unknown> = { time: at, lat: numberOf(lat), lng: numberOf(lng) }
  for (const { name, element, read } of fields) {
    const value = read(values[element])
    if (value !== undefined) fix[name] = value
  }
  return { line, vehicle, fix: fix as Fix }
}
