import sax from 'sax'
import { type Fix, fixFields } from '#domain/fix.ts'
import { numberOf } from '#domain/numbers.ts'
import { factorTo } from '#domain/units.ts'
import { timeOf, valueReader } from '../ingest/values.ts'
import { type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { isUtf8Start, streamDecoder, type TextFile, textOf, UNREADABLE_CHARACTER } from './text-file.ts'

/** Longest text of an element that is read; a longer one is no time, number or name. */
const LONGEST_TEXT = 200
/** Elements of a point that hold a field of a fix. */
const KEPT_ELEMENTS: ReadonlySet<string> = new Set(fixFields.flatMap(({ gpx }) => (gpx ? [gpx.element] : [])))
const OPTIONAL_FIELDS = fixFields.flatMap(({ name, kind, unit, required, gpx }) =>
  required || gpx === undefined
    ? []
    : [{ name, element: gpx.element, read: valueReader(kind, factorTo(unit, gpx.unit)) }],
)
/** Deepest nesting of elements; extensions need a few levels. */
const DEEPEST = 100
/** Track names that give a date or a recording method instead of a vehicle. */
const MEANINGLESS_NAME =
  /^[\W\d_]*$|^(active|current|new|saved|my)?\s*(log|track|trk|route|trip|path|untitled|unnamed)s?\b[\s\d#._-]*$|\b\d{1,4}[-/. ](\d{1,2}|[a-z]{3})[-/. ]\d{1,4}\b/i

const decoderOf = ({ path, encoding, sample }: TextFile) => {
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(
    sample.toString('latin1').replace(/^ï»¿/, ''),
  )?.[1]
  const label = encoding === 'utf-8' ? (declared ?? 'utf-8') : encoding
  // A file that declares UTF-16 but has one-byte characters is decoded by its bytes.
  const actual = /^utf-?16/i.test(label) && encoding === 'utf-8' ? 'utf-8' : label
  // A wrong byte in a name must not lose the drive.
  if (/^utf-?8$/i.test(actual)) return streamDecoder(isUtf8Start(sample) ? 'utf-8' : 'windows-1252', true)
  try {
    return streamDecoder(actual)
  } catch {
    throw new UnreadableFile(`${path}:1: the encoding '${label}' is not known. Save the file as UTF-8.`)
  }
}

const isMeaningfulName = (name: string): boolean =>
  name !== '' && !name.includes(UNREADABLE_CHARACTER) && !MEANINGLESS_NAME.test(name)

type Point = { readonly line: number; readonly lat: string | undefined; readonly lng: string | undefined }

/**
 * Reads the track points of a GPX 1.0 or 1.1 file; skips waypoints and routes, which are plans. The track's name
 * gives the vehicle, unless it is only a date or a number. If the XML breaks off, the points before count.
 */
export async function* readGpx(file: TextFile, options: ReadOptions): Readings {
  const parser = sax.parser(true, { position: true })
  let readings: Reading[] = []
  let point: Point | undefined
  let values: Record<string, string> = {}
  let path: string[] = []
  let text = ''
  let trackName: string | undefined
  let isGpx = false
  let broken: string | undefined

  const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
  parser.onopentag = ({ name, attributes }) => {
    const local = localName(name)
    if (path.length === 0 && local !== 'gpx')
      throw new UnreadableFile(
        `${file.path}:${parser.line + 1}: this is XML but not GPX: the root is <${name}>.`,
      )
    isGpx = true
    path.push(local)
    if (path.length > DEEPEST) broken ??= `more than ${DEEPEST} elements are nested`
    text = ''
    if (local === 'trk') trackName = undefined
    if (local === 'trkpt') {
      point = {
        line: parser.line + 1,
        lat: String(attributes['lat'] ?? ''),
        lng: String(attributes['lon'] ?? ''),
      }
      values = {}
    }
  }
  const addText = (more: string): void => {
    if (text.length < LONGEST_TEXT) text += more
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const local = path.pop()
    const value = text.trim()
    if (local === 'name' && path.at(-1) === 'trk' && isMeaningfulName(value)) trackName = value
    if (point === undefined || local === undefined) return
    if (local === 'trkpt') {
      readings.push(readPoint(point, values, trackName))
      point = undefined
    } else if (KEPT_ELEMENTS.has(local) && value !== '') values[local] ??= value
  }
  let line = 0
  let found = 0
  parser.onerror = (failure) => {
    broken ??= failure.message.split('\n')[0] ?? 'the XML is not well-formed'
  }

  try {
    for await (const piece of textOf(file, decoderOf(file), options.onBytes)) {
      parser.write(piece)
      line = parser.line + 1
      if (broken !== undefined) break
      found += readings.length
      if (readings.length > 0) yield readings
      readings = []
    }
    if (broken === undefined) parser.close()
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure
    broken = 'the text does not match the encoding of the file'
  }
  path = []
  if (!isGpx)
    throw new UnreadableFile(
      `${file.path}:${Math.max(1, line)}: this is not GPX${broken === undefined ? '' : `: ${broken}`}.`,
    )
  if (broken !== undefined) readings.push({ line, rejected: `the file breaks off here: ${broken}` })
  if (found + readings.length === 0)
    throw new UnreadableFile(
      `${file.path}: it contains no track. Waypoints and routes are plans; export what was driven, as a track.`,
    )
  if (readings.length > 0) yield readings
}

const readPoint = (
  { line, lat, lng }: Point,
  values: Readonly<Record<string, string>>,
  vehicle: string | undefined,
): Reading => {
  const { time } = values
  if (time === undefined) return { line, rejected: 'the point has no time' }
  const at = timeOf(time)
  if (Number.isNaN(at)) return { line, rejected: `the time '${time.slice(0, 40)}' is not readable` }
  const fix: Record<string, unknown> = { time: at, lat: numberOf(lat), lng: numberOf(lng) }
  for (const { name, element, read } of OPTIONAL_FIELDS) {
    const value = read(values[element])
    if (value !== undefined) fix[name] = value
  }
  return { line, vehicle, fix: fix as Fix }
}
