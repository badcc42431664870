import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { NO_FIGURES } from '#domain/figures.ts'
import { toPayloadTime } from '#domain/ist.ts'
import type { FleetRow } from '#server/fleet/fleet.repository.ts'
import { createPlaybackService } from '#server/playback/playback.service.ts'
import { createReadAhead } from '#server/playback/read-ahead.ts'
import { columnsOf, emptyColumns } from '#server/track/columns.ts'

const NOW = Date.UTC(2026, 10, 20, 6, 30)
const CALLER = { userId: 1, role: 'CUSTOMER', companyId: 1 } as const

/** The service over a vehicle of two fixes, and how often these were read. */
const createCounted = () => {
  const counts = { reads: 0 }
  const service = createPlaybackService({
    fleet: { vehicleOf: async (_, vehicleId) => ({ vehicleId, companyId: 1 }) as FleetRow },
    readTrack: async ({ from }) => {
      counts.reads += 1
      return columnsOf([0, 60_000].map((after) => ({ time: from + after, lng: 79, lat: 21 })))
    },
    readFigures: async () => NO_FIGURES,
    mac: (_, text) => Buffer.from(text.slice(-32)),
    now: () => NOW,
  })
  const prepare = (vehicleId: number) =>
    service.prepare(
      CALLER,
      {
        ...{ vehicleId, fromDate: toPayloadTime(NOW - 3_600_000), toDate: toPayloadTime(NOW) },
      },
      'login',
    )
  const download = async ({ fileUrl }: { fileUrl: string }) => {
    const file = await service.file(CALLER, fileUrl.split('/').at(-1) ?? '', 'login')
    return JSON.parse(gunzipSync(file).toString()).data
  }
  return { counts, prepare, download }
}

test('a route is read once for its address and its file, and again for a file that is asked for twice', async () => {
  const { counts, prepare, download } = createCounted()
  const first = await prepare(5)
  const data = await download(first)
  expect(data).toHaveLength(first.points)
  expect(counts.reads).toBe(1)
  expect(await download(first)).toEqual(data)
  expect(counts.reads).toBe(2)
})

test('what waits for its file is bounded, and the oldest is read again', () => {
  const ahead = createReadAhead({ mostPoints: 5 })
  for (const address of ['a', 'b', 'c']) ahead.keep(address, emptyColumns(2))
  expect(ahead.take('a')).toBeUndefined()
  expect(ahead.take('b')).toHaveLength(2)
  ahead.keep('d', emptyColumns(6))
  expect([ahead.take('c'), ahead.take('d')]).toEqual([undefined, undefined])
})

test('what is not asked for in ten seconds is let go', () => {
  vi.useFakeTimers()
  try {
    const ahead = createReadAhead()
    for (const address of ['a', 'b']) ahead.keep(address, emptyColumns(2))
    vi.advanceTimersByTime(9_999)
    expect(ahead.take('a')).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(ahead.take('b')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
