import { MAX_INFLATED_BYTES } from '#domain/playback.ts'
import { inflating, pushInSlices, type Sink } from '../kit/inflating.ts'
import { TrackFileError } from './track-messages.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** How a file is compressed, by its first bytes. `plain` is JSON that was inflated on the way. */
export type Compression = 'gzip' | 'deflate' | 'deflate-raw' | 'plain'

const JSON_STARTS = new Set(
  ['{', '[', ' ', '\n', '\r', '\t', '\uFEFF'].map((text) => new TextEncoder().encode(text)[0]),
)

/** Detects gzip, zlib, raw deflate and plain JSON (OPEN-35). */
export const compressionOf = (head: Uint8Array): Compression => {
  const [first = 0, second = 0] = head
  if (first === 0x1f && second === 0x8b) return 'gzip'
  if ((first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0) return 'deflate'
  return JSON_STARTS.has(first) ? 'plain' : 'deflate-raw'
}

/** Reads ahead until the compression can be told: two bytes, or fewer where the file is shorter. */
const readHead = async (reader: ReadableStreamDefaultReader<Bytes>): Promise<Bytes> => {
  let head: Bytes = new Uint8Array()
  while (head.length < 2) {
    const { done, value } = await reader.read()
    if (done) break
    head = joined([head, value], head.length + value.length)
  }
  return head
}

const joined = (chunks: readonly Uint8Array[], length: number): Bytes => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** What inflating may use. */
export type InflateOptions = {
  /** Inflated bytes at most; a longer file is refused at once. */
  cap?: number
  onProgress?: (inflatedBytes: number) => void
}

/**
 * Inflates a whole file, however it is compressed, and never holds more than `cap` bytes of it.
 * Errors: `TrackFileError`, and whatever the source errs with.
 */
export const inflateAll = async (
  source: ReadableStream<Bytes>,
  { cap = MAX_INFLATED_BYTES, onProgress }: InflateOptions = {},
): Promise<Bytes> => {
  const reader = source.getReader()
  const head = await readHead(reader)
  if (head.length === 0) throw new TrackFileError('empty', 'playbackFileEmpty')

  const chunks: Uint8Array[] = []
  let length = 0
  const keep = (chunk: Uint8Array) => {
    length += chunk.length
    if (length > cap) {
      throw new TrackFileError('tooLarge', 'playbackFileTooLarge', {
        megabytes: Math.round(cap / 1024 / 1024),
      })
    }
    chunks.push(chunk)
    onProgress?.(length)
  }
  const compression = compressionOf(head)
  const sink: Sink =
    compression === 'plain'
      ? { push: keep, end: () => undefined }
      : inflating(compression === 'deflate-raw', keep)

  const write = (work: () => void) => {
    try {
      work()
    } catch (error) {
      reader.cancel(error).catch(() => undefined)
      if (error instanceof TrackFileError) throw error
      throw new TrackFileError('damaged', 'playbackFileDamaged', {}, { cause: error })
    }
  }
  for (let read: { value?: Bytes | undefined } = { value: head }; read.value; read = await reader.read()) {
    const { value } = read
    write(() => pushInSlices(sink, value))
  }
  write(sink.end)
  return joined(chunks, length)
}
