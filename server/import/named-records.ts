import { withoutTextSign } from './csv-cells.ts'
import { demandTimeOfDay, isTimeName, tooManyColumns } from './csv-columns.ts'
import { createFixReader, type FixReader } from './csv-fix.ts'
import { createRecordSurvey } from './csv-survey.ts'
import type { Reading, ReadOptions } from './readings.ts'
import { vehicleOfTrack } from './vehicle-names.ts'

/** Sets of names for which a reader is kept. */
const READERS_KEPT = 100
/** Names that stand for the thing in the file, and may be no vehicle's. */
const TITLES: ReadonlySet<string> = new Set(['name', 'title', 'id', 'description'])

/** The values of one position by the names that they have in the file, without time and place. */
export type Named = ReadonlyMap<string, string>
/** `time` as it stands in the file; undefined where the values name it, or nothing does. */
export type Place = {
  readonly line: number
  readonly time: string | undefined
  readonly lng: string
  readonly lat: string
}

/** Whether a name in the file can hold a value of a position. */
export const isValueName = (name: string): boolean => !TITLES.has(name.trim().toLowerCase())

/**
 * Reads positions of formats that name each value, as CSV does in its header: names and units are the same. `file` is its name in
 * messages.
 */
export const createNamedReader = (file: string, options: ReadOptions) => {
  const readers = new Map<string, FixReader>()

  const surveyOf = (headers: readonly string[]): FixReader => {
    const note = createRecordSurvey(headers, options.survey)
    return (fields, line) => {
      note(fields)
      return { line, rejected: { code: 'timeMissing' } }
    }
  }

  const readerOf = (headers: readonly string[], line: number): FixReader => {
    const { columns, leftOut, read } = createFixReader(headers, options)
    demandTimeOfDay(columns, headers, options.survey, { file, line })
    options.onColumns(headers, columns)
    for (const why of leftOut) options.onLeftOut({ file, line, ...why })
    return read
  }

  const readerFor = (headers: readonly string[], line: number): FixReader => {
    const key = JSON.stringify(headers)
    const known = readers.get(key)
    if (known !== undefined) return known
    const read = options.isSurvey ? surveyOf(headers) : readerOf(headers, line)
    if (readers.size >= READERS_KEPT) readers.clear()
    readers.set(key, read)
    return read
  }

  /** `title` is the vehicle where no value names one. */
  return ({ line, time, lng, lat }: Place, values: Named, title: string | undefined): Reading => {
    const place = [['latitude', lat] as const, ['longitude', lng] as const]
    const all =
      time === undefined
        ? [...place, ...values]
        : [['fixTime', time] as const, ...place, ...[...values].filter(([name]) => !isTimeName(name))]
    const headers = all.map(([name]) => name)
    const tooMany = tooManyColumns(headers)
    if (tooMany !== undefined) return { line, rejected: tooMany }
    const reading = readerFor(headers, line)(
      all.map(([, value]) => withoutTextSign(value)),
      line,
    )
    if (reading.fix === undefined) return reading
    if (reading.vehicle) return reading
    return { ...reading, vehicle: vehicleOfTrack(title ?? '') ?? reading.vehicle }
  }
}
