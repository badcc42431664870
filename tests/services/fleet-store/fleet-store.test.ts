import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OFFLINE_AFTER_MS } from '#contract/constants.ts'
import type { FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import type { FleetBatch } from '#contract/records/live.ts'
import { VEHICLE_STATUSES } from '#contract/records/vehicle-status.ts'
import { createFleetStore } from '#src/services/fleet-store/fleet-store.ts'
import { NOON, vehicle } from '#tests/map/fixtures.ts'

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
  test('MAP-20 takes the positions of a list; what is not known is NaN', () => {
    const store = storeOf(
      vehicle(7),
      vehicle(8, { latitude: null, longitude: null, heading: null, currentVehicleSpeed: null, fixTime: 0 }),
    )
    expect(store.size).toBe(2)
    expect(rowOf(store, 7)).toEqual([NOON, 80.27, 13.08, 54, 45, 0])
    expect(rowOf(store, 8)).toEqual([0, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 0])
    expect(store.record(7)?.registrationId).toBe('TN 01 AB 0007')
    expect(store.record(9)).toBeUndefined()
  })

  test('MAP-21 an unknown status counts nowhere and breaks nothing', () => {
    const store = storeOf(vehicle(1, { vehicleStatus: 'TOWED' }), vehicle(2, { vehicleStatus: 'IDLE' }))
    expect(rowOf(store, 1).at(-1)).toBe(255)
    expect(store.counts()).toEqual({ RUNNING: 0, IDLING: 1, STOPPED: 0, KEYON: 0, OFFLINE: 0 })
  })

  test('an older fix of a batch is left out, one of the same time that differs is taken', () => {
    const store = storeOf(vehicle(1))
    expect(store.applyBatch(fixOf(1, { time: NOON - 1 }))).toBe(0)
    expect(store.applyBatch(fixOf(1, { time: NOON, status: 2 }))).toBe(1)
    expect(store.applyBatch(fixOf(1, { time: NOON, status: 2 }))).toBe(0)
    expect(rowOf(store, 1)).toEqual([NOON, 77, 20, 40, 90, 2])
  })

  test('a list that is older than the stream does not take a vehicle back', () => {
    const store = storeOf(vehicle(1))
    store.applyBatch(fixOf(1))
    store.replaceMembers([vehicle(2), vehicle(1, { registrationId: 'KA 51 MJ 0937' })])
    expect(rowOf(store, 1)).toEqual([NOON + 10_000, 77, 20, 40, 90, 0])
    expect(store.record(1)?.registrationId).toBe('KA 51 MJ 0937')
    store.replaceMembers([vehicle(1, { fixTime: NOON + 20_000 })])
    expect(rowOf(store, 1)[0]).toBe(NOON + 20_000)
  })

  test('fixes of strangers, off the globe or without a time change nothing', () => {
    const store = storeOf(vehicle(1))
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

  test('a batch with columns of different length is refused whole', () => {
    const store = storeOf(vehicle(1))
    expect(() => store.applyBatch({ ...fixOf(1), lat: [] })).toThrow(
      'A fleet batch of 1 vehicles has 0 values of lat.',
    )
    expect(rowOf(store, 1)[0]).toBe(NOON)
  })

  test('a vehicle id that is no 32-bit integer is refused and the members stay', () => {
    const store = storeOf(vehicle(1))
    expect(() => store.replaceMembers([vehicle(2 ** 31)])).toThrow(
      'Vehicle id 2147483648 is no 32-bit integer.',
    )
    expect(store.slotOf(1)).toBe(0)
  })

  test('a vehicle silent for half an hour is OFFLINE until it speaks; one without a fix is left alone', () => {
    const store = storeOf(vehicle(1), vehicle(2, { fixTime: 0, vehicleStatus: 'STOPPED' }))
    expect(store.age(NOON + OFFLINE_AFTER_MS - 1)).toBe(0)
    expect(store.age(NOON + OFFLINE_AFTER_MS)).toBe(1)
    expect(store.counts()).toMatchObject({ RUNNING: 0, STOPPED: 1, OFFLINE: 1 })
    expect(store.age(NOON + OFFLINE_AFTER_MS)).toBe(0)
    store.applyBatch(fixOf(1, { time: NOON + OFFLINE_AFTER_MS + 1 }))
    expect(store.counts()).toMatchObject({ RUNNING: 1, OFFLINE: 0 })
  })

  test('listeners hear which slots changed, and nothing once they left', () => {
    const store = storeOf(vehicle(1), vehicle(2))
    const heard: unknown[] = []
    const leave = store.onChange(({ slots }) => heard.push(slots))
    const { membershipVersion } = store
    store.applyBatch(fixOf(2))
    expect(store.membershipVersion).toBe(membershipVersion)
    store.replaceMembers([vehicle(2)])
    expect(store.membershipVersion).toBeGreaterThan(membershipVersion)
    leave()
    store.applyBatch(fixOf(2, { time: NOON + 20_000 }))
    expect(heard).toEqual([[1], 'all'])
  })

  test('any mix of lists and batches leaves what a plain map of newest fixes would', () => {
    const id = fc.integer({ min: 1, max: 6 })
    const fix = fc.record({
      id,
      time: fc.integer({ min: 1, max: 50 }),
      lng: fc.integer({ min: -180, max: 180 }),
      lat: fc.integer({ min: -80, max: 80 }),
      status: fc.integer({ min: 0, max: 4 }),
    })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('batch' as const), fixes: fc.array(fix, { maxLength: 6 }) }),
      fc.record({
        kind: fc.constant('list' as const),
        fixes: fc.uniqueArray(fix, { maxLength: 6, selector: (each) => each.id }),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const store = createFleetStore()
        let model = new Map<number, { time: number; lng: number; lat: number; status: number }>()
        for (const { kind, fixes } of steps) {
          if (kind === 'list') {
            store.replaceMembers(
              fixes.map(({ id: vehicleId, time, lng, lat, status }) =>
                vehicle(vehicleId, {
                  fixTime: time,
                  longitude: lng,
                  latitude: lat,
                  vehicleStatus: VEHICLE_STATUSES[status] ?? '',
                }),
              ),
            )
            const held = model
            model = new Map(
              fixes.map((each) => {
                const have = held.get(each.id)
                return [each.id, have && have.time > each.time ? have : each]
              }),
            )
          } else {
            store.applyBatch({
              vehicleId: fixes.map((each) => each.id),
              time: fixes.map((each) => each.time),
              lng: fixes.map((each) => each.lng),
              lat: fixes.map((each) => each.lat),
              speed: fixes.map(() => -1),
              heading: fixes.map(() => -1),
              status: fixes.map((each) => each.status),
            })
            for (const each of fixes) {
              const have = model.get(each.id)
              if (have && each.time >= have.time) model.set(each.id, each)
            }
          }
        }
        expect(store.size).toBe(model.size)
        for (const [vehicleId, { time, lng, lat, status }] of model) {
          const [heldTime, heldLng, heldLat, , , heldStatus] = rowOf(store, vehicleId)
          expect([heldTime, heldLng, heldLat, heldStatus]).toEqual([time, lng, lat, status])
        }
        const counted = Object.values(store.counts()).reduce((sum, count) => sum + count, 0)
        expect(counted).toBe(model.size)
      }),
    )
  })
})
