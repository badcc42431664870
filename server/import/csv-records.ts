import type { ImportProblem } from '#contract/import-problems.ts'
import { withoutTextSign } from './csv-cells.ts'
import { IMPORT } from './limits.ts'
import { UNREADABLE_CHARACTER } from './text-file.ts'

/** A record of a CSV file with the line on which it begins, or why it was rejected. */
export type CsvRecord =
  | { readonly line: number; readonly fields: readonly string[]; readonly rejected?: never }
  | { readonly line: number; readonly rejected: ImportProblem; readonly fields?: never }

/**
 * The fields of one record. Inside quotes there may be delimiters, line breaks and doubled quotes.
 * Null where a quote is still open at the end.
 */
export const splitRecord = (text: string, delimiter: string): string[] | null => {
  if (!text.includes('"')) return text.split(delimiter)
  const fields: string[] = []
  let at = 0
  for (;;) {
    while (text[at] === ' ') at += 1
    // A spreadsheet's formula for a text.
    if (text[at] === '=' && text[at + 1] === '"') at += 1
    if (text[at] === '"') {
      let field = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote < 0) return null
        field += text.slice(from, quote)
        if (text[quote + 1] !== '"') {
          at = quote + 1
          break
        }
        field += '"'
        from = quote + 2
      }
      const next = text.indexOf(delimiter, at)
      fields.push(field)
      if (next < 0) return fields
      at = next + 1
    } else {
      const next = text.indexOf(delimiter, at)
      fields.push(next < 0 ? text.slice(at) : text.slice(at, next))
      if (next < 0) return fields
      at = next + 1
    }
  }
}

const asTexts = (fields: readonly string[], record: string): readonly string[] =>
  /['=\u2018\u2019]/.test(record) ? fields.map(withoutTextSign) : fields

/**
 * Splits text into records, a list for each piece of text. Skips empty lines, rejects a line that is too long without keeping it in
 * memory, skips lines before the first record for which `isSkipped`, and rejects the line of a quote that is never closed, but not the lines behind it.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  delimiterOf: (firstLine: string) => string,
  isSkipped: (content: string, line: number) => boolean = () => false,
): AsyncGenerator<readonly CsvRecord[]> {
  let rest = ''
  let line = 0
  let overlong = false
  let delimiter: string | undefined
  /** Lines of a record whose quote is not closed yet. */
  let open: string[] = []
  let records: CsvRecord[] = []

  const readRecord = (content: string, at: number): void => {
    if (content === '' || content.trim() === '') return
    if (content.includes(UNREADABLE_CHARACTER)) {
      records.push({ line: at, rejected: { code: 'textNotUtf8' } })
      return
    }
    if (delimiter === undefined) {
      const declared = /^"?sep=(.)"?$/i.exec(content.trim())?.[1]
      if (declared === undefined && isSkipped(content, at)) return
      delimiter = declared ?? delimiterOf(content)
      if (declared !== undefined) return
    }
    const fields = splitRecord(content, delimiter)
    if (fields === null) open = [content]
    else records.push({ line: at, fields: asTexts(fields, content) })
  }

  const rejectOpen = (): void => {
    const [first, ...others] = open
    if (first === undefined) return
    const at = line - open.length
    open = []
    records.push({ line: at + 1, rejected: { code: 'quoteOpen' } })
    others.forEach((content, i) => {
      readRecord(content, at + 2 + i)
      // Each line behind the one at fault is a record of its own.
      if (open.length > 0) {
        open = []
        records.push({ line: at + 2 + i, rejected: { code: 'quoteOpen' } })
      }
    })
  }

  const readLine = (raw: string): void => {
    line += 1
    const content = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (overlong || content.length > IMPORT.lineBytes) {
      overlong = false
      rejectOpenBefore()
      records.push({ line, rejected: { code: 'lineTooLong' } })
      return
    }
    if (open.length === 0) {
      readRecord(content, line)
      return
    }
    open.push(content)
    const fields = splitRecord(open.join('\n'), delimiter ?? ',')
    if (fields !== null) {
      records.push({ line: line - open.length + 1, fields: asTexts(fields, open.join('\n')) })
      open = []
    } else if (open.length >= IMPORT.quotedLines) rejectOpen()
  }

  const rejectOpenBefore = (): void => {
    line -= 1
    rejectOpen()
    line += 1
  }

  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const one of lines) readLine(one)
    if (rest.length > IMPORT.lineBytes) {
      overlong = true
      rest = ''
    }
    if (records.length > 0) yield records
    records = []
  }
  if (rest !== '' || overlong) readLine(rest)
  rejectOpen()
  if (records.length > 0) yield records
}
