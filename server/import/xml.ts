import sax from 'sax'
import type { ImportProblem, ImportProblemCode } from '#contract/import-problems.ts'
import { declaredEncoding } from '#domain/text-encoding.ts'
import { batchesOf, type Reading, type Readings, type ReadOptions, UnreadableFile } from './readings.ts'
import { streamDecoder, type TextFile, textOf, utf8OrLatin1 } from './text-file.ts'

/** Longest text of an element that is read; a longer one is no time, number or name. */
const LONGEST_TEXT = 200
/** Deepest nesting of elements; extensions need a few levels. */
const DEEPEST = 100
/** Most attributes of an element, and the longest text of one in characters: more is no drive, and takes long to read. */
const MOST_ATTRIBUTES = 100
const MOST_TEXT = 8 * 1024 * 1024
/** Longest attribute, as the parser has it for names and comments. */
const LONGEST_PART = 64 * 1024
const decoderOf = ({ name, encoding, sample }: TextFile) => {
  const declared = declaredEncoding(sample.toString('latin1').replace(/^ï»¿/, ''))
  const label = encoding === 'utf-8' ? (declared ?? 'utf-8') : encoding
  // A file that declares UTF-16 but has one-byte characters is decoded by its bytes. A wrong byte in a name must not lose the drive.
  if (encoding === 'utf-8' && /^utf-?(8|16)/i.test(label)) return utf8OrLatin1()
  try {
    return streamDecoder(label)
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

/** What a message of the parser means. */
const problemOf = (message: string): ImportProblem => {
  if (/^(Unclosed root tag|Unexpected end)/.test(message)) return { code: 'fileBreaksOff' }
  if (message.startsWith('Max buffer length')) return { code: 'xmlPartTooLong' }
  return { code: message.startsWith('Invalid character in entity') ? 'xmlAmpersand' : 'xmlBreaksOff' }
}

/** Reads an XML file in pieces. If the XML breaks off, what stands before counts. Entities of a document type are not expanded. */
export async function* readXml(file: TextFile, format: XmlFormat, options: ReadOptions): Readings {
  const parser = sax.parser(true, { position: true })
  const path: string[] = []
  let text = ''
  let textLength = 0
  let attributeCount = 0
  let isRight = false
  let broken: ImportProblem | undefined
  /** That of the break, or how far was read. */
  let line = 0
  let found = 0

  const breakOff = (problem: ImportProblem): void => {
    if (broken === undefined) [broken, line] = [problem, parser.line + 1]
  }
  parser.onopentagstart = () => {
    attributeCount = 0
  }
  parser.onattribute = ({ value }) => {
    attributeCount += 1
    if (value.length > LONGEST_PART) breakOff({ code: 'xmlPartTooLong' })
    if (attributeCount > MOST_ATTRIBUTES)
      breakOff({ code: 'xmlManyAttributes', params: { most: MOST_ATTRIBUTES } })
  }
  parser.onopentag = ({ name, attributes }) => {
    if (broken !== undefined) return
    const local = localName(name)
    if (path.length === 0 && local !== format.root)
      throw new UnreadableFile({
        ...{ file: file.name, line: parser.line + 1 },
        ...{ code: 'xmlOther', params: { root: name } },
      })
    isRight = true
    path.push(local)
    if (path.length > DEEPEST) breakOff({ code: 'xmlTooDeep', params: { most: DEEPEST } })
    text = ''
    textLength = 0
    format.open(path, attributes as Record<string, string>, parser.line + 1)
  }
  const addText = (more: string): void => {
    if (text.length < LONGEST_TEXT) text += more
    textLength += more.length
    if (textLength > MOST_TEXT) breakOff({ code: 'xmlTextTooLong' })
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    if (broken !== undefined) return
    format.close(path, text.trim(), parser.line + 1)
    path.pop()
    textLength = 0
  }
  parser.onerror = ({ message }) => {
    if (broken !== undefined) return
    // An ampersand that begins nothing is text, unless it has already swallowed the beginning of an element.
    const isText =
      message.startsWith('Invalid character entity') || message.startsWith('Invalid character in entity')
    if (isText && (parser as unknown as { c: string }).c !== '<') parser.resume()
    else breakOff(problemOf(message))
  }

  try {
    for await (const piece of textOf(file, decoderOf(file), options.onBytes)) {
      parser.write(piece)
      if (broken !== undefined) break
      line = parser.line + 1
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
    const code = broken === undefined ? 'xmlUnreadable' : 'xmlBroken'
    throw new UnreadableFile({ ...where, code, params: { format: format.name } })
  }
  for (const readings of batchesOf(format.take(true))) {
    found += readings.length
    yield readings
  }
  if (broken !== undefined) yield [{ line, rejected: broken } satisfies Reading]
  else if (found === 0) throw new UnreadableFile({ file: file.name, line: null, code: format.nothingFound })
}
