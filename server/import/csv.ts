import { delimiterOf, demandColumns, demandTimeOfDay, tooManyColumns } from './csv-columns.ts'
import { headerLineOf, isCommentLine, unitsNotedIn, withNotedUnits } from './csv-comments.ts'
import { createFixReader, type FixReader } from './csv-fix.ts'
import { csvRecords } from './csv-records.ts'
import { createRecordSurvey } from './csv-survey.ts'
import { IMPORT } from './limits.ts'
import { type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { csvDecoder, type TextFile, textOf } from './text-file.ts'

/**
 * Reads a CSV file. The first line that names a time and a place is the header; lines above it are comments, which may name units, or a
 * report's title. Throws `UnreadableFile` where the columns do not suffice.
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

  const readerFor = (fields: readonly string[], line: number): FixReader => {
    const where = { file: file.name, line }
    const tooMany = tooManyColumns(fields)
    if (tooMany !== undefined) throw new UnreadableFile({ ...where, ...tooMany })
    const headers = withNotedUnits(fields, noted)
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
    return read
  }

  let read: FixReader | undefined
  let headerLine = 0
  let found = 0
  for await (const records of csvRecords(text, delimiterOf, isAboveHeader)) {
    const readings: Reading[] = []
    for (const record of records) {
      if (record.fields === undefined) {
        if (read === undefined)
          throw new UnreadableFile({ file: file.name, line: record.line, ...record.rejected })
        readings.push(record)
      } else if (read === undefined) {
        read = readerFor(record.fields, record.line)
        headerLine = record.line
      } else readings.push(read(record.fields, record.line))
    }
    found += readings.length
    yield readings
  }
  if (read === undefined) throw new UnreadableFile({ file: file.name, line: 1, code: 'fileEmpty' })
  if (found === 0) throw new UnreadableFile({ file: file.name, line: headerLine, code: 'rowsMissing' })
}
