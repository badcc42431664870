import sax from 'sax'
import type { ImportProblem, ImportProblemCode } from '#contract/import-problems.ts'
import { batchesOf, type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { isUtf8Start, streamDecoder, type TextFile, textOf, UNREADABLE_CHARACTER } from './text-file.ts'

/** Longest text of an element that is read; a longer one is no time, number or name. */
const LONGEST_TEXT = 200
/** Deepest nesting of elements; extensions need a few levels. */
const DEEPEST = 100
/** Names that give a date or a recording method instead of a vehicle. */
const MEANINGLESS_NAME =
  /^[\W\d_]*$|^(active|current|new|saved|my)?\s*(log|track|trk|route|trip|path|untitled|unnamed)s?\b[\s\d#._-]*$|\b\d{1,4}[-/. ](\d{1,2}|[a-z]{3})[-/. ]\d{1,4}\b/i

/** Whether the name of a track can name a vehicle. */
export const isMeaningfulName = (name: string): boolean =>
  name !== '' && !name.includes(UNREADABLE_CHARACTER) && !MEANINGLESS_NAME.test(name)

const decoderOf = ({ name, encoding, sample }: TextFile) => {
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
    throw new UnreadableFile({ file: name, line: 1, code: 'encodingUnknown', params: { encoding: label } })
  }
}

/** What a format makes of the elements of a file, by their names in lower case without a prefix. */
export type XmlFormat = {
  /** The name of the format and of its root element. */
  readonly name: string
  readonly root: string
  /** What a file without readings is told. */
  readonly nothingFound: ImportProblemCode
  /** `path` ends with the element itself. */
  open(path: readonly string[], attributes: Readonly<Record<string, string>>, line: number): void
  /** `path` ends with the element itself; `text` is what stands directly before its end. */
  close(path: readonly string[], text: string, line: number): void
  /** Hands over the readings so far; at the end of the file also those of elements that are still open. */
  take(isEnd: boolean): Iterable<Reading>
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Reads an XML file in pieces. If the XML breaks off, what stands before counts. Entities of a document type are not expanded. */
export async function* readXml(file: TextFile, format: XmlFormat, options: ReadOptions): Readings {
  const parser = sax.parser(true, { position: true })
  const path: string[] = []
  let text = ''
  let isRight = false
  let broken: ImportProblem | undefined

  parser.onopentag = ({ name, attributes }) => {
    const local = localName(name)
    if (path.length === 0 && local !== format.root)
      throw new UnreadableFile({
        ...{ file: file.name, line: parser.line + 1 },
        ...{ code: 'xmlOther', params: { root: name } },
      })
    isRight = true
    path.push(local)
    if (path.length > DEEPEST) broken ??= { code: 'xmlTooDeep', params: { most: DEEPEST } }
    text = ''
    format.open(path, attributes as Record<string, string>, parser.line + 1)
  }
  const addText = (more: string): void => {
    if (text.length < LONGEST_TEXT) text += more
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    format.close(path, text.trim(), parser.line + 1)
    path.pop()
  }
  let line = 0
  let found = 0
  parser.onerror = (failure) => {
    broken ??= { code: 'xmlBreaksOff', params: { reason: failure.message.split('\n')[0] ?? '' } }
  }

  try {
    for await (const piece of textOf(file, decoderOf(file), options.onBytes)) {
      parser.write(piece)
      line = parser.line + 1
      if (broken !== undefined) break
      for (const readings of batchesOf(format.take(false))) {
        found += readings.length
        yield readings
      }
    }
    if (broken === undefined) parser.close()
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure
    broken = { code: 'xmlMiscoded' }
  }
  if (!isRight) {
    const where = { file: file.name, line: Math.max(1, line) }
    const reason = broken?.params?.['reason']
    throw new UnreadableFile({
      ...where,
      ...(reason === undefined
        ? { code: 'xmlUnreadable', params: { format: format.name } }
        : { code: 'xmlBroken', params: { format: format.name, reason } }),
    })
  }
  for (const readings of batchesOf(format.take(true))) {
    found += readings.length
    yield readings
  }
  if (broken !== undefined) yield [{ line, rejected: broken } satisfies Reading]
  else if (found === 0) throw new UnreadableFile({ file: file.name, line: null, code: format.nothingFound })
}
