import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FleetBatch } from '#contract/records/live.ts'
import { createBus } from '#server/live/bus.ts'
import { type EventStream, openEventStream } from '#server/live/event-stream.ts'
import { createFleetChannel } from '#server/live/fleet-channel.ts'
import { LIVE } from '#server/live/limits.ts'
import { createVehicleFeed } from '#server/live/vehicle-feed.ts'

const NOW = Date.UTC(2026, 10, 20, 6, 30)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A reader whose queue the test fills and empties. */
const reader = () => {
  const written: string[] = []
  const state = { queued: 0 }
  const stream: EventStream = {
    write: (...parts) => written.push(Buffer.concat(parts).toString()),
    queued: () => state.queued,
    drained: async () => {},
    end: () => {},
    sweep: () => {},
    isOpen: () => true,
  }
  const batches = (): FleetBatch[] =>
    written
      .filter((frame) => frame.startsWith('event: batch'))
      .map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)))
  return { stream, state, written, batches }
}

const setUp = async () => {
  const bus = createBus()
  const channel = createFleetChannel({
    name: 'f',
    companyId: 1,
    vehicleIds: new Set([1, 2, 3]),
    bus,
    load: async () => new Map(),
    now: () => NOW,
  })
  const move = (vehicleId: number, second: number) =>
    bus.publish(1, [
      {
        ...{ companyId: 1, vehicleId, intervalS: null },
        fix: { time: NOW - 60_000 + second * 1000, lng: 73 + second, lat: 18 },
      },
    ])
  const [slow, well] = [reader(), reader()]
  await channel.join(slow.stream, 'snapshot')
  await channel.join(well.stream, 'snapshot')
  return { channel, move, slow, well }
}

describe('the fleet stream', () => {
  test('ST-14 a reader that is behind gets nothing, and the newest of each vehicle once it has caught up', async () => {
    const { channel, move, slow, well } = await setUp()
    slow.state.queued = LIVE.behindBytes + 1
    for (let second = 1; second <= 5; second += 1) {
      move(1, second)
      if (second === 2) move(2, second)
      vi.advanceTimersByTime(LIVE.flushMs)
    }
    expect(well.batches().map(({ time }) => time.length)).toEqual([1, 2, 1, 1, 1])
    expect(slow.batches()).toEqual([])
    slow.state.queued = LIVE.behindBytes / 2 + 1
    channel.catchUp()
    expect(slow.batches()).toEqual([])
    slow.state.queued = 0
    channel.catchUp()
    expect(slow.batches()).toMatchObject([{ vehicleId: [1, 2], lng: [78, 75] }])
    channel.catchUp()
    move(3, 9)
    vi.advanceTimersByTime(LIVE.flushMs)
    expect(slow.batches()).toHaveLength(2)
    expect(slow.batches()[1]).toMatchObject({ vehicleId: [3] })
    channel.close()
  })

  test('ST-12 ST-14 a batch that would not fit beside what is queued waits until the reader has caught up', async () => {
    const { channel, move, slow } = await setUp()
    for (const [second, vehicleId] of [1, 2, 3].entries()) move(vehicleId, second)
    vi.spyOn(JSON, 'stringify').mockReturnValueOnce(`{"pad":"${'x'.repeat(LIVE.cutBytes)}"}`)
    slow.state.queued = 1
    vi.advanceTimersByTime(LIVE.flushMs)
    expect(slow.batches()).toEqual([])
    slow.state.queued = 0
    channel.catchUp()
    expect(slow.batches()).toHaveLength(1)
    channel.close()
  })

  test('ST-12 readers that are behind by the same batches share the frame that brings them up to date', async () => {
    const { channel, move, slow, well } = await setUp()
    for (const { state } of [slow, well]) state.queued = LIVE.behindBytes + 1
    for (let second = 1; second <= 3; second += 1) {
      move(1, second)
      vi.advanceTimersByTime(LIVE.flushMs)
    }
    for (const { state } of [slow, well]) state.queued = 0
    const stringify = vi.spyOn(JSON, 'stringify')
    channel.catchUp()
    expect([slow.batches().length, well.batches().length]).toEqual([1, 1])
    expect(stringify).toHaveBeenCalledTimes(1)
    channel.close()
  })

  test('fixes within 100 ms share a batch that is serialised once for all', async () => {
    const { channel, move, slow, well } = await setUp()
    const stringify = vi.spyOn(JSON, 'stringify')
    move(1, 1)
    vi.advanceTimersByTime(LIVE.flushMs - 1)
    move(2, 1)
    move(1, 2)
    expect(well.batches()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stringify).toHaveBeenCalledTimes(1)
    expect(well.batches()).toMatchObject([{ vehicleId: [1, 2], lng: [75, 74] }])
    expect(slow.written).toEqual(well.written)
    channel.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a fix older than the newest is not sent', async () => {
    const { channel, move, well } = await setUp()
    move(1, 5)
    vi.advanceTimersByTime(LIVE.flushMs)
    move(1, 3)
    move(1, 5)
    vi.advanceTimersByTime(LIVE.flushMs)
    expect(well.batches()).toHaveLength(1)
    channel.close()
  })
})

describe('the stream of a vehicle', () => {
  const VEHICLE = {
    companyId: 1,
    registration: 'KA 01 AB 1234',
    fuelTankLitres: null,
    adblueTankLitres: null,
  }

  test('ST-12 readers share the data of an event, and each has an id of its own', async () => {
    const owner = { companyId: 1, userId: 1 }
    const latest = async () => undefined
    const feed = createVehicleFeed({
      ...{ vehicleId: 7, vehicle: VEHICLE, now: () => NOW },
      history: { latest, since: async () => null },
    })
    const take = (second: number) =>
      feed.take({ fix: { time: NOW + second * 1000, lng: 73, lat: 18 }, intervalS: null })
    const readers = [1, 2].map(() => {
      const parts: Array<readonly Buffer[]> = []
      return {
        parts,
        stream: { ...reader().stream, write: (...one: readonly Buffer[]) => void parts.push(one) },
      }
    })
    const [early, late] = readers
    await feed.join(early?.stream as EventStream, owner, undefined)
    take(1)
    await feed.join(late?.stream as EventStream, owner, undefined)
    take(2)
    const [own, other] = readers.map(({ parts }) => parts.at(-1) ?? [])
    expect(own?.at(-1)?.toString()).toContain('"vehicleId":7')
    expect(own?.at(-1)).toBe(other?.at(-1))
    expect(own?.[0]?.toString()).not.toBe(other?.[0]?.toString())
  })
})

describe('any stream', () => {
  const openOn = () => {
    const raw = Object.assign(new EventEmitter(), {
      writableLength: 0,
      destroyed: false,
      written: 0,
      writeHead: vi.fn(),
      write: vi.fn(),
      cork: vi.fn(),
      uncork: vi.fn(),
      end: vi.fn(),
      destroy: vi.fn(),
    })
    let time = NOW
    const closed = vi.fn()
    const stream = openEventStream({
      raw: raw as unknown as ServerResponse,
      now: () => time,
      onClose: closed,
    })
    const pass = (ms: number) => {
      time += ms
      stream.sweep(time)
    }
    return { raw, stream, pass, closed }
  }

  test('ST-12 a reader that takes nothing for 30 s is cut, one that takes a little is not', () => {
    const { raw, pass, closed } = openOn()
    raw.writableLength = 50_000
    for (let left = 49_000; left >= 40_000; left -= 1_000) {
      raw.writableLength = left
      pass(LIVE.stuckMs - 1)
    }
    expect(raw.destroy).not.toHaveBeenCalled()
    pass(LIVE.stuckMs)
    expect(raw.destroy).toHaveBeenCalledOnce()
    expect(closed).toHaveBeenCalledOnce()
  })

  test('ST-12 one with more than 128 KiB queued is cut', () => {
    const { raw, stream, closed } = openOn()
    expect(LIVE.cutBytes).toBeLessThanOrEqual(128 * 1024)
    raw.writableLength = LIVE.cutBytes
    stream.write(Buffer.from('x'))
    expect(raw.destroy).toHaveBeenCalledOnce()
    expect(closed).toHaveBeenCalledOnce()
    stream.write(Buffer.from('x'))
    expect(raw.write).toHaveBeenCalledOnce()
  })

  test('ending a reader that takes nothing drops it, so that stopping does not wait', () => {
    const { raw, stream } = openOn()
    raw.writableLength = LIVE.behindBytes + 1
    stream.end(1000)
    expect(raw.destroy).toHaveBeenCalledOnce()
    expect(raw.end).not.toHaveBeenCalled()
  })
})
