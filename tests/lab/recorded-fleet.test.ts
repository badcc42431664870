import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { FleetBatch } from '#contract/records/live.ts'
import type { Recording } from '#contract/records/recording.ts'
import { fleetArrivals } from '#src/lab/recorded-fleet.ts'
import { transportMachine } from '#src/machines/lab/transport.machine.ts'
import { createFleetStore, type FleetStore } from '#src/services/fleet/fleet-store.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { packRecording, readRecording } from '#src/services/recorder/recording-file.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { vehicle } from '#tests/kit/builders/vehicle.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const VEHICLES = 40

const batchOf = (minute: number, ids: readonly number[]): FleetBatch => ({
  vehicleId: [...ids],
  time: ids.map(() => NOW + minute * 60_000),
  lng: ids.map((id) => 77 + id / 100 + minute / 1000),
  lat: ids.map((id) => 12 + id / 100),
  speed: ids.map((id) => (id % 3 === 0 ? -1 : id)),
  heading: ids.map((id) => id * 3),
  status: ids.map((id) => id % 4),
})

const listOf = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    vehicle(i + 1, {
      registrationId: `MH 12 AB ${1000 + i}`,
      longitude: 77.5,
      latitude: 12.5,
      fixTime: NOW - 1,
    }),
  )

const mask = createMask()
const trueIds = new Map(Array.from({ length: VEHICLES }, (_, i) => [mask.id(i + 1), i + 1]))

/** Ten minutes of a fleet, recorded: a list, fixes each minute, and a list with one vehicle less and one changed. */
const record = (options: { keptSize?: number; keptMs?: number } = {}) => {
  let at = 0
  const recorder = createRecorder({
    clock: createClock(),
    now: () => NOW + at,
    mask,

    ...{ release: 'test', userAgent: 'test', segmentMs: 60_000, ...options },
  })
  const actor = createActor(transportMachine, { input: { length: 9 }, inspect: recorder.inspect }).start()
  const store = createFleetStore()
  recorder.followFleet(store)
  const list = listOf(VEHICLES)
  store.replaceMembers(list)
  const ids = list.map(({ vehicleId }) => vehicleId)
  const minute = async (number: number) => {
    at = number * 60_000 + 1
    store.applyBatch(
      batchOf(
        number,
        ids.filter((id) => (id + number) % 2 === 0),
      ),
    )
    actor.send({ type: 'transport.stepped', by: 1 })
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { recorder, store, list, minute }
}

const recordAll = async (options?: Parameters<typeof record>[0]) => {
  const { recorder, store, list, minute } = record(options)
  for (let number = 1; number <= 10; number++) {
    if (number === 5)
      store.replaceMembers(
        list.slice(1).map((each) => (each.vehicleId === 9 ? { ...each, model: 'other' } : each)),
      )
    await minute(number)
  }
  return { recorder, store }
}

/** A store after everything that a recording brings. */
const replayed = (recording: Recording): FleetStore => {
  const store = createFleetStore()
  for (const arrival of fleetArrivals(recording))
    if ('vehicles' in arrival) store.replaceMembers(arrival.vehicles)
    else store.applyBatch(arrival.batch)
  return store
}

/** The columns of a store in the order of `idOf` its vehicles. */
const columnsOf = ({ columns, size }: FleetStore, idOf: (id: number) => number = (id) => id) => {
  const ids = Array.from(columns.vehicleId.slice(0, size), idOf)
  const order = ids.map((_, slot) => slot).sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0))
  return {
    ...Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, order.map((slot) => column[slot] ?? 0)]),
    ),
    vehicleId: order.map((slot) => ids[slot] ?? 0),
  } as Record<keyof FleetStore['columns'], number[]>
}

const trueId = (id: number): number => trueIds.get(id) ?? 0

describe('the fleet in a recording', () => {
  test.each([
    ['whole', {}],
    ['whose oldest minutes were dropped', { keptMs: 240_000 }],
    ['whose oldest minutes were too large', { keptSize: 60_000 }],
  ])('of a session %s leads a store to the same vehicles and fixes', async (_, options) => {
    const { recorder, store } = await recordAll(options)
    const recording = readRecording(packRecording(recorder.snapshot({ withPlaces: true })))
    expect(recording.segments[0]?.startsAt === 0).toBe(Object.keys(options).length === 0)
    const again = replayed(recording)
    expect(again.size).toBe(VEHICLES - 1)
    expect(columnsOf(again, trueId)).toEqual(columnsOf(store))
    expect(again.record(mask.id(9))?.model).toBe('other')
  })

  test('is masked and moved, and its lists hold what has changed', async () => {
    const { recorder, store } = await recordAll()
    const recording = recorder.snapshot()
    expect(JSON.stringify(recording)).not.toContain('MH 12')
    const again = replayed(recording)
    const [moved, truth] = [columnsOf(again, trueId), columnsOf(store)]
    expect([moved.time, moved.speed]).toEqual([truth.time, truth.speed])
    const ids = recording.segments.flatMap((segment) => fleetArrivals({ ...recording, segments: [segment] }))
    for (const arrival of ids) {
      const held =
        'batch' in arrival ? arrival.batch.vehicleId : arrival.vehicles.map((each) => each.vehicleId)
      expect(Math.min(...held)).toBeGreaterThanOrEqual(2 ** 30)
      if ('batch' in arrival) expect(held).toEqual(held.toSorted((one, other) => one - other))
    }
    // Each vehicle by degrees of its own.
    for (const [field, least] of [
      ['lng', 10],
      ['lat', 2],
    ] as const) {
      const by = moved[field].map((value, at) => Number((value - (truth[field][at] ?? 0)).toFixed(6)))
      expect(Math.min(...by.map(Math.abs))).toBeGreaterThanOrEqual(least)
      expect(new Set(by).size).toBe(by.length)
    }
    const lists = recording.segments.flatMap((segment) => segment.lists ?? [])
    expect(lists.map(({ vehicles, removed }) => [vehicles.length, removed])).toEqual([
      [VEHICLES, []],
      [1, [mask.id(1)]],
    ])
  })

  test('ends a segment where nobody does anything but fixes come', async () => {
    const { recorder, store } = record({ keptSize: 200_000 })
    const ids = Array.from({ length: VEHICLES }, (_, i) => i + 1)
    for (let second = 1; second <= 200; second++) {
      store.applyBatch(batchOf(second / 60, ids))
      await Promise.resolve()
    }
    const { segments } = recorder.snapshot()
    expect(segments.length).toBeGreaterThan(3)
    expect(JSON.stringify(segments).length).toBeLessThanOrEqual(220_000)
  })

  test('is refused where its columns are not as long as they say', async () => {
    const { recorder } = await recordAll()
    const recording = recorder.snapshot()
    const fixes = recording.segments[0]?.fixes
    if (fixes !== undefined) fixes.count += 1
    expect(() => fleetArrivals(recording)).toThrow(RangeError)
  })
})
