import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressionOf, inflateAll } from '#src/services/playback/inflate.ts'

type Bytes = Uint8Array<ArrayBuffer>

const TEXT = JSON.stringify({ data: Array.from({ length: 300 }, (_, i) => ({ gpsTime: i, lat: i / 7 })) })
const PLAIN = new TextEncoder().encode(TEXT)
const own = (bytes: Uint8Array): Bytes => Uint8Array.from(bytes)

/** A source that gives the bytes in pieces, and records how many were taken and whether it was released. */
const source = (bytes: Bytes, piece = bytes.length || 1) => {
  const counted = { taken: 0, cancelled: false }
  const stream = new ReadableStream<Bytes>({
    pull: (control) => {
      if (counted.taken >= bytes.length) return control.close()
      control.enqueue(bytes.slice(counted.taken, counted.taken + piece))
      counted.taken += piece
    },
    cancel: () => {
      counted.cancelled = true
    },
  })
  return { stream, counts: counted }
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.problem ?? error.message,
  )

test('OPEN-35 gzip, zlib, raw deflate and plain JSON are recognized', () => {
  expect([gzipSync(PLAIN), deflateSync(PLAIN), deflateRawSync(PLAIN), PLAIN].map(compressionOf)).toEqual([
    'gzip',
    'deflate',
    'deflate-raw',
    'plain',
  ])
})

describe('inflating', () => {
  test.each([
    ['gzip', own(gzipSync(PLAIN))],
    ['zlib', own(deflateSync(PLAIN))],
    ['raw deflate', own(deflateRawSync(PLAIN))],
    ['plain JSON', own(PLAIN)],
  ])('PLB-34 %s is restored whole, in one piece and byte by byte', async (_, bytes) => {
    for (const piece of [bytes.length, 1]) {
      const inflated = await inflateAll(source(bytes, piece).stream)
      expect(new TextDecoder().decode(inflated)).toBe(TEXT)
    }
  })

  test('AC-21 a file that inflates past the limit is given up before the rest is read', async () => {
    const oneMiB = deflateRawSync(new Uint8Array(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
    const header = gzipSync('').subarray(0, 10)
    const bomb = own(Buffer.concat([header, ...Array.from({ length: 400 }, () => oneMiB)]))
    const { stream, counts } = source(bomb, 1024)
    const before = process.memoryUsage.rss()
    let inflatedBytes = 0
    const onProgress = (bytes: number) => {
      inflatedBytes = bytes
    }
    const cap = 1024 * 1024
    expect(await problemOf(inflateAll(stream, { cap, onProgress }))).toBe('tooLarge')
    expect(counts.cancelled || counts.taken >= bomb.length).toBe(true)
    expect(inflatedBytes).toBeLessThanOrEqual(cap)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  })

  const gzip = own(gzipSync(PLAIN))
  const flipped = gzip.slice()
  flipped[Math.floor(gzip.length / 2)] = (flipped[Math.floor(gzip.length / 2)] ?? 0) ^ 0xff
  const wrongSum = gzip.slice()
  wrongSum[gzip.length - 8] = (wrongSum[gzip.length - 8] ?? 0) ^ 0xff

  test.each([
    ['cut in the middle', gzip.slice(0, gzip.length / 2)],
    ['cut by one byte', gzip.slice(0, -1)],
    ['of two bytes', gzip.slice(0, 2)],
    ['with a flipped byte', flipped],
    ['with a wrong checksum', wrongSum],
    ['followed by other bytes', own(Buffer.concat([gzip, Buffer.from('junk')]))],
    ['of noise', Uint8Array.from({ length: 500 }, (_, i) => (i * 37 + 251) & 0xff)],
  ])('AC-21 a file %s is damaged, not shown in part', async (_, bytes) => {
    expect(await problemOf(inflateAll(source(bytes).stream))).toBe('damaged')
  })

  test('an empty file is reported', async () => {
    expect(await problemOf(inflateAll(source(own(Buffer.alloc(0))).stream))).toBe('empty')
  })

  test('a source that breaks off is not a damaged file', async () => {
    let given = false
    const stream = new ReadableStream<Bytes>({
      pull: (control) => {
        if (given) return control.error(new TypeError('terminated'))
        given = true
        control.enqueue(gzip.slice(0, 100))
      },
    })
    expect(await problemOf(inflateAll(stream))).toBe('terminated')
  })
})
