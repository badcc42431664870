import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createUtf8Reader, detectEncoding, type Encoding } from './encoding.ts'
import { IMPORT } from './limits.ts'
import { UnreadableFile } from './reading.ts'

/** A file that is known to hold text. `sample` is its beginning as bytes. */
export type TextFile = {
  readonly path: string
  readonly bytes: number
  readonly encoding: Encoding
  readonly sample: Buffer
}

const reasonOf = (failure: unknown): string => {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'it may not be read'
  return failure instanceof Error ? failure.message : String(failure)
}

/** Looks at a file. Throws `UnreadableFile` where it is missing, empty, a folder or no text. */
export const inspectFile = async (path: string): Promise<TextFile> => {
  try {
    const found = await stat(path)
    const { size } = found
    if (found.isDirectory())
      throw new UnreadableFile(`${path}: this is a folder. Name the files in it, for example ${path}/*.gpx.`)
    if (!found.isFile()) throw new UnreadableFile(`${path}: this is not a file.`)
    if (size === 0) throw new UnreadableFile(`${path}:1: the file is empty.`)
    const handle = await open(path)
    try {
      const buffer = Buffer.alloc(Math.min(size, IMPORT.sampleBytes))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
      const sample = buffer.subarray(0, bytesRead)
      const encoding = detectEncoding(path, sample)
      if (sample.length === size && sample.toString('latin1').trim() === '')
        throw new UnreadableFile(`${path}:1: the file is empty.`)
      return { path, bytes: size, encoding, sample }
    } finally {
      await handle.close()
    }
  } catch (failure) {
    if (failure instanceof UnreadableFile) throw failure
    throw new UnreadableFile(`${path}: ${reasonOf(failure)}.`)
  }
}

/** Turns a file's bytes into text, chunk by chunk. */
type Decoder = { push(chunk: Buffer): string; end(): string }

const CARRIAGE_RETURN = 13
const LINE_FEED = 10

/** Old programs on the Mac end lines with a carriage return alone. */
const withLineFeeds = ({ push, end }: Decoder): Decoder => ({
  push: (chunk) => push(Buffer.from(chunk.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)))),
  end,
})

/** Reads CSV, whose encoding may change its mind within a file. */
export const csvDecoder = ({ encoding, sample }: TextFile): Decoder => {
  if (encoding !== 'utf-8') return streamDecoder(encoding)
  const reader = createUtf8Reader(IMPORT.lineBytes)
  return sample.includes(CARRIAGE_RETURN) && !sample.includes(LINE_FEED) ? withLineFeeds(reader) : reader
}

/**
 * Decodes by a label of the encoding standard. At bytes that it cannot hold it throws a TypeError, or puts `UNREADABLE_CHARACTER` where
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
