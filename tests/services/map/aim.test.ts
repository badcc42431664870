import { describe, expect, test } from 'vitest'
import type { LngLat } from '#domain/geo.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { layOut } from '#src/services/map/scene/clusters.ts'
import { hitTestCentre } from '#src/services/map/scene/hit-test.ts'
import { mercatorX, mercatorY, worldSize } from '#src/services/map/scene/mercator.ts'
import { createScene } from '#src/services/map/scene/scene.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'

const ZOOM = 16
const MIDDLE: LngLat = [77, 13]
/** Degrees of longitude for a number of px. */
const wide = (px: number) => (px / worldSize(ZOOM)) * 360

/** What Enter presses with vehicles this many px east of the centre, inside a fence or not. */
const pressed = (away: readonly number[], inFence = false) => {
  const fleet = createFleetStore()
  fleet.replaceMembers(
    away.map((px, place) => mapVehicle(place + 1, { longitude: MIDDLE[0] + wide(px), latitude: MIDDLE[1] })),
  )
  const { scene, port } = createScene({ fleet, now: () => 0 })
  if (inFence)
    port.showFences(
      [{ geoFenceId: 7, name: 'Yard', shape: { kind: 'circle', centre: MIDDLE, radiusM: 900 } }],
      null,
    )
  const view = {
    centre: { x: mercatorX(MIDDLE[0]), y: mercatorY(MIDDLE[1]) },
    zoom: ZOOM,
    width: 1000,
    height: 800,
    middle: { x: 600, y: 400 },
  }
  const slots = away.map((_, slot) => slot)
  return hitTestCentre({ scene, layout: layOut(fleet.columns, slots, ZOOM), markers: undefined, view })
}

describe('Enter on the map presses', () => {
  test('the nearest vehicle that no arrow key brings nearer, and nothing farther away', () => {
    expect(pressed([60, -40, 300])).toEqual({ vehicleId: 2 })
    expect(pressed([70])).toEqual({ vehicleId: 1 })
    expect(pressed([72])).toBeUndefined()
  })

  test('a cluster if that is nearer', () => {
    expect(pressed([-50, 30, 30, 30])).toMatchObject({ cluster: { count: 3 } })
    expect(pressed([-20, 30, 30, 30])).toEqual({ vehicleId: 1 })
  })

  test('the fence at the centre only without a vehicle in reach', () => {
    expect(pressed([50], true)).toEqual({ vehicleId: 1 })
    expect(pressed([90], true)).toEqual({ geoFenceId: 7 })
    expect(pressed([], true)).toEqual({ geoFenceId: 7 })
  })
})
