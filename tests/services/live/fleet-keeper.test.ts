import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { createFleetKeeper } from '#src/services/live/hub/fleet-keeper.ts'
import { batchOf, fleetMessage } from './hub-kit.ts'

const { snapshot, batch } = STREAM_EVENT

test('what is kept of the fleet says the same as all its messages, and stays small', () => {
  const change = fc.record({
    event: fc.constantFrom<string>(batch, batch, batch, snapshot, STREAM_EVENT.reset),
    time: fc.integer({ min: 1, max: 40 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const keeper = createFleetKeeper()
      const plain = new Map<number, number>()
      for (const { event, time, ids } of changes) {
        keeper.take(fleetMessage(event, batchOf(time, ...ids), 'x') as never)
        if (event !== batch) plain.clear()
        if (event === STREAM_EVENT.reset) continue
        for (const id of ids) if (time >= (plain.get(id) ?? 0)) plain.set(id, time)
      }
      const kept = new Map<number, number>()
      for (const { data } of keeper.messages()) {
        const said = JSON.parse(data)
        for (const [row, id] of said.vehicleId.entries())
          if (said.time[row] >= (kept.get(id) ?? 0)) kept.set(id, said.time[row])
      }
      expect(kept).toEqual(plain)
      expect(keeper.messages().length).toBeLessThanOrEqual(20)
    }),
  )
})
