import { describe, expect, test, vi } from 'vitest'
import { LIVE } from '#server/live/limits.ts'
import { at, NOW, pointOf, withHub } from './live-hub.fixture.ts'

const fixture = withHub()

describe('the stream of one vehicle', () => {
  test('LIV-03 it starts with the latest fix and sends every further one in the specified format', async () => {
    await fixture().store(fixture().truck, at(0, { fuel: 50 }))
    const reader = await fixture().server.read(`/vehicle/${fixture().truck.id}`)
    const first = await reader.until(({ event }) => event === 'livePoint')
    expect(JSON.parse(first.data ?? '')).toEqual({
      LAT: 18.52,
      LONG: 73.85,
      status: 'RUNNING',
      RegNo: fixture().truck.registration,
      UpdatedTime: '20-11-2026 11:50:00',
      vehicleId: fixture().truck.id,
      time: at(0).time,
      speed: 40,
      heading: 90,
      odo: null,
      fuelPercent: 25,
      adbluePercent: null,
      intervalS: 60,
    })
    await fixture().move(fixture().second, at(15))
    await fixture().move(fixture().truck, at(10), at(20), at(30))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(30).time)) ?? false)
    const times = reader.received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))
    expect(times).toEqual([0, 10, 20, 30].map((s) => at(s).time))
  })

  test('LIV-03 LIV-09 that of a truck that never reported stays open, and starts with its first fix', async () => {
    const reader = await fixture().server.read(`/vehicle/${fixture().second.id}`)
    for (const fix of [at(10), at(20)]) {
      await fixture().move(fixture().second, fix)
      await reader.until(({ id }) => pointOf(id)?.endsWith(String(fix.time)) ?? false)
    }
    const points = reader.received.flatMap(({ data }) => (data ? JSON.parse(data) : []))
    expect(points).toMatchObject([at(10), at(20)].map(({ time }) => ({ time })))
  })

  test('ST-04 it ends where its truck sends faster than is followed, and those of other trucks go on', async () => {
    const { hub, server, truck, second, publish, move, store } = fixture()
    await store(truck, at(0))
    const reader = await server.read(`/vehicle/${truck.id}`)
    await reader.until(({ event }) => event === 'livePoint')
    const other = await server.read(`/vehicle/${second.id}`)
    await vi.waitFor(() => expect(hub.size()).toBe(2), 20_000)
    const many = Array.from({ length: LIVE.mostBehind }, (_, i) => ({ ...at(1), time: at(1).time + i }))
    await move(second, at(1))
    publish(truck, ...many.slice(1))
    expect(hub.size()).toBe(2)
    publish(truck, ...many)
    await reader.ended
    await other.until(({ event }) => event === 'livePoint')
    expect(hub.size()).toBe(1)
    // Nothing is left behind: what comes next is sent.
    const again = await server.read(`/vehicle/${truck.id}`)
    await again.until(({ event }) => event === 'livePoint')
    await vi.waitFor(() => {
      publish(truck, { ...at(2), time: at(2).time + LIVE.mostBehind })
      expect(again.received.length).toBeGreaterThan(2)
    }, 20_000)
  })

  test('ST-04 a resumed stream is filled up without gaps or repeats', async () => {
    await fixture().store(fixture().truck, ...[0, 10, 20, 30, 40].map((s) => at(s)))
    const reader = await fixture().server.read(
      `/vehicle/${fixture().truck.id}?v${fixture().truck.id}-${at(10).time}`,
    )
    await fixture().move(fixture().truck, at(50))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(50).time)) ?? false)
    const times = reader.received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))
    expect(times).toEqual([20, 30, 40, 50].map((s) => at(s).time))
    expect(reader.received.some(({ event }) => event === 'reset')).toBe(false)
  })

  test('ST-06 an id that is unknown, garbage or of another vehicle is answered by reset and the latest fix', async () => {
    await fixture().store(fixture().truck, at(0), at(10))
    await fixture().store(fixture().foreign, at(5))
    const ids = [
      `v${fixture().truck.id}-${at(7).time}-0-1-a`,
      `v${fixture().foreign.id}-${at(5).time}`,
      `v${fixture().truck.id}-${NOW + 86_400_000}`,
      `v${fixture().truck.id}-${NOW - LIVE.backfillMs - 1}`,
      `v${fixture().truck.id}-99999999999999999999`,
      'garbage',
    ]
    for (const id of ids) {
      const reader = await fixture().server.read(`/vehicle/${fixture().truck.id}?${encodeURIComponent(id)}`)
      await reader.until(({ event }) => event === 'livePoint')
      const events = reader.received.filter(({ event }) => event !== undefined)
      expect(events.map(({ event }) => event)).toEqual(['reset', 'livePoint'])
      expect(JSON.parse(events[1]?.data ?? '').time).toBe(at(10).time)
    }
  })

  test('ST-16 several vehicles share a connection, each resumed after its own id and a new one from its latest fix', async () => {
    await fixture().store(fixture().truck, ...[0, 10, 20].map((s) => at(s)))
    await fixture().store(fixture().second, ...[5, 15].map((s) => at(s)))
    await fixture().store(fixture().foreign, at(7), at(17))
    const ids = [fixture().truck.id, fixture().second.id, fixture().foreign.id]
    const resume = `v${ids[0]}-${at(10).time},v${ids[1]}-${at(5).time}`
    const reader = await fixture().server.read(`/vehicle/${ids}?${encodeURIComponent(resume)}`)
    await reader.until(({ id }) => pointOf(id) === `v${ids[2]}-${at(17).time}`)
    await fixture().move(fixture().second, at(25))
    await reader.until(({ id }) => pointOf(id) === `v${ids[1]}-${at(25).time}`)
    const events = reader.received.flatMap(({ event, id }) =>
      event === undefined ? [] : [`${event} ${pointOf(id)}`],
    )
    expect(events).toEqual([
      `livePoint v${ids[0]}-${at(20).time}`,
      `livePoint v${ids[1]}-${at(15).time}`,
      `livePoint v${ids[2]}-${at(17).time}`,
      `livePoint v${ids[1]}-${at(25).time}`,
    ])
    reader.leave()
    await vi.waitFor(() => expect(fixture().hub.size()).toBe(0))
  })

  test('ST-15 a duplicate or late fix is not sent again', async () => {
    await fixture().store(fixture().truck, at(10))
    const reader = await fixture().server.read(`/vehicle/${fixture().truck.id}`)
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(10).time)) ?? false)
    fixture().publish(fixture().truck, at(10), at(5), at(20))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(20).time)) ?? false)
    const times = reader.received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))
    expect(times).toEqual([10, 20].map((s) => at(s).time))
  })
})
