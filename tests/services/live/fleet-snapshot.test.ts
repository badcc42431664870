import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { createFleetSnapshot } from '#src/services/live/hub/fleet-subscription.ts'
import { batchOf, fleetMessage } from './stream-hub.fixture.ts'

const { snapshot, batch } = STREAM_EVENT

test('the stored fleet snapshot equals all its messages, and stays small', () => {
  const change = fc.record({
    event: fc.constantFrom<string>(batch, batch, batch, snapshot, STREAM_EVENT.reset),
    time: fc.integer({ min: 1, max: 40 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const snapshot = createFleetSnapshot()
      const plain = new Map<number, number>()
      for (const { event, time, ids } of changes) {
        snapshot.take(fleetMessage(event, batchOf(time, ...ids), 'x') as never)
        if (event !== batch) plain.clear()
        if (event === STREAM_EVENT.reset) continue
        for (const id of ids) if (time >= (plain.get(id) ?? 0)) plain.set(id, time)
      }
      const latestTimes = new Map<number, number>()
      for (const { data } of snapshot.messages()) {
        const parsed = JSON.parse(data)
        for (const [row, id] of parsed.vehicleId.entries())
          if (parsed.time[row] >= (latestTimes.get(id) ?? 0)) latestTimes.set(id, parsed.time[row])
      }
      expect(latestTimes).toEqual(plain)
      expect(snapshot.messages().length).toBeLessThanOrEqual(20)
    }),
  )
})
