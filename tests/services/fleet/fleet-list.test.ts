import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFleetList } from '#src/services/fleet/fleet-list.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { fleetOf, mapVehicle, NOON } from '#tests/kit/builders/map-scene.ts'

const setUp = () => {
  const store = createFleetStore()
  store.replaceMembers([
    mapVehicle(1, { registrationId: 'TN 01 AB 4821', vehicleStatus: 'OFFLINE' }),
    mapVehicle(2, { registrationId: 'KA 51 MJ 0937', vehicleStatus: 'RUNNING' }),
    mapVehicle(3, { registrationId: 'DL 1L AE 3302', vehicleStatus: 'STOPPED' }),
    mapVehicle(4, { registrationId: 'GJ 06 BX 1180', vehicleStatus: 'KEYON' }),
    mapVehicle(5, { registrationId: 'MH 12 QT 7716', vehicleStatus: 'IDLE' }),
    mapVehicle(6, { registrationId: 'HR 26 DK 0001', vehicleStatus: 'RUNNING' }),
    mapVehicle(7, { registrationId: 'AP 02 ZZ 0001', vehicleStatus: '' }),
  ])
  return { store, list: createFleetList({ store }) }
}

const stop = (vehicleId: number) => ({
  vehicleId: [vehicleId],
  time: [NOON + 10_000],
  lng: [77],
  lat: [20],
  speed: [0],
  heading: [0],
  status: [2],
})

describe('the card list', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('MAP-44 CONFLICT-02 is ordered by status rank, then registration, with no recent data last', () => {
    expect(setUp().list.getSnapshot()).toEqual([6, 2, 5, 3, 4, 1, 7])
  })

  test('MAP-06 search ignores case, blanks and dashes', () => {
    const { list } = setUp()
    list.setSearch('ka-51mj')
    expect(list.getSnapshot()).toEqual([2])
    list.setSearch('0001')
    expect(list.getSnapshot()).toEqual([6, 7])
    list.setSearch(' ')
    expect(list.getSnapshot()).toHaveLength(7)
  })

  test('holds only the visible vehicles', () => {
    const { list } = setUp()
    list.setVisible(new Set([1, 5, 99]))
    expect(list.getSnapshot()).toEqual([5, 1])
    list.setVisible('all')
    expect(list.getSnapshot()).toHaveLength(7)
  })

  test('returns the same array until the order changes', () => {
    const { store, list } = setUp()
    list.subscribe(() => undefined)
    const before = list.getSnapshot()
    store.applyBatch(stop(3))
    vi.advanceTimersByTime(1000)
    expect(list.getSnapshot()).toBe(before)
  })

  test('reorders by status once a second, by members and search at once', () => {
    const { store, list } = setUp()
    let notifications = 0
    const leave = list.subscribe(() => {
      notifications += 1
    })
    list.getSnapshot()
    notifications = 0
    store.applyBatch(stop(6))
    store.applyBatch(stop(2))
    vi.advanceTimersByTime(999)
    expect([notifications, list.getSnapshot()[0]]).toEqual([0, 6])
    vi.advanceTimersByTime(1)
    expect([notifications, list.getSnapshot()]).toEqual([1, [5, 3, 6, 2, 4, 1, 7]])
    store.replaceMembers([mapVehicle(9)])
    expect([notifications, list.getSnapshot()]).toEqual([2, [9]])
    list.setSearch('nothing')
    expect([notifications, list.getSnapshot()]).toEqual([3, []])
    leave()
    store.replaceMembers([mapVehicle(8)])
    expect(notifications).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('holds every vehicle once', () => {
    const store = createFleetStore()
    store.replaceMembers(fleetOf(500))
    const ids = createFleetList({ store }).getSnapshot()
    expect(new Set(ids).size).toBe(500)
  })
})
