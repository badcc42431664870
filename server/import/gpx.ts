import { type Fix, fixFields } from '#domain/fix.ts'
import { numberOf } from '#domain/numbers.ts'
import { factorTo } from '#domain/units.ts'
import { timeOf, valueReader } from '../ingest/values.ts'
import { type Reading, type Readings, type ReadOptions, timeUnreadable } from './readings.ts'
import type { TextFile } from './text-file.ts'
import { isMeaningfulName, readXml, type XmlFormat } from './xml.ts'

/** Elements of a point that hold a field of a fix. */
const KEPT_ELEMENTS: ReadonlySet<string> = new Set(fixFields.flatMap(({ gpx }) => (gpx ? [gpx.element] : [])))
const OPTIONAL_FIELDS = fixFields.flatMap(({ name, kind, unit, required, gpx }) =>
  required || gpx === undefined
    ? []
    : [{ name, element: gpx.element, read: valueReader(kind, factorTo(unit, gpx.unit)) }],
)

type Point = { readonly line: number; readonly lat: string | undefined; readonly lng: string | undefined }

const createFormat = (): XmlFormat => {
  let readings: Reading[] = []
  let point: Point | undefined
  let values: Record<string, string> = {}
  let trackName: string | undefined
  return {
    name: 'GPX',
    root: 'gpx',
    nothingFound: 'gpxEmpty',
    open: (path, attributes, line) => {
      const name = path.at(-1)
      if (name === 'trk') trackName = undefined
      if (name !== 'trkpt') return
      point = { line, lat: attributes['lat'] ?? '', lng: attributes['lon'] ?? '' }
      values = {}
    },
    close: (path, text) => {
      const name = path.at(-1)
      if (name === 'name' && path.at(-2) === 'trk' && isMeaningfulName(text)) trackName = text
      if (point === undefined || name === undefined) return
      if (name === 'trkpt') {
        readings.push(readPoint(point, values, trackName))
        point = undefined
      } else if (KEPT_ELEMENTS.has(name) && text !== '') values[name] ??= text
    },
    take: () => {
      const taken = readings
      readings = []
      return taken
    },
  }
}

/**
 * Reads the track points of a GPX 1.0 or 1.1 file; skips waypoints and routes, which are plans. The track's name
 * gives the vehicle, unless it is only a date or a number. If the XML breaks off, the points before count.
 */
export const readGpx = (file: TextFile, options: ReadOptions): Readings => {
  options.onFormat('gpx')
  return readXml(file, createFormat(), options)
}

const readPoint = (
  { line, lat, lng }: Point,
  values: Readonly<Record<string, string>>,
  vehicle: string | undefined,
): Reading => {
  const { time } = values
  if (time === undefined) return { line, rejected: { code: 'pointWithoutTime' } }
  const at = timeOf(time)
  if (Number.isNaN(at)) return { line, rejected: timeUnreadable(time) }
  const fix: Record<string, unknown> = { time: at, lat: numberOf(lat), lng: numberOf(lng) }
  for (const { name, element, read } of OPTIONAL_FIELDS) {
    const value = read(values[element])
    if (value !== undefined) fix[name] = value
  }
  return { line, vehicle, fix: fix as Fix }
}
