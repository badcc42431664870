import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, STOP_RETRY } from '#contract/stream-timings.ts'
import { HOUR_MS } from '#domain/units.ts'
import { createBus } from '#server/live/bus.ts'
import { SHARE } from '#server/live-share/limits.ts'
import type { LinkedVehicle, LinkRow } from '#server/live-share/live-share.repository.ts'
import { createViewers } from '#server/live-share/viewers.ts'

/** AC-07: how long after the end of its link a viewer may still be served. The clock of these tests is turned, so no other work delays it. */
const ALLOWED_MS = 2_000
const NOW = 1_795_000_000_000

const vehicle = (vehicleId: number): LinkedVehicle => ({
  ...{ vehicleId, registrationId: `MH ${vehicleId}`, hasArrived: false },
})
const FIRST = vehicle(5)
const SECOND = vehicle(6)
const LINK: LinkRow = {
  ...{ id: 1, company_id: 1, created_by: null, created_at: new Date(NOW), hash: '', label: '' },
  ...{ ends_by: 'trip', ends_at: new Date(NOW + HOUR_MS), trip_id: 1, geofence_id: null },
  ...{ revoked_at: null, views: 0, last_viewed_at: null, trip_status: 'RUNNING' },
  ...{ fence_name: null, creator_name: null, vehicles: [FIRST, SECOND] },
}
/** How a link ends, in the database alone, as by another process. */
const ENDS: Readonly<Record<string, () => Partial<LinkRow>>> = {
  'it is revoked': () => ({ revoked_at: new Date() }),
  'it expires': () => ({ ends_at: new Date() }),
  'its trip ends': () => ({ trip_status: 'COMPLETED' }),
  'its vehicles have arrived': () => ({
    vehicles: [FIRST, SECOND].map((one) => ({ ...one, hasArrived: true })),
  }),
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Viewers of the link, which is read from here as from the database. */
const start = () => {
  let link = LINK
  const database = { isAway: false, hasTrail: true }
  const loads = { running: 0, most: 0 }
  const bus = createBus()
  const viewers = createViewers({
    links: {
      byIds: async () => {
        if (database.isAway) throw new Error('The database is away.')
        return [link]
      },
    },
    bus,
    loadHistory: async () => {
      if (!database.hasTrail) throw new Error('The trail cannot be read.')
      loads.running += 1
      loads.most = Math.max(loads.most, loads.running)
      await Promise.resolve()
      loads.running -= 1
      return { latest: undefined, trail: [] }
    },
    now: Date.now,
    onError: (error) => {
      if (!database.isAway) throw error
    },
  })
  const open = async (followed: LinkedVehicle | null) => {
    let sent = ''
    const raw = Object.assign(new EventEmitter(), {
      ...{ writableLength: 0, destroyed: false, writeHead: vi.fn(), cork: vi.fn(), uncork: vi.fn() },
      write: (part: Buffer) => {
        sent += part
      },
      end: vi.fn(),
    })
    const { filled } = viewers.open({ raw: raw as unknown as ServerResponse, link, vehicle: followed })
    const failure = await filled.then(
      () => null,
      (error: Error) => error.message,
    )
    return {
      ...{ failure, sent: () => sent, leave: () => raw.emit('close') },
      isCut: () => raw.end.mock.calls.length > 0 && sent.includes('{"ERROR":'),
      /** What a stream that has ended said last: how long to wait before the next try, ms; null if it has not ended. */
      retryMs: (): number | null => {
        const [last] = raw.end.mock.calls.at(-1) ?? []
        return last === undefined ? null : Number(/^retry: (\d+)\n\n$/.exec(String(last))?.[1])
      },
    }
  }
  const change = (columns: Partial<LinkRow>) => {
    link = { ...link, ...columns }
  }
  /** A fix of the first vehicle, as it comes from its device. */
  const report = () => {
    const fix = { time: Date.now(), lng: 73.85, lat: 18.5 }
    bus.publish(1, [{ companyId: 1, vehicleId: FIRST.vehicleId, intervalS: null, fix }])
  }
  return { viewers, database, loads, bus, open, change, report }
}

describe('AC-07 every viewer is cut off with ERROR within 2 s', () => {
  test.each(Object.entries(ENDS))('when %s, whether it follows a vehicle or none', async (_name, end) => {
    const { viewers, open, change } = start()
    const watching = [await open(FIRST), await open(SECOND), await open(null)]
    // Not at one of the checks.
    await vi.advanceTimersByTimeAsync(10_001)
    expect(watching.map(({ isCut }) => isCut())).toEqual([false, false, false])
    change(end())
    await vi.advanceTimersByTimeAsync(ALLOWED_MS)
    expect(watching.map(({ isCut }) => isCut())).toEqual([true, true, true])
    expect([viewers.size(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('when it expires, also while the database is away', async () => {
    const { database, open } = start()
    const watching = await open(FIRST)
    database.isAway = true
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
    expect(watching.isCut()).toBe(false)
    await vi.advanceTimersByTimeAsync(ALLOWED_MS)
    expect(watching.isCut()).toBe(true)
  })

  test('at once when this process ends the link', async () => {
    const { viewers, open, change } = start()
    const watching = [await open(FIRST), await open(null)]
    change({ revoked_at: new Date() })
    await viewers.check()
    expect(watching.map(({ isCut }) => isCut())).toEqual([true, true])
  })

  test('when its vehicle arrives; those who follow another one, or none, stay', async () => {
    const { viewers, open, change } = start()
    const [first, second, none] = [await open(FIRST), await open(SECOND), await open(null)]
    change({ vehicles: [{ ...FIRST, hasArrived: true }, SECOND] })
    await vi.advanceTimersByTimeAsync(ALLOWED_MS)
    expect([first.isCut(), second.isCut(), none.isCut()]).toEqual([true, false, false])
    viewers.close()
  })
})

test('the trails of a link are read one after the other', async () => {
  const { viewers, loads, open } = start()
  await Promise.all([open(FIRST), open(SECOND), open(FIRST)])
  expect(loads).toEqual({ running: 0, most: 1 })
  viewers.close()
})

test('who follows no vehicle is sent no position, and a heartbeat that keeps the stream open', async () => {
  const { viewers, open } = start()
  const { sent } = await open(null)
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(sent()).toMatch(/^retry: \d+\n\n:\n\n$/)
  viewers.close()
})

/** Between these a viewer waits who is sent away because the server stops or cannot answer, so that not all come back at once, ms. */
const RETRIES = [STOP_RETRY.leastMs, STOP_RETRY.leastMs + STOP_RETRY.spreadMs] as const

test('a viewer whose trail cannot be read comes back later, and is sent it then', async () => {
  const { viewers, database, open } = start()
  database.hasTrail = false
  const first = await open(FIRST)
  expect(first.failure).toBe('The trail cannot be read.')
  expect(first.retryMs()).toBeGreaterThanOrEqual(RETRIES[0])
  expect(first.retryMs()).toBeLessThanOrEqual(RETRIES[1])
  expect([first.isCut(), viewers.size()]).toEqual([false, 0])
  database.hasTrail = true
  const again = await open(FIRST)
  expect([again.failure, again.retryMs()]).toEqual([null, null])
  expect(again.sent()).toContain('event: liveShareTrail')
  viewers.close()
})

test('a stop sends viewers away at different times, also those who come meanwhile, and nobody is served any more', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.999)
  const { viewers, open, report } = start()
  const watching = [await open(FIRST), await open(null)]
  viewers.close()
  expect(vi.getTimerCount(), 'and no timer keeps the process').toBe(0)
  const late = await open(FIRST)
  expect([...watching, late].map(({ retryMs }) => retryMs())).toEqual(
    [0, 0.5, 0.999].map((part) => Math.round(STOP_RETRY.leastMs + part * STOP_RETRY.spreadMs)),
  )
  report()
  expect(late.sent()).not.toContain('event:')
})

test('once the last viewer of a company has left, its fixes are no longer taken', async () => {
  const { viewers, bus, open, report } = start()
  const stopped = vi.fn()
  const { subscribe } = bus
  const subscribed = vi.spyOn(bus, 'subscribe').mockImplementation((companyId, listener) => {
    const stop = subscribe(companyId, listener)
    return () => {
      stopped()
      stop()
    }
  })
  const [one, other] = [await open(FIRST), await open(SECOND)]
  one.leave()
  await viewers.check()
  expect([viewers.size(), stopped.mock.calls.length]).toEqual([1, 0])
  other.leave()
  await viewers.check()
  expect([viewers.size(), stopped.mock.calls.length, vi.getTimerCount()]).toEqual([0, 1, 0])
  const again = await open(FIRST)
  report()
  expect(again.sent()).toContain('event: liveShareEvent')
  expect(one.sent()).not.toContain('event: liveShareEvent')
  expect(subscribed).toHaveBeenCalledTimes(2)
  viewers.close()
})

test('of a vehicle that sends faster than is followed, viewers are sent the newest places', async () => {
  const { open, bus } = start()
  const first = await open(FIRST)
  const fixesFrom = (begin: number) =>
    Array.from({ length: SHARE.mostBehind }, (_, i) => ({
      ...{ companyId: 1, vehicleId: FIRST.vehicleId, intervalS: 1 },
      fix: { time: NOW + begin + i, lng: 73, lat: 18 },
    }))
  bus.publish(1, fixesFrom(0))
  bus.publish(1, fixesFrom(10_000))
  await vi.advanceTimersByTimeAsync(100)
  const times = [...first.sent().matchAll(/"time":(\d+),/g)].map(([, time]) => Number(time) - NOW)
  expect(times).toEqual([
    ...Array.from({ length: SHARE.mostBehind }, (_, i) => i),
    10_000 + SHARE.mostBehind - 1,
  ])
  expect(first.retryMs()).toBeNull()
})
