import { extname } from 'node:path'
import type { ImportFormat } from '#contract/records/position-import.ts'
import type { DateOrder } from '#domain/date-order.ts'
import type { PlaceOrder } from '#domain/place-order.ts'
import { readCsv } from './csv.ts'
import type { Columns } from './csv-columns.ts'
import type { DateReading } from './date-survey.ts'
import { readGeoJson } from './geojson.ts'
import { readGpx } from './gpx.ts'
import { readKml } from './kml.ts'
import { createLeftOutList } from './left-out-list.ts'
import type { FileProblem, Reading, Readings, ReadOptions, UnitChoices } from './readings.ts'
import { createSurvey, type Survey } from './survey.ts'
import type { TextFile } from './text-file.ts'
import { createUnreadList, type UnreadColumn } from './unread-list.ts'
import { createZoneSequence } from './zone-sequence.ts'

/** What the user says of a file, and the zone of its times. */
export type FileChoices = {
  readonly timeZone: string
  readonly units: UnitChoices
  /** The order of the numbers in dates, where the file leaves it open. */
  readonly dateOrder: DateOrder | undefined
  /** Which number of a place in one column comes first, where the file leaves it open. */
  readonly placeOrder: PlaceOrder | undefined
}

/** What is found in a file, in its order. */
export type FileReading =
  | { readonly kind: 'readings'; readonly readings: readonly Reading[] }
  /** How many bytes of the file were read, of all that are. */
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'format'; readonly format: ImportFormat }
  /** A header line, or set of named values, and what its columns hold in which unit. */
  | { readonly kind: 'columns'; readonly headers: readonly string[]; readonly columns: Columns }
  /** Values of a column that are none of its values. */
  | { readonly kind: 'unread'; readonly column: UnreadColumn }
  /** A part of the file that is left out though it has a known name. */
  | { readonly kind: 'leftOut'; readonly problem: FileProblem }
  /** The order of the numbers in its dates is open. */
  | { readonly kind: 'dates'; readonly readings: DateReading[]; readonly example: string }
  /** Which number of its places comes first is open. */
  | { readonly kind: 'places'; readonly example: string }

/** Reads a file. Throws `UnreadableFile`; what was found before counts nothing then. */
export type FileReader = (
  file: TextFile,
  choices: FileChoices,
  signal: AbortSignal | undefined,
) => AsyncIterable<readonly FileReading[]>

type Reader = (file: TextFile, options: ReadOptions) => Readings

const readerOf = (file: TextFile): Reader => {
  const start = file.sample.toString(file.encoding === 'utf-16le' ? 'utf16le' : 'latin1').replaceAll('\0', '')
  const isXml = /^(ï»¿|þÿ|\uFEFF)?\s*</.test(start)
  const ending = extname(file.name).toLowerCase()
  if (isXml && /<([\w-]+:)?kml[\s>]/i.test(start)) return readKml
  if (isXml) return readGpx
  if (/^(ï»¿|þÿ|\uFEFF)?\s*\{/.test(start)) return readGeoJson
  switch (ending) {
    case '.gpx':
      return readGpx
    case '.kml':
      return readKml
    case '.geojson':
    case '.json':
      return readGeoJson
    default:
      return readCsv
  }
}

/** Reads the whole file for what it tells of how it is to be read. What GPX holds can be read in one way only. */
async function* surveyFile(
  file: TextFile,
  read: Reader,
  survey: Survey,
  options: Pick<ReadOptions, 'clock' | 'dateOrder' | 'placeOrder' | 'units' | 'onBytes'>,
): AsyncGenerator<void> {
  if (read === readGpx) return
  const nothing = () => {}
  const callbacks = { onFormat: nothing, onColumns: nothing, onLeftOut: nothing, onUnread: nothing }
  for await (const _ of read(file, { ...options, ...callbacks, survey, isSurvey: true })) yield
}

/** Reads a file in this thread. */
export const readFile: FileReader = async function* (file, { timeZone, units, dateOrder, placeOrder }) {
  const read = readerOf(file)
  const unread = createUnreadList()
  let found: FileReading[] = []
  const add = (finding: FileReading): void => {
    found.push(finding)
  }
  const take = (): readonly FileReading[] => {
    const columns = unread.take().map((column) => ({ kind: 'unread', column }) as const)
    const taken = [...found, ...columns]
    found = []
    return taken
  }
  const leftOut = createLeftOutList((problem) => add({ kind: 'leftOut', problem }))
  const clock = createZoneSequence(timeZone)
  const half = (offset: number) => (bytes: number) =>
    add({ kind: 'bytes', bytes: read === readGpx ? bytes : (bytes + offset) / 2 })
  const survey = createSurvey()
  const unknown = { clock, dateOrder: 'dayFirst', placeOrder: 'latFirst', units } as const
  for await (const _ of surveyFile(file, read, survey, { ...unknown, onBytes: half(0) })) yield take()
  const dates = survey.dates.found(dateOrder)
  if (dates.open !== undefined)
    add({ kind: 'dates', readings: [...dates.open], example: dates.example.slice(0, 40) })
  const places = survey.places.found(placeOrder, timeZone)
  if (places.example !== undefined) add({ kind: 'places', example: places.example.slice(0, 40) })
  const batches = read(file, {
    ...{ clock, units, survey, isSurvey: false },
    dateOrder: dates.order ?? dates.open[0]?.order ?? 'dayFirst',
    placeOrder: places.order ?? 'latFirst',
    onBytes: half(file.bytes),
    onUnread: (header, line, text) => unread.add({ header, line, text, times: 1 }),
    onFormat: (format) => add({ kind: 'format', format }),
    onColumns: (headers, columns) => add({ kind: 'columns', headers, columns }),
    onLeftOut: leftOut.add,
  })
  for await (const readings of batches) yield [...take(), { kind: 'readings', readings }]
  leftOut.end()
  const doubtfulHours = [
    ['hourTwice', clock.unsure()],
    ['hourSkipped', clock.skipped()],
  ] as const
  for (const [code, { times, line }] of doubtfulHours)
    if (times > 0) add({ kind: 'leftOut', problem: { file: file.name, line, code, params: { times } } })
  yield take()
}
