import { describe, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, STREAM_RETRY_MS } from '#contract/stream-timings.ts'
import { LIVE } from '#server/live/limits.ts'
import { addVehicle } from '#tests/kit/server/fleet-records.ts'
import { at, pointOf, withHub } from './live-hub.fixture.ts'

const fixture = withHub()

describe('every stream', () => {
  test('ST-03 headers, first bytes, ids and retry are as specified', async () => {
    await fixture().store(fixture().truck, at(0))
    const reader = await fixture().server.read(`/vehicle/${fixture().truck.id}`)
    expect(reader.reply.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(0).time)) ?? false)
    await fixture().move(fixture().truck, at(10), at(20))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(20).time)) ?? false)
    expect(reader.received[0]?.text).toBe(`retry: ${STREAM_RETRY_MS}`)
    const ids = reader.received.flatMap(({ id }) => id ?? [])
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/)
  })

  test('ST-03 a silent stream gets a comment every 15 s, a busy one none', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reader = await fixture().server.read(`/vehicle/${fixture().truck.id}`)
    await reader.until(({ text }) => text.startsWith('retry'))
    fixture().pass(HEARTBEAT_MS - 2 * LIVE.sweepMs)
    vi.advanceTimersByTime(LIVE.sweepMs)
    fixture().pass(2 * LIVE.sweepMs)
    expect(reader.received).toHaveLength(1)
    vi.advanceTimersByTime(LIVE.sweepMs)
    await reader.until(({ text }) => text === ':')
  })

  test('closing ends every stream with a time to reconnect, and leaves no stream and no timer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const readers = [
      await fixture().server.read(`/vehicle/${fixture().truck.id}`),
      await fixture().server.read(`/fleet/${fixture().truck.id}`),
    ]
    await readers[1]?.until(({ event }) => event === 'snapshot')
    fixture().hub.close()
    for (const reader of readers) {
      await reader.ended
      expect(reader.received.at(-1)?.text).toMatch(/^retry: \d+$/)
    }
    expect(fixture().hub.size()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ST-13 a reader that disconnects is removed', async () => {
    const reader = await fixture().server.read(`/fleet/${fixture().truck.id}`)
    await reader.until(({ event }) => event === 'snapshot')
    expect(fixture().hub.size()).toBe(1)
    reader.leave()
    await vi.waitFor(() => expect(fixture().hub.size()).toBe(0))
  })

  test('ST-12 a reader that takes nothing is cut, others continue', async () => {
    // Long messages fill the operating system's own buffers sooner.
    const truck = await addVehicle(fixture().db, {
      company_id: fixture().truck.company_id,
      registration: 'x'.repeat(2_000),
    })
    await fixture().store(truck, at(0))
    const [stuck, well] = [
      await fixture().server.read(`/vehicle/${truck.id}`),
      await fixture().server.read(`/vehicle/${truck.id}`),
    ]
    // What is published before a reader has joined does not reach it.
    for (const reader of [stuck, well])
      await reader.until(({ id }) => pointOf(id) === `v${truck.id}-${at(0).time}`)
    stuck.pause()
    const cut = well.ended.then(() => Promise.reject(new Error('The reader that reads was cut.')))
    cut.catch(() => {})
    for (let round = 1; fixture().hub.size() === 2; round += 1) {
      // Two rounds of about 220 kB can wait for the one that reads: far from the bound at which it would be cut too.
      const fixes = Array.from({ length: 100 }, (_, i) => at(round * 100 + i))
      fixture().publish(truck, ...fixes)
      await Promise.race([well.until(({ id }) => pointOf(id) === `v${truck.id}-${fixes.at(-1)?.time}`), cut])
    }
    expect(fixture().hub.size()).toBe(1)
    fixture().publish(truck, at(1e6))
    await well.until(({ id }) => pointOf(id) === `v${truck.id}-${at(1e6).time}`)
  })
})
