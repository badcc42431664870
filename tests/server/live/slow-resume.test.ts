import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { LIVE } from '#server/live/limits.ts'
import type { Received, TestReader } from './event-stream-reader.ts'
import { at, pointOf, withHub } from './live-hub.fixture.ts'
import { storeVerboseVehicle } from './verbose-vehicle.fixture.ts'

const fixture = withHub()

/** A reader that knows only the first fix of a truck and has missed this many more. */
const MISSED = 1_500
const resume = async () => {
  const { db, truck: own, server } = fixture()
  const { truck, times } = await storeVerboseVehicle(db, own.company_id, at(0).time, MISSED + 1)
  return {
    truck,
    missed: times.slice(1),
    reader: await server.read(`/vehicle/${truck.id}?v${truck.id}-${times[0]}`),
  }
}

const timesIn = ({ received }: TestReader): number[] =>
  received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))

describe('a resumed reader that has missed more than its queue may hold', () => {
  test('ST-04 ST-14 gets everything in one go if it reads slowly but steadily, including fixes of the meantime', async () => {
    const { truck, missed, reader } = await resume()
    let left = false
    void reader.ended.then(() => {
      left = true
    })
    const last = at(MISSED)
    let published = false
    // It takes one chunk per turn of the event loop, which is as often as the server may write.
    reader.reply.on('data', async () => {
      reader.pause()
      if (!published && reader.received.some(({ event }) => event === 'livePoint')) {
        fixture().publish(truck, last)
        published = true
      }
      await setImmediate()
      reader.resume()
    })
    await Promise.race([reader.until(({ id }) => pointOf(id) === `v${truck.id}-${last.time}`), reader.ended])
    expect(left).toBe(false)
    expect(timesIn(reader)).toEqual([...missed, last.time])
    expect(fixture().hub.size()).toBe(1)
  })

  test('ST-04 ST-12 is ended if more arrives meanwhile than is held for it, and gets the rest after its last id', async () => {
    const { truck, missed, reader } = await resume()
    const isPoint = ({ event }: Received) => event === 'livePoint'
    await reader.until(isPoint)
    reader.pause()
    const arrived = missed.slice(-LIVE.heldFixes - 1).map((time) => ({ ...at(0), time }))
    fixture().publish(truck, ...arrived.slice(1))
    expect(fixture().hub.size()).toBe(1)
    fixture().publish(truck, ...arrived.slice(0, 1))
    // Long messages are sent in turns.
    await vi.waitFor(() => expect(fixture().hub.size()).toBe(0), 20_000)
    reader.resume()
    await reader.ended
    const again = await fixture().server.read(`/vehicle/${truck.id}?${reader.received.findLast(isPoint)?.id}`)
    await again.until(({ id }) => pointOf(id) === `v${truck.id}-${missed.at(-1)}`)
    expect(timesIn(reader).length).toBeLessThan(missed.length)
    expect([...timesIn(reader), ...timesIn(again)]).toEqual(missed)
  })

  test('ST-12 is cut if it takes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { reader } = await resume()
    reader.pause()
    while (fixture().hub.size() > 0) {
      fixture().pass(LIVE.sweepMs)
      vi.advanceTimersByTime(LIVE.sweepMs)
      await setImmediate()
    }
    reader.resume()
    await reader.ended
    expect(timesIn(reader).length).toBeLessThan(MISSED)
  })
})
