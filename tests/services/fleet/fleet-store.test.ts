import { describe, expect, test } from 'vitest'
import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import { OFFLINE_AFTER_MS } from '#domain/status.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { mapVehicle, NOON } from '#tests/kit/builders/map-scene.ts'

const fixOf = (
  vehicleId: number,
  given: Partial<Record<Exclude<keyof FleetBatch, 'vehicleId'>, number>> = {},
) => ({
  vehicleId: [vehicleId],
  time: [given.time ?? NOON + 10_000],
  lng: [given.lng ?? 77],
  lat: [given.lat ?? 20],
  speed: [given.speed ?? 40],
  heading: [given.heading ?? 90],
  status: [given.status ?? 0],
})

const storeOf = (...vehicles: FleetVehicle[]) => {
  const store = createFleetStore()
  store.replaceMembers(vehicles)
  return store
}

const rowOf = (store: ReturnType<typeof createFleetStore>, vehicleId: number) => {
  const slot = store.slotOf(vehicleId) ?? -1
  const { time, lng, lat, speed, heading, status } = store.columns
  return [time[slot], lng[slot], lat[slot], speed[slot], heading[slot], status[slot]]
}

describe('the fleet store', () => {
  test('MAP-20 takes positions from a list; unknown ones are NaN', () => {
    const store = storeOf(
      mapVehicle(7),
      mapVehicle(8, {
        latitude: null,
        longitude: null,
        heading: null,
        currentVehicleSpeed: null,
        fixTime: 0,
      }),
    )
    expect(store.size).toBe(2)
    expect(rowOf(store, 7)).toEqual([NOON, 80.27, 13.08, 54, 45, 0])
    expect(rowOf(store, 8)).toEqual([0, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0])
    expect(store.record(7)?.registrationId).toBe('TN 01 AB 0007')
    expect(store.record(9)).toBeUndefined()
  })

  test('MAP-21 an unknown status is not counted and breaks nothing', () => {
    const store = storeOf(mapVehicle(1, { vehicleStatus: 'TOWED' }), mapVehicle(2, { vehicleStatus: 'IDLE' }))
    expect(rowOf(store, 1).at(-1)).toBe(255)
    expect(store.counts()).toEqual({ RUNNING: 0, IDLING: 1, STOPPED: 0, KEYON: 0, OFFLINE: 0 })
  })

  test('an older fix in a batch is ignored, a different one of the same time is taken', () => {
    const store = storeOf(mapVehicle(1))
    expect(store.applyBatch(fixOf(1, { time: NOON - 1 }))).toBe(0)
    expect(store.applyBatch(fixOf(1, { time: NOON, status: 2 }))).toBe(1)
    expect(store.applyBatch(fixOf(1, { time: NOON, status: 2 }))).toBe(0)
    expect(rowOf(store, 1)).toEqual([NOON, 77, 20, 40, 90, 2])
  })

  test('a list older than the stream does not move a vehicle back', () => {
    const store = storeOf(mapVehicle(1))
    store.applyBatch(fixOf(1))
    store.replaceMembers([mapVehicle(2), mapVehicle(1, { registrationId: 'KA 51 MJ 0937' })])
    expect(rowOf(store, 1)).toEqual([NOON + 10_000, 77, 20, 40, 90, 0])
    expect(store.record(1)?.registrationId).toBe('KA 51 MJ 0937')
    store.replaceMembers([mapVehicle(1, { fixTime: NOON + 20_000 })])
    expect(rowOf(store, 1)[0]).toBe(NOON + 20_000)
  })

  test('fixes of unknown vehicles, off the globe or without a time are ignored', () => {
    const store = storeOf(mapVehicle(1))
    const { version } = store
    for (const fix of [
      fixOf(5),
      fixOf(1, { lng: 181 }),
      fixOf(1, { lat: Number.NaN }),
      fixOf(1, { time: Number.NaN }),
    ])
      expect(store.applyBatch(fix)).toBe(0)
    expect(store.version).toBe(version)
  })

  test('a batch with columns of different lengths is rejected whole', () => {
    const store = storeOf(mapVehicle(1))
    expect(() => store.applyBatch({ ...fixOf(1), lat: [] })).toThrow(
      'A fleet batch of 1 vehicles has 0 values of lat.',
    )
    expect(rowOf(store, 1)[0]).toBe(NOON)
  })

  test('a vehicle id that is not a 32-bit integer is rejected and the members stay', () => {
    const store = storeOf(mapVehicle(1))
    expect(() => store.replaceMembers([mapVehicle(2 ** 31)])).toThrow(
      'Vehicle id 2147483648 is no 32-bit integer.',
    )
    expect(store.slotOf(1)).toBe(0)
  })

  test('a vehicle silent for half an hour is OFFLINE until its next fix; one without a fix is unchanged', () => {
    const store = storeOf(mapVehicle(1), mapVehicle(2, { fixTime: 0, vehicleStatus: 'STOPPED' }))
    store.age(NOON + OFFLINE_AFTER_MS - 1)
    expect(store.counts()).toMatchObject({ RUNNING: 1, STOPPED: 1 })
    expect(store.age(NOON + OFFLINE_AFTER_MS)).toBe(1)
    expect(store.counts()).toMatchObject({ RUNNING: 0, STOPPED: 1, OFFLINE: 1 })
    expect(store.age(NOON + OFFLINE_AFTER_MS)).toBe(0)
    store.applyBatch(fixOf(1, { time: NOON + OFFLINE_AFTER_MS + 1 }))
    expect(store.counts()).toMatchObject({ RUNNING: 1, OFFLINE: 0 })
  })

  test('listeners receive the changed slots, and nothing after unsubscribing', () => {
    const store = storeOf(mapVehicle(1), mapVehicle(2))
    const received: unknown[] = []
    const leave = store.onChange(({ slots }) => received.push(slots))
    const { membershipVersion } = store
    store.applyBatch(fixOf(2))
    expect(store.membershipVersion).toBe(membershipVersion)
    store.replaceMembers([mapVehicle(2)])
    expect(store.membershipVersion).toBeGreaterThan(membershipVersion)
    leave()
    store.applyBatch(fixOf(2, { time: NOON + 20_000 }))
    expect(received).toEqual([[1], 'all'])
  })

  test('OPEN-44 a fix received before its vehicle was listed counts if the list is older', () => {
    const store = storeOf(mapVehicle(1))
    store.applyBatch(fixOf(2, { time: NOON + 20_000, status: 1 }))
    store.replaceMembers([mapVehicle(1), mapVehicle(2, { fixTime: NOON + 10_000 }), mapVehicle(3)])
    expect(rowOf(store, 2)).toEqual([NOON + 20_000, 77, 20, 40, 90, 1])
    expect(store.counts()).toMatchObject({ RUNNING: 2, IDLING: 1 })
    store.replaceMembers([mapVehicle(3)])
    store.replaceMembers([mapVehicle(2, { fixTime: NOON + 10_000 })])
    expect(rowOf(store, 2)[0]).toBe(NOON + 20_000)
    store.clear()
    store.replaceMembers([mapVehicle(2, { fixTime: NOON + 10_000 })])
    expect(rowOf(store, 2)[0]).toBe(NOON + 10_000)
  })

  test('MAP-45 counts of a filtered list stay correct while its vehicles change', () => {
    const store = createFleetStore()
    const counts = { RUNNING: 2, IDLING: 5, STOPPED: 0, KEYON: 0, OFFLINE: 1 }
    store.replaceMembers([mapVehicle(1), mapVehicle(2)], counts)
    expect(store.counts()).toEqual(counts)
    store.applyBatch(fixOf(2, { status: 1 }))
    expect(store.counts()).toEqual({ ...counts, RUNNING: 1, IDLING: 6 })
    expect(store.counts()).toBe(store.counts())
  })

  describe('OPEN-40 a truck of any status is late', () => {
    const lateOf = (store: ReturnType<typeof createFleetStore>, vehicleId: number) =>
      store.columns.late[store.slotOf(vehicleId) ?? -1]

    test('when its fix is older than 45 s, until the next fix', () => {
      const store = storeOf(mapVehicle(1), mapVehicle(2, { fixTime: 0 }))
      store.age(NOON + 45_000)
      expect(lateOf(store, 1)).toBe(0)
      const received: unknown[] = []
      store.onChange(({ slots }) => received.push(slots))
      expect(store.age(NOON + 45_001)).toBe(1)
      expect([lateOf(store, 1), lateOf(store, 2)]).toEqual([1, 0])
      expect(received).toEqual([[0]])
      expect(store.age(NOON + 46_000)).toBe(0)
      store.applyBatch(fixOf(1, { time: NOON + 46_000 }))
      expect(lateOf(store, 1)).toBe(0)
    })

    test('at once, if the fix is already old when it arrives', () => {
      const store = createFleetStore()
      store.age(NOON + 60_000)
      store.replaceMembers([mapVehicle(1), mapVehicle(2)])
      store.applyBatch(fixOf(2, { time: NOON + 1000 }))
      expect([lateOf(store, 1), lateOf(store, 2)]).toEqual([1, 1])
    })

    test('only after three times its median interval if it reports seldom, from the first list on', () => {
      const store = storeOf(mapVehicle(1, { intervalS: 60 }), mapVehicle(2, { intervalS: null }))
      store.age(NOON + 180_000)
      expect([lateOf(store, 1), lateOf(store, 2)]).toEqual([0, 1])
      store.age(NOON + 180_001)
      expect(lateOf(store, 1)).toBe(1)
      store.replaceMembers([mapVehicle(1, { intervalS: 120 })])
      expect(lateOf(store, 1)).toBe(0)
    })
  })
})
