import { mercatorX, mercatorY, worldSize } from '#src/services/map/scene/mercator.ts'
import { NOON, routeOf } from '#tests/kit/builders/map-scene.ts'
import { CHENNAI, DELHI, FLEET, PUNE, showFleetOnMap, waitForCamera } from './fleet-scene.ts'
import { type Behaviour, check, equal, mountMap, near } from './map-harness.ts'

/** How every adapter handles appearance, the camera, popups and its container. */
export const VIEW_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'MAP-09 MAP-10 a new theme or basemap removes nothing from the map': async (harness) => {
    await showFleetOnMap(harness)
    harness.map.showTrack(routeOf(50))
    harness.map.setTheme('dark')
    harness.map.setBase('satellite')
    const { theme, base, vehicles, clusters, track } = harness.map.drawn()
    equal([theme, base, vehicles.length, clusters.length, track?.events], ['dark', 'satellite', 3, 1, 4])
  },

  'MAP-39 LIV-07 fitting zooms in no closer than requested': async (harness) => {
    await mountMap(harness)
    harness.map.fit([CHENNAI], { maxZoom: 15 })
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 15) < 1e-3)
    near(harness.map.drawn().camera.centre, CHENNAI, 1e-3)
  },

  'fitting shows all points in the area free of panels': async (harness) => {
    await mountMap(harness)
    harness.map.setPadding({ left: 400, top: 60, right: 20, bottom: 100 })
    harness.map.fit([CHENNAI, DELHI, PUNE], { maxZoom: 13 })
    await waitForCamera(
      harness,
      () => Math.abs(harness.map.drawn().camera.centre[0] - (PUNE[0] + CHENNAI[0]) / 2) < 1e-3,
    )
    const { centre, zoom } = harness.map.drawn().camera
    const middle = [mercatorX(centre[0]), mercatorY(centre[1])] as const
    for (const [lng, lat] of [CHENNAI, DELHI, PUNE]) {
      const away = [mercatorX(lng) - middle[0], mercatorY(lat) - middle[1]].map(
        (by) => Math.abs(by) * worldSize(zoom),
      )
      check(
        (away[0] ?? 0) <= (1280 - 420) / 2 && (away[1] ?? 0) <= (800 - 160) / 2,
        `${lng}, ${lat} lies under a panel`,
      )
    }
    check(zoom > 4.2, 'it is farther out than needed')
  },

  'PLT-01 fitted points stay in the area free of panels as these appear, until the camera moves elsewhere':
    async (harness) => {
      await mountMap(harness)
      harness.map.fit([CHENNAI, PUNE], { maxZoom: 13 })
      await waitForCamera(harness, () => harness.map.drawn().camera.zoom > 6)
      harness.map.setPadding({ left: 12, top: 12, right: 56, bottom: 500 })
      await waitForCamera(harness, () => harness.map.drawn().camera.zoom < 5)
      harness.map.moveTo({ centre: PUNE, zoom: 9 })
      await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 9) < 1e-3)
      harness.map.setPadding({ left: 12, top: 12, right: 56, bottom: 12 })
      // A step from where the camera is going: had it started to fit again, it would not end here.
      harness.map.zoomBy(1)
      await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 10) < 1e-3)
      near(harness.map.drawn().camera.centre, PUNE, 1e-3)
    },

  'PLT-01 the camera stays at a pressed cluster as panels appear, and does not go back to the fleet': async (
    harness,
  ) => {
    await showFleetOnMap(harness)
    harness.map.fit('fleet', { maxZoom: 4 })
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 4) < 1e-3)
    const [group] = harness.map.drawn().clusters
    await harness.user.press(group?.at ?? DELHI)
    await waitForCamera(harness, () => harness.map.drawn().camera.zoom > 12)
    harness.map.setPadding({ left: 12, top: 12, right: 56, bottom: 400 })
    // Had it started to go back, it would move in far from the cluster.
    harness.map.moveTo({ zoom: 11 })
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 11) < 1e-3)
    near(harness.map.drawn().camera.centre, group?.at ?? DELHI, 0.1)
  },

  'fitting the fleet fits the visible vehicles': async (harness) => {
    await showFleetOnMap(harness)
    harness.map.showFleet(new Set([1]))
    harness.map.fit('fleet', { maxZoom: 13 })
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 13) < 1e-3)
    near(harness.map.drawn().camera.centre, CHENNAI, 1e-3)
  },

  'MAP-37 the map opens on India; fitting nothing leaves it there': async (harness) => {
    await mountMap(harness)
    harness.map.fit([], { maxZoom: 13 })
    harness.map.fit('fleet', { maxZoom: 13 })
    near(harness.map.drawn().camera.centre, [79.09, 21.15], 1e-6)
    near([harness.map.drawn().camera.zoom, 0], [4.7, 0], 1e-6)
  },

  'the camera moves to a given position and zooms by steps': async (harness) => {
    await mountMap(harness)
    harness.map.moveTo({ centre: PUNE, zoom: 9 })
    harness.map.zoomBy(1)
    harness.map.zoomBy(1)
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 11) < 1e-3)
    near(harness.map.drawn().camera.centre, PUNE, 1e-3)
    harness.map.zoomBy(40)
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 18) < 1e-3)
  },

  'a popup reports its close button and closes when removed': async (harness) => {
    await mountMap(harness)
    const element = harness.container.ownerDocument.createElement('p')
    let closed = 0
    const remove = harness.map.openPopup(CHENNAI, element, { width: 300, onClose: () => (closed += 1) })
    check(harness.container.contains(element), 'the popup is not in the map')
    await harness.user.closePopup()
    await harness.until('the request to close', () => closed === 1)
    equal(harness.map.drawn().popups, 1)
    remove()
    remove()
    equal(harness.map.drawn().popups, 0)
    check(!harness.container.contains(element), 'the popup is still in the map')
  },

  'content set before mounting is drawn after mounting': async (harness) => {
    const element = harness.container.ownerDocument.createElement('p')
    harness.fleet.replaceMembers(FLEET)
    harness.map.setTheme('dark')
    harness.map.showFleet('all')
    harness.map.showTrail().extend({ at: CHENNAI, heading: 0, status: 'RUNNING', time: NOON })
    harness.map.openPopup({ vehicleId: 1 }, element, { width: 515, onClose: () => undefined })
    harness.map.moveTo({ centre: CHENNAI, zoom: 8 })
    await mountMap(harness)
    await harness.until('groups', () => harness.map.drawn().clusters.length === 1)
    const { theme, trail, popups, camera } = harness.map.drawn()
    equal([theme, trail?.points, popups], ['dark', 1, 1])
    near(camera.centre, CHENNAI, 1e-3)
    near([camera.zoom, 0], [8, 0], 1e-3)
    check(harness.container.contains(element), 'the popup is not in the map')
  },

  'an unmounted map leaves nothing in its container and can be mounted again': async (harness) => {
    harness.fleet.replaceMembers(FLEET)
    const leave = await mountMap(harness)
    harness.map.moveTo({ centre: PUNE, zoom: 9 })
    await waitForCamera(harness, () => Math.abs(harness.map.drawn().camera.zoom - 9) < 1e-3)
    leave()
    leave()
    equal(harness.container.childElementCount, 0)
    equal(harness.map.drawn().ready, false)
    harness.map.showFleet('all')
    await mountMap(harness)
    await harness.until('the fleet', () => harness.map.drawn().vehicles.length > 0)
    near(harness.map.drawn().camera.centre, PUNE, 1e-3)
  },

  'mounting, unmounting and mounting at once mounts the map once': async (harness) => {
    harness.map.mount(harness.container)()
    const element = harness.container.ownerDocument.createElement('p')
    harness.map.openPopup(CHENNAI, element, { width: 300, onClose: () => undefined })
    harness.map.mount(harness.container)
    await mountMap(harness)
    check(harness.container.contains(element), 'the popup is not in the map')
    check(harness.container.childElementCount === 1, 'the map is there more than once')
  },
}
