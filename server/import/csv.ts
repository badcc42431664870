import { delimiterOf, demandColumns, demandTimeOfDay, tooManyColumns } from './csv-columns.ts'
import {
  headerLineOf,
  isCommentLine,
  isDescription,
  LINES_BELOW_HEADER,
  unitsNotedIn,
  withNotedUnits,
  withUnitsBelow,
} from './csv-comments.ts'
import { createFixReader, type FixReader } from './csv-fix.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import { createRecordSurvey } from './csv-survey.ts'
import { IMPORT } from './limits.ts'
import { type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { csvDecoder, type TextFile, textOf } from './text-file.ts'

/** A record at the head of a file. */
type Header = Extract<CsvRecord, { readonly fields: readonly string[] }>

/**
 * Reads a CSV file. The first line that names a time and a place is the header; lines above it are comments, which may name units, or a
 * report's title; lines right below it may name units or describe the columns. Throws `UnreadableFile` where the columns do not suffice.
 */
export async function* readCsv(file: TextFile, options: ReadOptions): Readings {
  options.onFormat('csv')
  const text = textOf(file, csvDecoder(file), options.onBytes)
  const headerAt = headerLineOf(file)
  const noted = new Map<string, string>()
  const titles: number[] = []
  const isAboveHeader = (content: string, line: number): boolean => {
    if (headerAt === undefined ? !isCommentLine(content) : line >= headerAt) return false
    for (const [name, unit] of unitsNotedIn(content)) if (noted.size < IMPORT.columns) noted.set(name, unit)
    if (!isCommentLine(content)) titles.push(line)
    return true
  }

  const readerFor = ({ fields, line }: Header, below: readonly Header[]): FixReader => {
    const where = { file: file.name, line }
    const tooMany = tooManyColumns(fields)
    if (tooMany !== undefined) throw new UnreadableFile({ ...where, ...tooMany })
    const headers = below.reduce(
      (known, row) => withUnitsBelow(known, row.fields),
      withNotedUnits(fields, noted),
    )
    const { columns, leftOut, read } = createFixReader(headers, options)
    demandColumns(columns, fields, where)
    if (options.isSurvey) {
      const note = createRecordSurvey(headers, options.survey)
      return (record, at) => {
        note(record)
        return { line: at, rejected: { code: 'timeMissing' } }
      }
    }
    demandTimeOfDay(columns, fields, options.survey, where)
    options.onColumns(fields, columns)
    for (const why of leftOut) options.onLeftOut({ ...where, ...why })
    const [first] = titles
    if (first !== undefined)
      options.onLeftOut({
        ...{ file: file.name, line: first },
        ...{ code: 'linesAboveHeader', params: { times: titles.length } },
      })
    const [described] = below
    if (described !== undefined)
      options.onLeftOut({
        ...{ file: file.name, line: described.line },
        ...{ code: 'linesBelowHeader', params: { times: below.length } },
      })
    return read
  }

  let read: FixReader | undefined
  let header: Header | undefined
  const below: Header[] = []
  let found = 0
  for await (const records of csvRecords(text, delimiterOf, isAboveHeader)) {
    const readings: Reading[] = []
    for (const record of records) {
      if (header === undefined) {
        if (record.fields === undefined)
          throw new UnreadableFile({ file: file.name, line: record.line, ...record.rejected })
        header = record
        continue
      }
      if (
        read === undefined &&
        below.length < LINES_BELOW_HEADER &&
        record.fields &&
        isDescription(record.fields)
      ) {
        below.push(record)
        continue
      }
      read ??= readerFor(header, below)
      readings.push(record.fields === undefined ? record : read(record.fields, record.line))
    }
    found += readings.length
    yield readings
  }
  if (header === undefined) throw new UnreadableFile({ file: file.name, line: 1, code: 'fileEmpty' })
  read ??= readerFor(header, below)
  if (found === 0) throw new UnreadableFile({ file: file.name, line: header.line, code: 'rowsMissing' })
}
