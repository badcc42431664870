import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MAX_INFLATED_BYTES, MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import { loadTrackFile, type TrackProgress } from '#src/services/playback/load-track.ts'
import type { ReadTrack } from '#src/services/playback/track-reader.ts'
import { createTrackStore } from '#src/services/playback/track-store.ts'
import { createTracks } from '#src/services/playback/tracks.ts'

const T = Date.UTC(2026, 10, 19, 9, 30)
const point = (minute: number) => ({ gpsTime: T + minute * 60_000, lat: 13, lng: 77 + minute / 100 })
const packed = (file: unknown) => gzipSync(JSON.stringify(file))
const GOOD = packed({ data: [point(0), point(1)] })

const read = (bytes: Uint8Array, headers: Record<string, string> = {}, progress: TrackProgress[] = []) =>
  loadTrackFile('http://files.test/1', {
    fetch: async () => new Response(Uint8Array.from(bytes), { headers }),
    onProgress: (next) => progress.push(next),
  })

/** The service with a server that counts `points` and a file of these bytes. */
const serviceOn = ({ points, bytes }: { points: number; bytes: Uint8Array }) => {
  const requests: string[] = []
  const reader: ReadTrack = (address) => {
    requests.push(address)
    return read(bytes)
  }
  const tracks = createTracks({
    http: {
      call: async () => ({ fileUrl: '/files/1', points }) as never,
      delegate: (send) => send({}),
    },
    store: createTrackStore(),
    read: reader,
    base: () => 'http://files.test/api/',
    now: () => T,
  })
  return {
    requests,
    load: (at?: number) =>
      tracks.load({ vehicleId: 1, from: T, to: T + 3_600_000, ...(at === undefined ? {} : { at }) }),
  }
}

describe('AC-21 an unusable file tells the user what to do', () => {
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['cut short', GOOD.subarray(0, GOOD.length - 9), /damaged or was cut short\. Try again/],
    ['not compressed and not JSON', Buffer.from('<html>'), /damaged or was cut short|no readable JSON/],
    ['compressed and not JSON', gzipSync('<html>'), /no readable JSON/],
    ['compressed three times', gzipSync(gzipSync(GOOD)), /no readable JSON/],
    ['without a list', packed({ data: null }), /no list of points/],
    [
      'of many members',
      Buffer.concat(Array.from({ length: 1000 }, () => GOOD)),
      /damaged or was cut short|no readable JSON/,
    ],
    ['of no bytes', new Uint8Array(), /is empty/],
  ]
  for (const [name, bytes, message] of cases)
    test(`a file ${name}`, async () => {
      await expect(read(bytes)).rejects.toThrow(message)
    })

  test('a file that inflates to more than 64 MiB is refused, naming the limit; one at the limit is not', async () => {
    const blank = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '), { level: 1 })
    expect(MAX_INFLATED_BYTES).toBe(64 * 1024 * 1024)
    await expect(read(blank(MAX_INFLATED_BYTES + 1))).rejects.toThrow(
      /more than 64 MiB\. Choose a shorter range/,
    )
    await expect(read(blank(MAX_INFLATED_BYTES))).rejects.toThrow(/no readable JSON/)
  }, 60_000)

  test('a file compressed twice is read whole', async () => {
    expect(await read(gzipSync(GOOD))).toMatchObject({ length: 2, dropped: 0 })
  })

  test('numbers too large are unknown, and hide neither their point nor the rest of the route', async () => {
    const file = `{"data":[${[point(0), point(1), point(2)].map((each) => JSON.stringify(each)).join()}]}`
    const withEach = (value: string) =>
      file.replace('"lat"', `"speedVal":${value},"odo":${value},"adl":${value},"lat"`)
    for (const value of ['1e309', '"1e309"', '-1e309']) {
      const { length, dropped, speedVal, odo, adblue } = await read(gzipSync(withEach(value)))
      expect([length, dropped, speedVal[0], odo[0], adblue[0]], value).toEqual([3, 0, NaN, NaN, NaN])
    }
  })

  test('a point or a file whose key is __proto__ is counted as any other', async () => {
    const odd = `{"__proto__":{"data":[]},"data":[${JSON.stringify(point(0))},{"__proto__":${JSON.stringify(point(1))}}]}`
    expect(await read(gzipSync(odd))).toMatchObject({ length: 1, dropped: 1 })
  })

  test('a wrong length does not push the progress past its end', async () => {
    const progress: TrackProgress[] = []
    await read(GOOD, { 'content-length': '3' }, progress)
    expect(progress.length).toBeGreaterThan(0)
    for (const { share } of progress) expect(share ?? 0).toBeLessThanOrEqual(1)
  })
})

test('AC-21 a file of unknown length reports progress by its points, and never completion', async () => {
  const data = Array.from({ length: 20_000 }, (_, i) => point(i / 60))
  const progress: TrackProgress[] = []
  await loadTrackFile('http://files.test/1', {
    points: data.length,
    fetch: async () => new Response(Uint8Array.from(packed({ data }))),
    onProgress: (next) => progress.push(next),
  })
  const shares = progress.flatMap(({ stage, share }) => (stage === 'downloading' ? [share ?? -1] : []))
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares[0]).toBeGreaterThan(0)
  expect(shares.at(-1)).toBeLessThanOrEqual(0.95)
  expect(progress.at(-1)).toEqual({ stage: 'reading', share: 1 })
})

describe('CR-07 the points of a range', () => {
  test('a range of more than 250,000 points is refused before its file is requested', async () => {
    expect(MAX_PLAYBACK_POINTS).toBe(250_000)
    const { requests, load } = serviceOn({ points: 250_001, bytes: GOOD })
    await expect(load()).rejects.toThrow(
      'The range holds 250001 points; at most 250000 can be played. Choose a shorter range.',
    )
    expect(requests).toEqual([])
  })

  test('a file with only unusable points reports that, not that there are none', async () => {
    const { load } = serviceOn({ points: 2, bytes: packed({ data: [{ gpsTime: T }, { lat: 13, lng: 77 }] }) })
    await expect(load()).rejects.toThrow(/None of the 2 points .* Choose another range/)
  })

  test('PLB-29 an empty list is a reply without points', async () => {
    const { load } = serviceOn({ points: 2, bytes: packed({ data: [] }) })
    expect(await load()).toMatchObject({ points: 0, dropped: 0 })
  })

  test('the point of a linked time is the last one reached by then', async () => {
    const bytes = packed({ data: [point(0), point(1), point(2)] })
    for (const [at, cursor] of [
      [T - 1, 0],
      [T + 90_000, 1],
      [T + 9e6, 2],
    ] as const)
      expect(await serviceOn({ points: 3, bytes }).load(at)).toMatchObject({ cursor })
  })
})
