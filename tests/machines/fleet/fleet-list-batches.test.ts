import { describe, expect, test } from 'vitest'
import { filtered, firstIds } from '#tests/kit/builders/list-requests.ts'
import { startFleet } from '#tests/kit/machines/fleet.fixture.ts'

const counts = { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 }

describe('a large list', () => {
  test('MAP-51 OPEN-55 loads in batches of fifty, one after another', async () => {
    const fixture = startFleet()
    fixture.fleet.send({ type: 'vehicles.chosen', vehicleIds: firstIds(120) })
    const batch = (from: number, to: number, adds: boolean) =>
      filtered({ vehicleIds: firstIds(120).slice(from, to), adds })
    expect(fixture.list.calls.slice(1).map(({ input }) => input)).toEqual([batch(0, 50, false)])
    await fixture.list.latest().resolve({ shown: 50, counts })
    expect(fixture.list.latest().input).toEqual(batch(50, 100, true))
    await fixture.list.latest().resolve({ shown: 100, counts })
    expect(fixture.list.latest().input).toEqual(batch(100, 120, true))
    await fixture.list.latest().resolve({ shown: 120, counts })
    expect(fixture.list.calls).toHaveLength(4)
    expect(fixture.now().context).toMatchObject({ shown: 120, batches: 3 })
    fixture.rate.latest().emit({ type: 'refresh.due' })
    expect(fixture.list.latest().input).toEqual(filtered({ vehicleIds: firstIds(120) }))
  })

  test('OPEN-55 resumes with the batch that failed', async () => {
    const fixture = startFleet()
    fixture.fleet.send({ type: 'vehicles.chosen', vehicleIds: firstIds(120) })
    await fixture.list.latest().resolve({ shown: 50, counts })
    await fixture.list.latest().reject(new Error('away'))
    fixture.fleet.send({ type: 'list.retry' })
    expect(fixture.list.latest().input).toEqual(filtered({ vehicleIds: firstIds(100).slice(50), adds: true }))
  })

  test('MAP-52 OPEN-51 holds at most 250 vehicles, each once', () => {
    const fixture = startFleet()
    fixture.fleet.send({ type: 'vehicles.chosen', vehicleIds: [1, 1, ...firstIds(400)] })
    expect(fixture.now().context.memo.large).toEqual(firstIds(250))
  })

  test('leaving the list stops loading it', async () => {
    const fixture = startFleet()
    fixture.fleet.send({ type: 'vehicles.chosen', vehicleIds: firstIds(120) })
    const { signal } = fixture.list.latest()
    fixture.fleet.send({ type: 'live.opened', vehicleId: 5 })
    expect(signal.aborted).toBe(true)
  })
})
