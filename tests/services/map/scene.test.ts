import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'
import { createFakeMap } from '#tests/kit/services/fake.map.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('MAP-40 vehicles are clustered 1000 ms after they are shown, and again when they return', () => {
  const fleet = createFleetStore()
  fleet.replaceMembers([mapVehicle(1), mapVehicle(2)])
  const map = createFakeMap({ fleet })
  const drawn = () => [map.drawn().vehicles.length, map.drawn().clusters.length]
  const pass = (ms: number) => void vi.advanceTimersByTime(ms)
  map.showFleet('all')
  pass(999)
  expect(drawn()).toEqual([2, 0])
  pass(1)
  expect(drawn()).toEqual([0, 1])
  map.hideFleet()
  map.showFleet('all')
  pass(500)
  map.hideFleet()
  map.showFleet('all')
  pass(999)
  expect(drawn()).toEqual([2, 0])
  pass(1)
  expect(drawn()).toEqual([0, 1])
})
