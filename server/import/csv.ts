import { zoneClock } from '#domain/company-time.ts'
import { delimiterOf, demandColumns } from './csv-columns.ts'
import { isCommentLine, unitsNotedIn, withNotedUnits } from './csv-comments.ts'
import { createFixReader, type FixReader } from './csv-fix.ts'
import { csvRecords } from './csv-records.ts'
import { type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { csvDecoder, type TextFile, textOf } from './text-file.ts'

/** Reads a CSV file, below lines of comments that may name units; the first line that is not empty names the columns. Throws `UnreadableFile` where they do not suffice. */
export async function* readCsv(file: TextFile, options: ReadOptions): Readings {
  options.onFormat('csv')
  const clock = zoneClock(options.timeZone)
  let read: FixReader | undefined
  const text = textOf(file, csvDecoder(file), options.onBytes)
  let headerLine = 0
  let found = 0
  const noted = new Map<string, string>()
  const isComment = (line: string): boolean => {
    if (!isCommentLine(line)) return false
    for (const [name, unit] of unitsNotedIn(line)) noted.set(name, unit)
    return true
  }
  for await (const records of csvRecords(text, delimiterOf, isComment)) {
    const readings: Reading[] = []
    for (const record of records) {
      if (record.fields === undefined) {
        if (read === undefined)
          throw new UnreadableFile({ file: file.name, line: record.line, ...record.rejected })
        readings.push(record)
      } else if (read === undefined) {
        const headers = withNotedUnits(record.fields, noted)
        const reader = createFixReader(headers, { clock, units: options.units })
        const where = { file: file.name, line: record.line }
        demandColumns(reader.columns, record.fields, where)
        options.onColumns(record.fields, reader.columns)
        for (const why of reader.leftOut) options.onLeftOut({ ...where, ...why })
        read = reader.read
        headerLine = record.line
      } else readings.push(read(record.fields, record.line))
    }
    found += readings.length
    yield readings
  }
  if (read === undefined) throw new UnreadableFile({ file: file.name, line: 1, code: 'fileEmpty' })
  if (found === 0) throw new UnreadableFile({ file: file.name, line: headerLine, code: 'rowsMissing' })
}
