import { describe, expect, test } from 'vitest'
import { startFleet } from '#tests/kit/fleet-by-hand.ts'
import { filtered, firstIds } from '#tests/kit/list-requests.ts'

const counts = { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

describe('a large list', () => {
  test('MAP-51 OPEN-55 comes fifty by fifty, each when the one before is there', async () => {
    const kit = startFleet()
    kit.fleet.send({ type: 'vehicles.chosen', vehicleIds: firstIds(120) })
    const batch = (from: number, to: number, adds: boolean) =>
      filtered({ vehicleIds: firstIds(120).slice(from, to), adds })
    expect(kit.list.calls.slice(1).map(({ input }) => input)).toEqual([batch(0, 50, false)])
    await kit.list.latest().resolve({ shown: 50, counts })
    expect(kit.list.latest().input).toEqual(batch(50, 100, true))
    await kit.list.latest().resolve({ shown: 100, counts })
    expect(kit.list.latest().input).toEqual(batch(100, 120, true))
    await kit.list.latest().resolve({ shown: 120, counts })
    expect(kit.list.calls).toHaveLength(4)
    expect(kit.now().context).toMatchObject({ shown: 120, batches: 3 })
    kit.rate.latest().emit({ type: 'refresh.due' })
    expect(kit.list.latest().input).toEqual(filtered({ vehicleIds: firstIds(120) }))
  })

  test('OPEN-55 goes on with the batch that failed', async () => {
    const kit = startFleet()
    kit.fleet.send({ type: 'vehicles.chosen', vehicleIds: firstIds(120) })
    await kit.list.latest().resolve({ shown: 50, counts })
    await kit.list.latest().reject(new Error('away'))
    kit.fleet.send({ type: 'list.retry' })
    expect(kit.list.latest().input).toEqual(filtered({ vehicleIds: firstIds(100).slice(50), adds: true }))
  })

  test('MAP-52 OPEN-51 has 250 vehicles at most, each once', () => {
    const kit = startFleet()
    kit.fleet.send({ type: 'vehicles.chosen', vehicleIds: [1, 1, ...firstIds(400)] })
    expect(kit.now().context.memo.large).toEqual(firstIds(250))
  })

  test('a list that was left does not go on loading', async () => {
    const kit = startFleet()
    kit.fleet.send({ type: 'vehicles.chosen', vehicleIds: firstIds(120) })
    const { signal } = kit.list.latest()
    kit.fleet.send({ type: 'live.opened', vehicleId: 5 })
    expect(signal.aborted).toBe(true)
  })
})
