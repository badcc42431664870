import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fix } from '#contract/records/fix.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import { createBus } from '#server/live/bus.ts'
import { createLiveHub } from '#server/live/hub.ts'
import { LIVE } from '#server/live/limits.ts'
import { createTrackRepository } from '#server/repositories/track-repository.ts'
import { withDatabase } from '#tests/kit/database.ts'
import { addCompany, addVehicle } from '#tests/kit/fleet.ts'
import { type Received, serveStreams } from './reader.ts'

const database = withDatabase()
const NOW = Date.UTC(2026, 10, 20, 6, 30)

const at = (seconds: number, more: Partial<Fix> = {}): Fix => ({
  time: NOW - 600_000 + seconds * 1000,
  lng: 73.85 + seconds * 1e-5,
  lat: 18.52,
  speed: 40,
  heading: 90,
  ...more,
})

/** The vehicle and the fix that an id of a vehicle's event names, without what its reader knows beside it. */
const pointOf = (id: string | undefined) => /^v\d+-\d+/.exec(id ?? '')?.[0]

const batchOf = (received: Received): FleetBatch => JSON.parse(received.data ?? '{}')

const setUp = async () => {
  const { db } = database
  const [company, otherCompany] = [await addCompany(db), await addCompany(db)]
  const truck = await addVehicle(db, { company_id: company.id, fuel_tank_litres: 200 })
  const second = await addVehicle(db, { company_id: company.id })
  const foreign = await addVehicle(db, { company_id: otherCompany.id })
  const bus = createBus()
  let time = NOW
  const store = async (vehicle: { id: number; company_id: number }, ...fixes: Fix[]) => {
    const ids = { company_id: vehicle.company_id, vehicle_id: vehicle.id }
    for (const fix of fixes) {
      const row = {
        ...ids,
        time: new Date(fix.time),
        lng: fix.lng,
        lat: fix.lat,
        speed: fix.speed ?? null,
        heading: fix.heading ?? null,
      }
      await db.insertInto('open_fix').values(row).execute()
      await db
        .insertInto('latest_fix')
        .values({ ...row, fuel: fix.fuel ?? null, interval_s: 60 })
        .onConflict((on) =>
          on.columns(['company_id', 'vehicle_id']).doUpdateSet({ ...row, fuel: fix.fuel ?? null }),
        )
        .execute()
    }
    return fixes
  }
  const publish = (vehicle: { id: number; company_id: number }, ...fixes: Fix[]) =>
    bus.publish(
      vehicle.company_id,
      fixes.map((fix) => ({ companyId: vehicle.company_id, vehicleId: vehicle.id, fix, intervalS: 60 })),
    )
  const move = async (vehicle: { id: number; company_id: number }, ...fixes: Fix[]) => {
    await store(vehicle, ...fixes)
    publish(vehicle, ...fixes)
  }
  const now = () => time
  const hub = createLiveHub({ db, bus, now, track: createTrackRepository({ db }) })
  // `/fleet/1,2?id` opens a fleet stream of those vehicles, `/vehicle/1?id` one of a vehicle.
  const server = await serveStreams((raw, url) => {
    const [path = '', id] = url.split('?')
    const [, kind, ids = ''] = path.split('/')
    const lastEventId = id === undefined ? undefined : decodeURIComponent(id)
    const opened =
      kind === 'fleet'
        ? hub.openFleetStream({ raw, vehicleIds: new Set(ids.split(',').map(Number)), lastEventId })
        : hub.openVehicleStream({ raw, vehicleIds: ids.split(',').map(Number), lastEventId })
    void opened.catch(() => {})
  })
  return {
    hub,
    server,
    truck,
    second,
    foreign,
    store,
    publish,
    move,
    pass: (ms: number) => {
      time += ms
    },
  }
}

let world: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  world = await setUp()
})
afterEach(async () => {
  vi.useRealTimers()
  world.hub.close()
  await world.server.close()
})

describe('every stream', () => {
  test('ST-03 headers, first bytes, ids and retry are as promised', async () => {
    await world.store(world.truck, at(0))
    const reader = await world.server.read(`/vehicle/${world.truck.id}`)
    expect(reader.reply.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await world.move(world.truck, at(10), at(20))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(20).time)) ?? false)
    expect(reader.received[0]?.text).toBe(`retry: ${LIVE.retryMs}`)
    const ids = reader.received.flatMap(({ id }) => id ?? [])
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/)
  })

  test('ST-03 a silent stream gets a comment every 15 s, a busy one none', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const reader = await world.server.read(`/vehicle/${world.truck.id}`)
    await reader.until(({ text }) => text.startsWith('retry'))
    world.pass(LIVE.heartbeatMs - 2 * LIVE.sweepMs)
    vi.advanceTimersByTime(LIVE.sweepMs)
    world.pass(2 * LIVE.sweepMs)
    expect(reader.received).toHaveLength(1)
    vi.advanceTimersByTime(LIVE.sweepMs)
    await reader.until(({ text }) => text === ':')
  })

  test('closing ends every stream with a time to come back, and leaves no stream and no timer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const readers = [
      await world.server.read(`/vehicle/${world.truck.id}`),
      await world.server.read(`/fleet/${world.truck.id}`),
    ]
    await readers[1]?.until(({ event }) => event === 'snapshot')
    world.hub.close()
    for (const reader of readers) {
      await reader.ended
      expect(reader.received.at(-1)?.text).toMatch(/^retry: \d+$/)
    }
    expect(world.hub.size()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ST-13 a reader that goes away is let go', async () => {
    const reader = await world.server.read(`/fleet/${world.truck.id}`)
    await reader.until(({ event }) => event === 'snapshot')
    expect(world.hub.size()).toBe(1)
    reader.leave()
    await vi.waitFor(() => expect(world.hub.size()).toBe(0))
  })

  test('ST-12 a reader that takes nothing is cut, others go on', async () => {
    // Long messages fill the operating system's own buffers sooner.
    const truck = await addVehicle(database.db, {
      company_id: world.truck.company_id,
      registration: 'x'.repeat(2_000),
    })
    await world.store(truck, at(0))
    const [stuck, well] = [
      await world.server.read(`/vehicle/${truck.id}`),
      await world.server.read(`/vehicle/${truck.id}`),
    ]
    // What is published before a reader has joined does not reach it.
    for (const reader of [stuck, well])
      await reader.until(({ id }) => pointOf(id) === `v${truck.id}-${at(0).time}`)
    stuck.pause()
    const cut = well.ended.then(() => Promise.reject(new Error('The reader that reads was cut.')))
    cut.catch(() => {})
    for (let round = 1; world.hub.size() === 2; round += 1) {
      // Two rounds of about 220 kB can wait for the one that reads: far from the bound at which it would be cut too.
      const fixes = Array.from({ length: 100 }, (_, i) => at(round * 100 + i))
      world.publish(truck, ...fixes)
      await Promise.race([well.until(({ id }) => pointOf(id) === `v${truck.id}-${fixes.at(-1)?.time}`), cut])
    }
    expect(world.hub.size()).toBe(1)
    world.publish(truck, at(1e6))
    await well.until(({ id }) => pointOf(id) === `v${truck.id}-${at(1e6).time}`)
  })
})

describe('the fleet stream', () => {
  test('a snapshot of what is visible comes first, then batches of the newest of each vehicle', async () => {
    await world.store(world.truck, at(0))
    await world.store(world.foreign, at(0))
    const reader = await world.server.read(`/fleet/${world.truck.id},${world.second.id}`)
    const snapshot = await reader.until(({ event }) => event === 'snapshot')
    expect(batchOf(snapshot)).toEqual({
      vehicleId: [world.truck.id],
      time: [at(0).time],
      lng: [73.85],
      lat: [18.52],
      speed: [40],
      heading: [90],
      status: [0],
    })
    await world.move(world.truck, at(10), at(20))
    await world.move(world.second, at(20, { speed: 0 }))
    await world.move(world.foreign, at(30))
    await reader.until((one) => one.event === 'batch' && batchOf(one).vehicleId.includes(world.second.id))
    const batches = reader.received.filter(({ event }) => event === 'batch').map(batchOf)
    const moved = batches.flatMap(({ vehicleId, time }) => vehicleId.map((id, i) => [id, time[i]]))
    expect(moved).toContainEqual([world.truck.id, at(20).time])
    expect(moved).not.toContainEqual([world.truck.id, at(10).time])
    expect(moved.map(([id]) => id)).not.toContain(world.foreign.id)
  })

  test('staff who see several companies get one snapshot and the other company added to it', async () => {
    await world.store(world.truck, at(0))
    await world.store(world.foreign, at(5))
    const reader = await world.server.read(`/fleet/${world.truck.id},${world.foreign.id}`)
    await reader.until(({ event }) => event === 'batch')
    const events = reader.received.filter(({ event }) => event !== undefined)
    expect(events.map(({ event }) => event)).toEqual(['snapshot', 'batch'])
    expect(events.flatMap((one) => batchOf(one).vehicleId)).toEqual([world.truck.id, world.foreign.id])
    await world.move(world.foreign, at(9))
    await reader.until((one) => one.event === 'batch' && batchOf(one).time[0] === at(9).time)
  })

  test.each(['garbage', 'f00000000-1-abc-7', '../../etc', 'x'.repeat(500)])(
    'ST-06 the resume id %s is answered by reset and a snapshot',
    async (id) => {
      await world.store(world.truck, at(0))
      const reader = await world.server.read(`/fleet/${world.truck.id}?${encodeURIComponent(id)}`)
      await reader.until(({ event }) => event === 'snapshot')
      expect(reader.received.flatMap(({ event }) => event ?? [])).toEqual(['reset', 'snapshot'])
    },
  )

  test('a resume with an id of ours is answered by a snapshot alone', async () => {
    await world.store(world.truck, at(0))
    const path = `/fleet/${world.truck.id}`
    const { id = '' } = await (await world.server.read(path)).until(({ event }) => event === 'snapshot')
    const again = await world.server.read(`${path}?${encodeURIComponent(id)}`)
    await again.until(({ event }) => event === 'snapshot')
    expect(again.received.flatMap(({ event }) => event ?? [])).toEqual(['snapshot'])
  })

  test('a vehicle stored by another process is in the snapshot of who comes later', async () => {
    const path = `/fleet/${world.truck.id},${world.second.id}`
    await (await world.server.read(path)).until(({ event }) => event === 'snapshot')
    await world.store(world.second, at(3))
    world.pass(LIVE.snapshotMs)
    const later = await world.server.read(path)
    expect(batchOf(await later.until(({ event }) => event === 'snapshot')).vehicleId).toEqual([
      world.second.id,
    ])
  })
})

describe('the stream of one vehicle', () => {
  test('LIV-03 it begins with the latest fix and sends every further one in the form of the specification', async () => {
    await world.store(world.truck, at(0, { fuel: 50 }))
    const reader = await world.server.read(`/vehicle/${world.truck.id}`)
    const first = await reader.until(({ event }) => event === 'livePoint')
    expect(JSON.parse(first.data ?? '')).toEqual({
      LAT: 18.52,
      LONG: 73.85,
      status: 'RUNNING',
      RegNo: world.truck.registration,
      UpdatedTime: '20-11-2026 11:50:00',
      vehicleId: world.truck.id,
      time: at(0).time,
      speed: 40,
      heading: 90,
      odo: null,
      fuelPercent: 25,
      adbluePercent: null,
      intervalS: 60,
    })
    await world.move(world.second, at(15))
    await world.move(world.truck, at(10), at(20), at(30))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(30).time)) ?? false)
    const times = reader.received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))
    expect(times).toEqual([0, 10, 20, 30].map((s) => at(s).time))
  })

  test('ST-04 a resumed stream is filled up without a gap and without a repetition', async () => {
    await world.store(world.truck, ...[0, 10, 20, 30, 40].map((s) => at(s)))
    const reader = await world.server.read(`/vehicle/${world.truck.id}?v${world.truck.id}-${at(10).time}`)
    await world.move(world.truck, at(50))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(50).time)) ?? false)
    const times = reader.received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))
    expect(times).toEqual([20, 30, 40, 50].map((s) => at(s).time))
    expect(reader.received.some(({ event }) => event === 'reset')).toBe(false)
  })

  test('ST-06 an id that is unknown, garbage or of another vehicle is answered by reset and the latest fix', async () => {
    await world.store(world.truck, at(0), at(10))
    await world.store(world.foreign, at(5))
    const ids = [
      `v${world.truck.id}-${at(7).time}-0-1-a`,
      `v${world.foreign.id}-${at(5).time}`,
      `v${world.truck.id}-${NOW + 86_400_000}`,
      `v${world.truck.id}-${NOW - LIVE.backfillMs - 1}`,
      `v${world.truck.id}-99999999999999999999`,
      'garbage',
    ]
    for (const id of ids) {
      const reader = await world.server.read(`/vehicle/${world.truck.id}?${encodeURIComponent(id)}`)
      await reader.until(({ event }) => event === 'livePoint')
      const events = reader.received.filter(({ event }) => event !== undefined)
      expect(events.map(({ event }) => event)).toEqual(['reset', 'livePoint'])
      expect(JSON.parse(events[1]?.data ?? '').time).toBe(at(10).time)
    }
  })

  test('ST-16 several vehicles share a connection, each filled up behind its own id and a new one from its latest fix', async () => {
    await world.store(world.truck, ...[0, 10, 20].map((s) => at(s)))
    await world.store(world.second, ...[5, 15].map((s) => at(s)))
    await world.store(world.foreign, at(7), at(17))
    const ids = [world.truck.id, world.second.id, world.foreign.id]
    const resume = `v${ids[0]}-${at(10).time},v${ids[1]}-${at(5).time}`
    const reader = await world.server.read(`/vehicle/${ids}?${encodeURIComponent(resume)}`)
    await reader.until(({ id }) => pointOf(id) === `v${ids[2]}-${at(17).time}`)
    await world.move(world.second, at(25))
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
    await vi.waitFor(() => expect(world.hub.size()).toBe(0))
  })

  test('ST-15 a fix that comes twice or late is not sent again', async () => {
    await world.store(world.truck, at(10))
    const reader = await world.server.read(`/vehicle/${world.truck.id}`)
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(10).time)) ?? false)
    world.publish(world.truck, at(10), at(5), at(20))
    await reader.until(({ id }) => pointOf(id)?.endsWith(String(at(20).time)) ?? false)
    const times = reader.received.flatMap(({ data }) => (data ? JSON.parse(data).time : []))
    expect(times).toEqual([10, 20].map((s) => at(s).time))
  })
})
