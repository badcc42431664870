import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { ImportProblem } from '#contract/import-problems.ts'
import { IMPORT } from './limits.ts'
import { UnreadableFile } from './readings.ts'

/** Text encodings of files. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const MAGIC: ReadonlyArray<readonly [string, string]> = [
  ['504b0304', 'ZIP/KMZ/XLSX'],
  ['1f8b', 'gzip'],
  ['25504446', 'PDF'],
  ['d0cf11e0', 'XLS'],
  ['89504e47', 'PNG'],
  ['ffd8ff', 'JPEG'],
  ['28b52ffd', 'zstd'],
]

const LINE_FEED = 10

const zeros = (bytes: Buffer, from: number): number => {
  let count = 0
  for (let i = from; i < bytes.length; i += 2) if (bytes[i] === 0) count += 1
  return count
}

/**
 * Detects the encoding of text from a file's first bytes. Throws `UnreadableFile`, naming the actual type, if it is
 * not text.
 */
export const detectEncoding = (file: string, sample: Buffer): Encoding => {
  const hex = sample.subarray(0, 8).toString('hex')
  const format = MAGIC.find(([magic]) => hex.startsWith(magic))?.[1]
  if (format) throw new UnreadableFile({ file, line: 1, code: 'fileNotText', params: { format } })
  if (hex.startsWith('fffe0000') || hex.startsWith('0000feff'))
    throw new UnreadableFile({ file, line: 1, code: 'fileUtf32' })
  if (hex.startsWith('fffe')) return 'utf-16le'
  if (hex.startsWith('feff')) return 'utf-16be'
  const half = Math.max(1, sample.length >> 1)
  const [even, odd] = [zeros(sample, 0), zeros(sample, 1)]
  if (odd > half * 0.6 && even < half * 0.1) return 'utf-16le'
  if (even > half * 0.6 && odd < half * 0.1) return 'utf-16be'
  let control = 0
  for (const byte of sample) if (byte < 32 && ![0, 9, 10, 13].includes(byte)) control += 1
  // Loggers fill fields of fixed width with NULs; a line of a text has a few fields, and nothing else that is no text.
  const isPadded = control === 0 && sample.includes(LINE_FEED) && even + odd < sample.length * 0.8
  if ((even + odd > 0 && !isPadded) || control > sample.length * 0.02)
    throw new UnreadableFile({ file, line: 1, code: 'fileBinary' })
  return 'utf-8'
}

/** Replaces undecodable bytes; lines that contain it are rejected. */
export const UNREADABLE_CHARACTER = '\uFFFD'

/** Whether any line contains non-ASCII UTF-8, which is very unlikely in Latin-1 text. */
const hasUtf8Line = (bytes: Buffer): boolean => {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    if (!isAscii(line) && isUtf8(line)) return true
    from += line.length + 1
  }
  return false
}

/**
 * Decodes chunks to text that ends with whole lines where possible. Bytes that are not UTF-8 are read as Latin-1
 * (windows-1252), unless the file had UTF-8 before: then they become unreadable and only their lines are rejected.
 */
export const createUtf8Reader = (longestLine: number) => {
  const latin1 = new TextDecoder('windows-1252')
  let rest: Buffer = Buffer.alloc(0)
  let sawUtf8 = false
  let isLatin1 = false
  let insideLongLine = false

  const textOf = (bytes: Buffer): string => {
    if (isAscii(bytes)) return bytes.toString('latin1')
    if (isLatin1) return latin1.decode(bytes)
    sawUtf8 ||= isUtf8(bytes) || hasUtf8Line(bytes)
    if (!sawUtf8) {
      isLatin1 = true
      return latin1.decode(bytes)
    }
    return bytes.toString('utf8')
  }

  return {
    push: (chunk: Buffer): string => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(LINE_FEED) + 1
      if (end === 0 && bytes.length <= longestLine) {
        rest = bytes
        return ''
      }
      if (end === 0) {
        // An overlong line is passed on in parts, which may split a character, so they do not affect the encoding.
        rest = Buffer.alloc(0)
        insideLongLine = true
        return bytes.toString('latin1')
      }
      rest = bytes.subarray(end)
      const start = insideLongLine ? bytes.indexOf(LINE_FEED) : 0
      insideLongLine = false
      return bytes.toString('latin1', 0, start) + textOf(bytes.subarray(start, end))
    },
    end: (): string => {
      const text = textOf(rest)
      rest = Buffer.alloc(0)
      return text
    },
  }
}

/** How many bytes at the end belong to a UTF-8 character that is not whole. */
const cutOff = (bytes: Buffer): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** Decodes UTF-8. Where the first characters beyond ASCII are no UTF-8, it is windows-1252; behind UTF-8, wrong bytes become unreadable. */
export const utf8OrLatin1 = (): Decoder => {
  const latin1 = new TextDecoder('windows-1252')
  let rest: Buffer = Buffer.alloc(0)
  let is: 'ascii' | 'utf-8' | 'latin-1' = 'ascii'
  const decode = (bytes: Buffer): string => {
    if (is === 'ascii' && !isAscii(bytes)) is = isUtf8(bytes) || hasUtf8Line(bytes) ? 'utf-8' : 'latin-1'
    return is === 'latin-1' ? latin1.decode(bytes) : bytes.toString('utf8')
  }
  return {
    push: (chunk) => {
      const bytes = Buffer.concat([rest, chunk])
      const end = bytes.length - cutOff(bytes)
      rest = bytes.subarray(end)
      return decode(bytes.subarray(0, end))
    },
    end: () => decode(rest),
  }
}

/** A file to import: where it lies, and what messages call it. A reading without a vehicle belongs to the one named like the file. */
export type ImportFile = { readonly path: string; readonly name: string }

/** A file known to contain text. `sample` is its beginning as bytes. */
export type TextFile = ImportFile & {
  readonly bytes: number
  readonly encoding: Encoding
  readonly sample: Buffer
}

const PROBLEM_OF: Readonly<Record<string, ImportProblem['code']>> = {
  ENOENT: 'fileMissing',
  EACCES: 'fileForbidden',
}

const problemOf = (failure: unknown): ImportProblem => {
  const code = failure instanceof Error && 'code' in failure ? PROBLEM_OF[String(failure.code)] : undefined
  const reason = failure instanceof Error ? failure.message : String(failure)
  return code === undefined ? { code: 'fileFailed', params: { reason } } : { code }
}

/** Inspects a file. Throws `UnreadableFile` if it is missing, empty, a folder or not text. */
export const inspectFile = async ({ path, name }: ImportFile): Promise<TextFile> => {
  const unreadable = (problem: ImportProblem) => new UnreadableFile({ file: name, line: null, ...problem })
  try {
    const found = await stat(path)
    const { size } = found
    if (found.isDirectory()) throw unreadable({ code: 'fileIsFolder', params: { example: `${name}/*.gpx` } })
    if (!found.isFile()) throw unreadable({ code: 'fileNotRegular' })
    if (size === 0) throw new UnreadableFile({ file: name, line: 1, code: 'fileEmpty' })
    const handle = await open(path)
    try {
      const buffer = Buffer.alloc(Math.min(size, IMPORT.sampleBytes))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
      const sample = buffer.subarray(0, bytesRead)
      const encoding = detectEncoding(name, sample)
      if (sample.length === size && sample.toString('latin1').trim() === '')
        throw new UnreadableFile({ file: name, line: 1, code: 'fileEmpty' })
      return { path, name, bytes: size, encoding, sample }
    } finally {
      await handle.close()
    }
  } catch (failure) {
    if (failure instanceof UnreadableFile) throw failure
    throw unreadable(problemOf(failure))
  }
}

/** Decodes a file's bytes chunk by chunk. */
type Decoder = { push(chunk: Buffer): string; end(): string }

const CARRIAGE_RETURN_BYTE = 13
const LINE_FEED_BYTE = 10

/** Old Mac programs end lines with a carriage return alone. */
const withLineFeeds = ({ push, end }: Decoder): Decoder => ({
  push: (chunk) =>
    push(Buffer.from(chunk.map((byte) => (byte === CARRIAGE_RETURN_BYTE ? LINE_FEED_BYTE : byte)))),
  end,
})

/** Fields of fixed width are filled with NULs. */
const withoutPadding = ({ push, end }: Decoder): Decoder => ({
  push: (chunk) => push(chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk),
  end,
})

/** Decodes CSV, whose encoding may turn out to be another one later in the file. */
export const csvDecoder = ({ encoding, sample }: TextFile): Decoder => {
  if (encoding !== 'utf-8') return streamDecoder(encoding)
  const plain = createUtf8Reader(IMPORT.lineBytes)
  const reader = sample.includes(0) ? withoutPadding(plain) : plain
  return sample.includes(CARRIAGE_RETURN_BYTE) && !sample.includes(LINE_FEED_BYTE)
    ? withLineFeeds(reader)
    : reader
}

/**
 * Decodes by an Encoding Standard label. Undecodable bytes throw a TypeError, or become `UNREADABLE_CHARACTER` if
 * `mends`. Throws a RangeError for an unknown label.
 */
export const streamDecoder = (label: string, mends = false): Decoder => {
  const decoder = new TextDecoder(label, { ignoreBOM: true, fatal: !mends })
  return {
    push: (chunk) => decoder.decode(chunk, { stream: true }),
    end: () => decoder.decode(),
  }
}

/** The file's text in pieces, without a byte order mark. */
export async function* textOf(
  file: TextFile,
  decode: Decoder,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  const stream = createReadStream(file.path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>
  let bytes = 0
  let first = true
  const clean = (text: string): string => {
    const start = first && text.startsWith('\uFEFF') ? text.slice(1) : text
    if (text !== '') first = false
    return start
  }
  for await (const chunk of stream) {
    bytes += chunk.length
    onBytes(bytes)
    const text = clean(decode.push(chunk))
    if (text !== '') yield text
  }
  const text = clean(decode.end())
  if (text !== '') yield text
}
