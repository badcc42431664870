import { describe, expect, test } from 'vitest'
import { LIVE } from '#server/live/limits.ts'
import { at, batchOf, withHub } from './live-hub.fixture.ts'

const fixture = withHub()

describe('the fleet stream', () => {
  test('starts with a snapshot of the visible vehicles, then sends batches of the newest fix of each', async () => {
    await fixture().store(fixture().truck, at(0))
    await fixture().store(fixture().foreign, at(0))
    const reader = await fixture().server.read(`/fleet/${fixture().truck.id},${fixture().second.id}`)
    const snapshot = await reader.until(({ event }) => event === 'snapshot')
    expect(batchOf(snapshot)).toEqual({
      vehicleId: [fixture().truck.id],
      time: [at(0).time],
      lng: [73.85],
      lat: [18.52],
      speed: [40],
      heading: [90],
      status: [0],
    })
    await fixture().move(fixture().truck, at(10), at(20))
    await fixture().move(fixture().second, at(20, { speed: 0 }))
    await fixture().move(fixture().foreign, at(30))
    await reader.until((one) => one.event === 'batch' && batchOf(one).vehicleId.includes(fixture().second.id))
    const batches = reader.received.filter(({ event }) => event === 'batch').map(batchOf)
    const moved = batches.flatMap(({ vehicleId, time }) => vehicleId.map((id, i) => [id, time[i]]))
    expect(moved).toContainEqual([fixture().truck.id, at(20).time])
    expect(moved).not.toContainEqual([fixture().truck.id, at(10).time])
    expect(moved.map(([id]) => id)).not.toContain(fixture().foreign.id)
  })

  test('staff who see several companies get one snapshot, with the other company added to it', async () => {
    await fixture().store(fixture().truck, at(0))
    await fixture().store(fixture().foreign, at(5))
    const reader = await fixture().server.read(`/fleet/${fixture().truck.id},${fixture().foreign.id}`)
    await reader.until(({ event }) => event === 'batch')
    const events = reader.received.filter(({ event }) => event !== undefined)
    expect(events.map(({ event }) => event)).toEqual(['snapshot', 'batch'])
    expect(events.flatMap((one) => batchOf(one).vehicleId)).toEqual([
      fixture().truck.id,
      fixture().foreign.id,
    ])
    await fixture().move(fixture().foreign, at(9))
    await reader.until((one) => one.event === 'batch' && batchOf(one).time[0] === at(9).time)
  })

  test.each(['garbage', 'f00000000-1-abc-7', '../../etc', 'x'.repeat(500)])(
    'ST-06 the resume id %s is answered by reset and a snapshot',
    async (id) => {
      await fixture().store(fixture().truck, at(0))
      const reader = await fixture().server.read(`/fleet/${fixture().truck.id}?${encodeURIComponent(id)}`)
      await reader.until(({ event }) => event === 'snapshot')
      expect(reader.received.flatMap(({ event }) => event ?? [])).toEqual(['reset', 'snapshot'])
    },
  )

  test('resuming with a valid id is answered by a snapshot only', async () => {
    await fixture().store(fixture().truck, at(0))
    const path = `/fleet/${fixture().truck.id}`
    const { id = '' } = await (await fixture().server.read(path)).until(({ event }) => event === 'snapshot')
    const again = await fixture().server.read(`${path}?${encodeURIComponent(id)}`)
    await again.until(({ event }) => event === 'snapshot')
    expect(again.received.flatMap(({ event }) => event ?? [])).toEqual(['snapshot'])
  })

  test('a vehicle stored by another process is in the snapshot of later readers', async () => {
    const path = `/fleet/${fixture().truck.id},${fixture().second.id}`
    await (await fixture().server.read(path)).until(({ event }) => event === 'snapshot')
    await fixture().store(fixture().second, at(3))
    fixture().pass(LIVE.snapshotMs)
    const later = await fixture().server.read(path)
    expect(batchOf(await later.until(({ event }) => event === 'snapshot')).vehicleId).toEqual([
      fixture().second.id,
    ])
  })
})
