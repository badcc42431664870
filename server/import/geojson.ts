import * as z from 'zod/mini'
import { featureOfArcGis } from '#domain/arcgis.ts'
import { otherCoordinateSystem } from '#domain/coordinate-system.ts'
import { findColumns, isVehicleName } from './csv-columns.ts'
import { createFeatureSplitter, type JsonPiece } from './geojson-features.ts'
import { IMPORT } from './limits.ts'
import { createNamedReader, isValueName } from './named-records.ts'
import { batchesOf, type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { streamDecoder, type TextFile, textOf, utf8OrLatin1 } from './text-file.ts'

const Geometry = z.object({
  type: z.enum(['Point', 'MultiPoint', 'LineString', 'LinearRing', 'MultiLineString']),
  /** Checked where they are read: there may be very many. */
  coordinates: z.array(z.unknown()),
})
const Area = z.object({ type: z.enum(['Polygon', 'MultiPolygon']) })
const GeometryCollection = z.object({
  type: z.literal('GeometryCollection'),
  geometries: z.array(z.unknown()),
})
const FeatureCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
})
/** Deepest nesting of collections. */
const DEEPEST = 20
const Properties = z.record(z.string(), z.unknown())
type Properties = z.infer<typeof Properties>
const Feature = z.object({
  type: z.literal('Feature'),
  geometry: z.optional(z.unknown()),
  properties: z.optional(z.nullable(Properties)),
})

/** Properties that hold a time for each coordinate, as converters write them. */
const TIMES = ['coordTimes', 'times', 'time', 'timestamps']

/** A whole number that JSON has rounded is written so that it is no name of a vehicle. */
const textOfScalar = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return value.toExponential()
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

const Measure = z.strictObject({
  value: z.unknown(),
  unit: z.optional(z.nullable(z.string())),
  units: z.optional(z.nullable(z.string())),
  uom: z.optional(z.nullable(z.string())),
})

/** A value as JSON, as far as it is not nested too deeply for that. */
const shownOf = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch (failure) {
    if (failure instanceof RangeError) return '[…]'
    throw failure
  }
}

/** One value, perhaps an object of it and its unit; undefined for a list and any other object. */
const textOfValue = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return textOfScalar(value)
  const measure = Measure.safeParse(value)
  if (!measure.success) return undefined
  const text = textOfScalar(measure.data.value)
  const unit = measure.data.unit ?? measure.data.units ?? measure.data.uom
  return text === undefined || !unit ? text : `${text} ${unit}`
}

/** A member whose value is a number with an exponent or with decimals that are zero. */
const SPOILT_NUMBER = /"([^"\\]+)"\s*:\s*(\d+(?:\.\d+)?[eE]\+?\d+|\d+\.0+)(?=\s*[,}])/g

/** The JSON with such numbers of vehicles as texts: parsing would make plain ones of them. */
const withNamesAsWritten = (json: string): string =>
  json.replaceAll(SPOILT_NUMBER, (member: string, name: string, number: string) =>
    isVehicleName(name) ? `"${name}":"${number}"` : member,
  )

/** Properties whose lists and objects are read elsewhere, or say nothing of a position. */
const ELSEWHERE: ReadonlySet<string> = new Set([...TIMES, 'coordinateProperties'])

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** The list that the phone logger Overland sends: its speeds are in m/s, and it does not say so. */
const OVERLAND = /^(?:\uFEFF|ï»¿)?\s*\{\s*"locations"\s*:/
const inMetresPerSecond = ({ speed, ...others }: Properties): Properties =>
  speed === undefined ? others : { ...others, 'speed (m/s)': speed }

const titleOf = ({ name, title }: Readonly<Record<string, unknown>>): string | undefined =>
  textOfValue(name) ?? textOfValue(title)

/** The lists of a line, one item for each coordinate; those of a MultiLineString are lists of such lists. */
const listsOf = (properties: Readonly<Record<string, unknown>>, part: number | undefined, length: number) => {
  const nested = properties['coordinateProperties']
  const all = [properties, typeof nested === 'object' && nested !== null ? nested : {}].flatMap(
    Object.entries,
  )
  return all.flatMap(([name, value]): Array<readonly [string, readonly unknown[]]> => {
    const list =
      part !== undefined && Array.isArray(value) && Array.isArray(value[part]) ? value[part] : value
    return Array.isArray(list) && list.length === length ? [[name, list]] : []
  })
}

const createFeatureReader = (file: TextFile, options: ReadOptions) => {
  const isOverland = OVERLAND.test(file.sample.toString('latin1'))
  const read = createNamedReader(file.name, options)

  const placeOf = (position: unknown) => {
    const [lng = '', lat = ''] = Array.isArray(position) ? position.slice(0, 2).map(textOfValue) : []
    return { lng, lat }
  }

  /** Names of properties, and whether columns of these names are read. */
  const known = new Map<string, boolean>()
  const isKnown = (name: string): boolean => {
    const found = known.get(name) ?? Object.keys(findColumns([name]).columns).length > 0
    if (known.size < IMPORT.columns) known.set(name, found)
    return found
  }

  /** The text of a property; that of a list or an object is empty, and reported where its name is known. */
  const textOf = (line: number, name: string, value: unknown): string => {
    const text = textOfValue(value)
    if (text === undefined && isFilled(value) && isKnown(name) && !options.isSurvey)
      options.onUnread(name, line, shownOf(value))
    return text ?? ''
  }

  /** What a position has of properties. Those of lists and objects have a column where its name is not known: it is named as not read. */
  const scalarsOf = (line: number, properties: Properties) =>
    Object.entries(properties).flatMap(([name, value]) => {
      const isOne = textOfValue(value) !== undefined
      if (!isValueName(name) || (!isOne && ELSEWHERE.has(name))) return []
      const text = textOf(line, name, value)
      return isOne || (isFilled(value) && !isKnown(name)) ? [[name, text] as const] : []
    })

  const readPoint = (line: number, position: unknown, properties: Properties): Reading => {
    const { lng, lat } = placeOf(position)
    const place = { line, time: undefined, lng, lat }
    return read(place, new Map(scalarsOf(line, properties)), titleOf(properties))
  }

  function* readLine(
    line: number,
    positions: readonly unknown[],
    properties: Properties,
    part: number | undefined,
  ): Generator<Reading> {
    const lists = listsOf(properties, part, positions.length)
    const times = TIMES.flatMap((name) => lists.filter(([of]) => of === name))[0]?.[1]
    if (times === undefined) {
      yield { line, rejected: { code: 'lineWithoutTimeList' } }
      return
    }
    const others = lists.filter(([name, list]) => list !== times && !TIMES.includes(name))
    const names = new Set(lists.map(([name]) => name))
    const single = Object.entries(properties).filter(([name]) => !names.has(name))
    const scalars = scalarsOf(line, Object.fromEntries(single))
    const title = titleOf(properties)
    for (const [i, position] of positions.entries()) {
      const { lng, lat } = placeOf(position)
      const time = textOfValue(times[i])
      const own = others.map(([name, list]) => [name, textOf(line, name, list[i])] as const)
      yield time === undefined
        ? { line, rejected: { code: 'pointWithoutTime' } }
        : read({ line, time, lng, lat }, new Map([...scalars, ...own]), title)
    }
  }

  function* readGeometry(
    line: number,
    value: unknown,
    properties: Properties,
    depth = 0,
  ): Generator<Reading> {
    const collection = GeometryCollection.safeParse(value)
    if (collection.success && depth < DEEPEST) {
      for (const each of collection.data.geometries) yield* readGeometry(line, each, properties, depth + 1)
      return
    }
    const geometry = Geometry.safeParse(value)
    if (!geometry.success) {
      yield {
        line,
        rejected: { code: Area.safeParse(value).success ? 'areaWithoutTimes' : 'featureUnknown' },
      }
      return
    }
    const { type, coordinates } = geometry.data
    if (type === 'Point') yield readPoint(line, coordinates, properties)
    else if (type === 'MultiLineString')
      for (const [part, one] of coordinates.entries())
        yield* readLine(line, Array.isArray(one) ? one : [], properties, part)
    else yield* readLine(line, coordinates, properties, undefined)
  }

  return function* readValue(line: number, value: unknown, depth = 0): Generator<Reading> {
    const collection = FeatureCollection.safeParse(value)
    if (collection.success && depth < DEEPEST) {
      for (const each of collection.data.features) yield* readValue(line, each, depth + 1)
      return
    }
    const feature = Feature.safeParse(featureOfArcGis(value) ?? value)
    if (!feature.success) yield* readGeometry(line, value, {})
    else if (feature.data.geometry === null || feature.data.geometry === undefined)
      yield { line, rejected: { code: 'featureWithoutPlace' } }
    else {
      const properties = feature.data.properties ?? {}
      yield* readGeometry(
        line,
        feature.data.geometry,
        isOverland ? inMetresPerSecond(properties) : properties,
      )
    }
  }
}

/** A member that names the coordinate system. */
const CRS = /"(?:crs|spatialReference)"\s*:\s*(\{(?:[^{}]|\{[^{}]*\})*\})/

/** Refuses a file that names another coordinate system than degrees before its features. */
const checkSystem = ({ name, sample, encoding }: TextFile): void => {
  const start = sample.toString(encoding === 'utf-16le' ? 'utf16le' : 'latin1')
  const found = CRS.exec(start.slice(0, start.search(/"features"\s*:/) + 1 || undefined))?.[1]
  if (found === undefined) return
  let system: string | undefined
  try {
    system = otherCoordinateSystem({ crs: JSON.parse(found) })
  } catch {
    return
  }
  if (system !== undefined)
    throw new UnreadableFile({ file: name, line: 1, code: 'coordinatesOther', params: { system } })
}

/**
 * Reads the points and lines of a GeoJSON file, a collection or one feature a line. A point has its time in a property that is named as a
 * CSV column may be; a line has a list with one time for each coordinate (`coordTimes`, `times` or `time`). Other properties are read
 * as CSV columns are. Areas are refused.
 */
export async function* readGeoJson(file: TextFile, options: ReadOptions): Readings {
  options.onFormat('geojson')
  checkSystem(file)
  const splitter = createFeatureSplitter()
  const readFeature = createFeatureReader(file, options)
  const decoder = file.encoding === 'utf-8' ? utf8OrLatin1() : streamDecoder(file.encoding, true)
  let found = 0
  let isJson = false

  const readPiece = ({ line, text }: JsonPiece): Iterable<Reading> => {
    if (text === undefined) return [{ line, rejected: { code: 'featureTooLong' } }]
    let value: unknown
    try {
      value = JSON.parse(withNamesAsWritten(text))
    } catch {
      return [{ line, rejected: { code: 'jsonMalformed' } }]
    }
    isJson = true
    return readFeature(line, value)
  }

  function* inTurn(pieces: readonly JsonPiece[]): Generator<Reading> {
    for (const piece of pieces) yield* readPiece(piece)
  }

  for await (const text of textOf(file, decoder, options.onBytes)) {
    for (const readings of batchesOf(inTurn(splitter.push(text)))) {
      found += readings.length
      yield readings
    }
  }
  if (!isJson && !splitter.sawList())
    throw new UnreadableFile({ file: file.name, line: 1, code: 'geojsonUnreadable' })
  if (splitter.isOpen()) {
    found += 1
    yield [{ line: splitter.line(), rejected: { code: 'fileBreaksOff' } }]
  }
  if (found === 0) throw new UnreadableFile({ file: file.name, line: null, code: 'geojsonEmpty' })
}
