import { Inflate } from 'pako'
import { MAX_INFLATED_BYTES } from '#domain/playback.ts'
import { TrackFileError } from './track-messages.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** How a file is compressed, by its first bytes. `plain` is JSON that was inflated on the way. */
export type Compression = 'gzip' | 'deflate' | 'deflate-raw' | 'plain'

/** Inflates: the browser's own code, or pako where it has none. */
export type Inflater = (
  compressed: ReadableStream<Bytes>,
  compression: Exclude<Compression, 'plain'>,
) => ReadableStream<Bytes>

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

/** Inflates with the browser's own code. */
export const nativeInflater: Inflater = (compressed, compression) =>
  compressed.pipeThrough(new DecompressionStream(compression))

/** Inflates with pako. Errs where the data ends early, is damaged or has trailing bytes. */
export const pakoInflater: Inflater = (compressed, compression) => {
  const inflate = new Inflate({ raw: compression === 'deflate-raw', chunkSize: 256 * 1024 })
  let left = () => 0
  return compressed.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      start: (control) => {
        inflate.onStart = (stream) => {
          left = () => stream.avail_in
        }
        inflate.onData = (chunk) => control.enqueue(chunk)
      },
      transform: (chunk) => {
        if (inflate.ended) throw new Error('something follows the end')
        inflate.push(chunk, false)
        if (inflate.err) throw new Error(inflate.msg || 'the data is damaged')
        if (inflate.ended && left() > 0) throw new Error('something follows the end')
      },
      flush: () => {
        if (!inflate.ended) throw new Error('the data ends early')
      },
    }),
  )
}

const hasNative = () => typeof DecompressionStream !== 'undefined'

/** A slice this long cannot inflate to more than about 33 MB before the cap is looked at. */
const SLICE = 32 * 1024

/** What was read ahead and then the rest, in slices. */
const sliced = (head: Bytes, reader: ReadableStreamDefaultReader<Bytes>): ReadableStream<Bytes> => {
  let rest = head
  return new ReadableStream({
    pull: async (control) => {
      if (rest.length === 0) {
        const { done, value } = await reader.read()
        if (done) return control.close()
        rest = value
      }
      control.enqueue(rest.subarray(0, SLICE))
      rest = rest.subarray(SLICE)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const readHead = async (reader: ReadableStreamDefaultReader<Bytes>): Promise<Bytes> => {
  let head = new Uint8Array()
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

/** Options of inflating. */
export type InflateOptions = {
  /** Inflated bytes at most; a longer file is refused at once. */
  cap?: number
  inflater?: Inflater
  onProgress?: (inflatedBytes: number) => void
}

/**
 * Inflates a whole file, however it is compressed, and never holds more than `cap` bytes of it.
 * Errors: `TrackFileError`, and whatever the source errs with.
 */
export const inflateAll = async (
  source: ReadableStream<Bytes>,
  {
    cap = MAX_INFLATED_BYTES,
    inflater = hasNative() ? nativeInflater : pakoInflater,
    onProgress,
  }: InflateOptions = {},
): Promise<Bytes> => {
  const reader = source.getReader()
  const head = await readHead(reader)
  if (head.length === 0) throw new TrackFileError('empty', 'The playback file is empty.')

  const compression = compressionOf(head)
  const compressed = sliced(head, reader)
  const inflated = (compression === 'plain' ? compressed : inflater(compressed, compression)).getReader()

  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await inflated.read()
      if (done) return joined(chunks, length)
      length += value.length
      if (length > cap) {
        throw new TrackFileError(
          'tooLarge',
          `The playback file holds more than ${Math.round(cap / 1024 / 1024)} MiB. Choose a shorter range.`,
        )
      }
      chunks.push(value)
      onProgress?.(length)
    }
  } catch (error) {
    inflated.cancel(error).catch(() => undefined)
    if (error instanceof TrackFileError) throw error
    await reader.closed
    throw new TrackFileError('damaged', 'The playback file is damaged or was cut short. Try again.', {
      cause: error,
    })
  }
}
