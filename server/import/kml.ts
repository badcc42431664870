import { kmlCoordinates, kmlTrackPlace } from '#domain/kml-coordinates.ts'
import { isUnitName } from '#domain/unit-names.ts'
import { unitTextOf } from './csv-columns.ts'
import { IMPORT } from './limits.ts'
import { createNamedReader, isValueName } from './named-records.ts'
import type { Reading, Readings, ReadOptions } from './readings.ts'
import type { TextFile } from './text-file.ts'
import { readXml, type XmlFormat } from './xml.ts'

const TOO_LONG = {
  code: 'trackTooLong',
  params: { most: IMPORT.trackPoints },
} as const

type Placemark = {
  readonly line: number
  name: string | undefined
  when: string | undefined
  /** Longitude, latitude and perhaps altitude of each point, in degrees. */
  readonly points: string[]
  readonly values: Map<string, string>
}

/** A gx:Track: each list has an item for each position. */
type Track = {
  readonly line: number
  readonly whens: string[]
  readonly places: Array<{ readonly line: number; readonly text: string }>
  readonly values: Map<string, string[]>
}

const newPlacemark = (line: number): Placemark => ({
  line,
  name: undefined,
  when: undefined,
  points: [],
  values: new Map(),
})

function* inTurn(all: ReadonlyArray<Iterable<Reading>>): Generator<Reading> {
  for (const some of all) yield* some
}

const createFormat = (file: TextFile, options: ReadOptions): XmlFormat => {
  const read = createNamedReader(file.name, options)
  /** Readings, made when they are taken. */
  let found: Array<Iterable<Reading>> = []
  let placemark: Placemark | undefined
  let track: Track | undefined
  /** The value that is being read has this name. */
  let valueName = ''
  /** Names with the units that a schema gives them. */
  const headers = new Map<string, string>()
  let declaredName: string | undefined
  const noteUnit = (name: string, text: string): string => {
    const unit = isUnitName(text) ? text : unitTextOf(text)
    const header = unit === undefined || unitTextOf(name) !== undefined ? name : `${name} (${unit})`
    headers.set(name, header)
    return header
  }

  function* readTrack({ line, whens, places, values }: Track, { values: own, name }: Placemark) {
    for (let i = 0; i < Math.max(whens.length, places.length); i += 1) {
      const place = places[i]
      const at = place?.line ?? line
      const found = kmlTrackPlace(place?.text ?? '')
      if (found === null) {
        const code = (place?.text ?? '').trim() === '' ? 'timeWithoutPosition' : 'coordinatesUnreadable'
        yield { line: at, rejected: { code } } as const
      } else if (!whens[i]) yield { line: at, rejected: { code: 'pointWithoutTime' } } as const
      else {
        const all = new Map(own)
        for (const [name, list] of values) all.set(name, list[i] ?? '')
        yield read({ line: at, time: whens[i], ...found }, all, name)
      }
    }
  }

  const flushTrack = (): void => {
    if (track !== undefined) found.push(readTrack(track, placemark ?? newPlacemark(track.line)))
    track = undefined
  }

  const flushPlacemark = (): void => {
    for (const point of placemark?.points ?? []) {
      const { line, when, values } = placemark as Placemark
      const places = kmlCoordinates(point) ?? []
      if (places.length !== 1) {
        found.push([{ line, rejected: { code: 'coordinatesUnreadable' } }])
        continue
      }
      const [lng = '', lat = ''] = places[0]?.map(String) ?? []
      // The name of a place is seldom that of a vehicle.
      found.push([read({ line, time: when, lng, lat }, values, undefined)])
    }
    placemark = undefined
  }

  const addToTrack = <T>(list: T[] | undefined, item: T, line: number): void => {
    if (list === undefined) return
    if (list.length < IMPORT.trackPoints) list.push(item)
    else if (list === track?.places) found.push([{ line, rejected: TOO_LONG }])
  }

  const keepValue = (text: string, isOfTrack: boolean): void => {
    if (text === '' && !isOfTrack) return
    if (!isValueName(valueName)) return
    if (!isOfTrack) placemark?.values.set(valueName, text)
    else if (track !== undefined) {
      const all = track.values.get(valueName) ?? []
      track.values.set(valueName, all)
      if (all.length < IMPORT.trackPoints) all.push(text)
    }
  }

  return {
    name: 'KML',
    root: 'kml',
    nothingFound: 'kmlEmpty',
    open: (path, attributes, line) => {
      const name = path.at(-1)
      if (name === 'placemark') placemark = newPlacemark(line)
      else if (name === 'track') track = { line, whens: [], places: [], values: new Map() }
      else if (name === 'linestring' || (name === 'linearring' && !path.includes('polygon')))
        found.push([{ line, rejected: { code: 'lineWithoutTimes' } }])
      else if (name === 'polygon') found.push([{ line, rejected: { code: 'areaWithoutTimes' } }])
      else if (name === 'data' || name === 'simpledata' || name === 'simplearraydata')
        valueName = headers.get(attributes['name'] ?? '') ?? attributes['name'] ?? ''
      else if (name === 'simplefield' || name === 'simplearrayfield') declaredName = attributes['name']
    },
    close: (path, text, line) => {
      const [name, parent] = [path.at(-1), path.at(-2)]
      const isUnitText = name === 'displayname' || name === 'units'
      if (isUnitText && (parent === 'simplefield' || parent === 'simplearrayfield'))
        noteUnit(declaredName ?? '', text)
      else if (isUnitText && parent === 'data') valueName = noteUnit(valueName, text)
      else if (name === 'track') flushTrack()
      else if (name === 'placemark') flushPlacemark()
      else if (name === 'when' && parent === 'track') addToTrack(track?.whens, text, line)
      else if (name === 'coord' && parent === 'track') addToTrack(track?.places, { line, text }, line)
      else if (name === 'value' && parent === 'simplearraydata') keepValue(text, true)
      else if ((name === 'value' && parent === 'data') || name === 'simpledata') keepValue(text, false)
      else if (placemark !== undefined) {
        if (name === 'name' && parent === 'placemark') placemark.name = text
        else if (name === 'when' || (name === 'begin' && parent === 'timespan')) placemark.when ??= text
        else if (name === 'coordinates' && parent === 'point') placemark.points.push(text)
      }
    },
    take: (isEnd) => {
      if (isEnd) {
        flushTrack()
        flushPlacemark()
      }
      const taken = found
      found = []
      return inTurn(taken)
    },
  }
}

/**
 * Reads the tracks of a KML file (gx:Track, with the values of its ExtendedData) and placemarks that have a time and a point. A line
 * without times is rejected. Units are named by the values, or by their `displayName` or `units`. The name of a track's placemark gives the vehicle, unless a value does or it is only a date or a number.
 */
export const readKml = (file: TextFile, options: ReadOptions): Readings => {
  options.onFormat('kml')
  return readXml(file, createFormat(file, options), options)
}
