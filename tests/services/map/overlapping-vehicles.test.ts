import { expect, test } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { resolveCamera, ZOOM_RANGE } from '#src/services/map/scene/camera.ts'
import { layOut } from '#src/services/map/scene/clusters.ts'
import { withVisiblePlate } from '#src/services/map/scene/fleet-layout.ts'
import { pressHit } from '#src/services/map/scene/hit-test.ts'
import { createScene } from '#src/services/map/scene/scene.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'

/** px at zoom 18 in degrees of longitude. */
const PX = 360 / (512 * 2 ** 18)

test.each([15, 16, 16.5, 17, 17.6])(
  'MAP-01 a press on trucks in one yard zooms in until they separate, also from zoom %d',
  (zoom) => {
    const fleet = createFleetStore()
    fleet.replaceMembers([
      mapVehicle(1, { longitude: 77, latitude: 20 }),
      mapVehicle(2, { longitude: 77 + 30 * PX, latitude: 20 }),
    ])
    const { scene } = createScene({ fleet, now: () => 0 })
    const { clusters } = layOut(fleet.columns, [0, 1], 16)
    const [cluster] = clusters
    if (!cluster) throw new Error('they are apart already')
    pressHit(scene, { hit: { cluster }, at: [77, 20], zoom })
    const requestCamera = scene.takeCameraRequest()
    const to = requestCamera && resolveCamera(requestCamera, { current: { centre: [77, 20], zoom }, ...SEEN })
    expect(to?.zoom).toBeGreaterThanOrEqual(Math.min(zoom + 1, ZOOM_RANGE.max))
    expect(to?.zoom).toBeLessThanOrEqual(ZOOM_RANGE.max)
  },
)
const SEEN = { size: { width: 1400, height: 800 }, padding: { top: 0, right: 0, bottom: 0, left: 0 } }

test('MAP-01 a plate covers no other truck; that of the selected truck always shows', () => {
  const positionOf = (slot: number, x: number, y: number) => ({ slot, x, y })
  const [upper, lower, away] = [
    positionOf(0, 100, 100),
    positionOf(1, 110, 122),
    positionOf(2, 400, 100),
  ] as const
  expect(withVisiblePlate([upper, lower, away], undefined, 17)).toEqual([lower, away])
  expect(withVisiblePlate([upper, lower, away], upper, 17), 'once').toEqual([upper, lower, away])
})
