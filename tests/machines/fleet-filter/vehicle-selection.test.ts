import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SELECTION } from '#contract/constants.ts'
import type { Role } from '#contract/roles.ts'
import { selectVehicleSelection } from '#src/machines/fleet/fleet.selectors.ts'
import { batchLabels, batchOf, shownBatch } from '#src/machines/fleet/list-restoration.logic.ts'
import { toggleAll, toggleVehicle } from '#src/machines/fleet-filter/vehicle-selection.logic.ts'
import type { VehicleSelectionEvent } from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import {
  selectHasSelectionFailed,
  selectIsSelectionLoading,
  selectIsSelectionOpen,
  selectPicked,
} from '#src/machines/fleet-filter/vehicle-selection.selectors.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { startFleet } from '#tests/kit/machines/fleet.fixture.ts'

const first = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

const open = async (role: Role = 'MANAGER') => {
  const fixture = startFleet(role)
  const actor = () => {
    const found = selectVehicleSelection(fixture.now())
    if (found === undefined) throw new Error('There is no choice.')
    return found
  }
  const send = (...events: readonly VehicleSelectionEvent[]) => {
    for (const event of events) actor().send(event)
  }
  send({ type: 'vehicleSelection.opened' })
  return { ...fixture, send, vehicleSelection: () => actor().getSnapshot() }
}
const opened = async (role?: Role) => {
  const fixture = await open(role)
  await fixture.options.latest().resolve()
  return fixture
}
const APPLY = { type: 'vehicleSelection.applied' } as const
const toggled = (vehicleId: number): VehicleSelectionEvent => ({
  type: 'vehicleSelection.toggled',
  vehicleId,
})
const allOf = (vehicleIds: readonly number[]): VehicleSelectionEvent => ({
  type: 'vehicleSelection.allToggled',
  vehicleIds,
})

test('MAP-51 the batches are labelled 1-50, 51-100, 101-150, 151-200 and 201-250', () => {
  const labels = ['1-50', '51-100', '101-150', '151-200', '201-250']
  const table = [
    ...[
      [0, 0],
      [1, 1],
      [50, 1],
      [51, 2],
      [100, 2],
      [101, 3],
      [150, 3],
    ],
    ...[
      [151, 4],
      [200, 4],
      [201, 5],
      [250, 5],
      [251, 5],
      [9000, 5],
    ],
  ] as const
  for (const [count = 0, batches = 0] of table)
    expect(batchLabels(count), String(count)).toEqual(labels.slice(0, batches))
})

test('MAP-51 the batches hold every selected vehicle once, fifty at most, each with its label', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 51, maxLength: 250 }), (ids) => {
      const batches = batchLabels(ids.length).map((_, batch) => batchOf(ids, batch))
      expect(batches.flat()).toEqual(ids)
      for (const [batch, some] of batches.entries()) {
        expect(some.length).toBeLessThanOrEqual(SELECTION.batch)
        expect(shownBatch(ids, some)).toBe(batch)
      }
      expect(shownBatch(ids, ids)).toBeNull()
    }),
  )
})

test('MAP-52 in any order of picking, at most 250 vehicles are picked, each once, with a warning exactly when some were left out', () => {
  const press = fc.oneof(
    fc.integer({ min: 1, max: 400 }).map((id) => [id]),
    fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 100, maxLength: 300 }),
  )
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), (presses) => {
      let picked: readonly number[] = []
      for (const ids of presses) {
        const before = new Set(picked)
        const pressed = ids.length === 1 ? toggleVehicle(picked, ids[0] ?? 0) : toggleAll(picked, ids)
        const wanted = ids.filter((id) => !before.has(id)).length + before.size
        const picksMore = ids.some((id) => !before.has(id))
        expect(pressed.isOverMost).toBe(picksMore && wanted > 250)
        picked = pressed.picked
        expect(picked.length).toBeLessThanOrEqual(250)
        expect(new Set(picked).size).toBe(picked.length)
        if (!picksMore) expect(picked).toHaveLength(before.size - ids.length)
      }
    }),
  )
})

describe('the vehicle selection', () => {
  test('MAP-25 shows the checked vehicles on Apply and not before', async () => {
    const { send, list, mode, vehicleSelection } = await opened()
    send(toggled(7), toggled(9), toggled(7))
    expect([mode(), list.calls.length]).toEqual(['normalFleet', 1])
    send(APPLY)
    expect([mode(), list.latest().input]).toEqual(['checkedVehicles', filtered({ vehicleIds: [9] })])
    expect(selectIsSelectionOpen(vehicleSelection())).toBe(false)
  })

  test('MAP-52 OPEN-51 the 251st vehicle is refused with a warning', async () => {
    const { send, vehicleSelection, warned } = await opened()
    send(allOf(first(250)))
    expect(warned.done).toEqual([])
    send(toggled(251))
    expect(warned.done).toEqual([{ why: 'tooMany' }])
    expect(selectPicked(vehicleSelection())).toEqual(first(250))
    send(allOf(first(300)))
    expect(warned.done).toHaveLength(2)
    send(toggled(1), toggled(251))
    expect(selectPicked(vehicleSelection())).toHaveLength(250)
    expect(warned.done).toHaveLength(2)
  })

  test('cancelling restores the previous selection; clearing restores the default list', async () => {
    const { send, options, vehicleSelection, mode } = await opened()
    send(toggled(7), APPLY, { type: 'vehicleSelection.opened' })
    await options.latest().resolve()
    send(toggled(8), { type: 'vehicleSelection.cancelled' })
    expect(selectPicked(vehicleSelection())).toEqual([7])
    expect(mode()).toBe('checkedVehicles')
    send({ type: 'vehicleSelection.cleared' })
    expect([mode(), selectPicked(vehicleSelection())]).toEqual(['normalFleet', []])
  })

  test('MAP-34 applying no vehicles loads nothing for SUPPORT', async () => {
    const { send, list } = await opened('SUPPORT')
    send(APPLY)
    expect(list.calls).toHaveLength(0)
  })
})

describe('MAP-54 the selectable vehicles', () => {
  test.each(['CUSTOMER', 'CUSTOMERADMIN'] as const)(
    'OPEN-53 are requested again every 5000 ms, five times, then a warning shows: %s',
    async (role) => {
      const { options, clock, vehicleSelection, warned } = await open(role)
      for (let repeat = 1; repeat <= 5; repeat++) {
        await options.latest().reject(new Error('500'))
        expect([options.calls.length, selectIsSelectionLoading(vehicleSelection())]).toEqual([repeat, true])
        clock.increment(4999)
        expect(options.calls).toHaveLength(repeat)
        clock.increment(1)
        expect(options.calls).toHaveLength(repeat + 1)
      }
      expect(warned.done).toEqual([])
      await options.latest().reject(new Error('500'))
      clock.increment(60_000)
      expect(options.calls).toHaveLength(6)
      expect(warned.done).toEqual([{ why: 'unreached' }])
      expect(selectHasSelectionFailed(vehicleSelection())).toBe(true)
    },
  )

  test('are available as soon as one of the retries succeeds', async () => {
    const { options, clock, vehicleSelection, send } = await open('CUSTOMER')
    await options.latest().reject(new Error('500'))
    clock.increment(5000)
    await options.latest().resolve()
    send(toggled(3))
    expect(selectPicked(vehicleSelection())).toEqual([3])
  })

  test('SES-53 are requested twice for other roles, and again on Retry', async () => {
    const { options, clock, vehicleSelection, send, warned } = await open('MANAGER')
    await options.latest().reject(new Error('500'))
    clock.increment(4999)
    expect(options.calls).toHaveLength(1)
    clock.increment(1)
    await options.latest().reject(new Error('500'))
    clock.increment(60_000)
    expect([options.calls.length, selectHasSelectionFailed(vehicleSelection()), warned.done]).toEqual([
      2,
      true,
      [],
    ])
    expect(vehicleSelection().context.failure).not.toBeNull()
    send({ type: 'vehicleSelection.retry' })
    expect(options.calls).toHaveLength(3)
    expect(vehicleSelection().context.failure).toBeNull()
  })
})
