import { mercatorX, mercatorY, worldSize } from '#src/services/map/scene/mercator.ts'
import { arrived, CHENNAI, DELHI, FLEET, fleetShown, PUNE } from './contract-scene.ts'
import { NOON, routeOf } from './fixtures.ts'
import { type Behaviour, check, equal, mounted, near } from './world.ts'

/** What every adapter does with its look, the camera, popups and its container. */
export const VIEW_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'MAP-09 MAP-10 a new theme or ground takes nothing off the map': async (world) => {
    await fleetShown(world)
    world.map.showTrack(routeOf(50))
    world.map.setTheme('dark')
    world.map.setBase('satellite')
    const { theme, base, vehicles, groups, track } = world.map.drawn()
    equal([theme, base, vehicles.length, groups.length, track?.events], ['dark', 'satellite', 3, 1, 4])
  },

  'MAP-39 LIV-07 fitting goes no closer than asked': async (world) => {
    await mounted(world)
    world.map.fit([CHENNAI], { maxZoom: 15 })
    await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 15) < 1e-3)
    near(world.map.drawn().camera.centre, CHENNAI, 1e-3)
  },

  'fitting shows all points in what panels leave free': async (world) => {
    await mounted(world)
    world.map.setPadding({ left: 400, top: 60, right: 20, bottom: 100 })
    world.map.fit([CHENNAI, DELHI, PUNE], { maxZoom: 13 })
    await arrived(
      world,
      () => Math.abs(world.map.drawn().camera.centre[0] - (PUNE[0] + CHENNAI[0]) / 2) < 1e-3,
    )
    const { centre, zoom } = world.map.drawn().camera
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

  'PLT-01 what is fitted stays in what panels leave free as they come, until the camera goes elsewhere':
    async (world) => {
      await mounted(world)
      world.map.fit([CHENNAI, PUNE], { maxZoom: 13 })
      await arrived(world, () => world.map.drawn().camera.zoom > 6)
      world.map.setPadding({ left: 12, top: 12, right: 56, bottom: 500 })
      await arrived(world, () => world.map.drawn().camera.zoom < 5)
      world.map.moveTo({ centre: PUNE, zoom: 9 })
      await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 9) < 1e-3)
      world.map.setPadding({ left: 12, top: 12, right: 56, bottom: 12 })
      // A step from where the camera is going: had it begun to fit again, it would not end here.
      world.map.zoomBy(1)
      await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 10) < 1e-3)
      near(world.map.drawn().camera.centre, PUNE, 1e-3)
    },

  'PLT-01 the camera stays in a group that was pressed as panels come, and does not go back to the fleet':
    async (world) => {
      await fleetShown(world)
      world.map.fit('fleet', { maxZoom: 4 })
      await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 4) < 1e-3)
      const [group] = world.map.drawn().groups
      await world.hands.press(group?.at ?? DELHI)
      await arrived(world, () => world.map.drawn().camera.zoom > 12)
      world.map.setPadding({ left: 12, top: 12, right: 56, bottom: 400 })
      // Had it begun to go back, it would come closer far from the group.
      world.map.moveTo({ zoom: 11 })
      await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 11) < 1e-3)
      near(world.map.drawn().camera.centre, group?.at ?? DELHI, 0.1)
    },

  'fitting the fleet fits the visible vehicles': async (world) => {
    await fleetShown(world)
    world.map.showFleet(new Set([1]))
    world.map.fit('fleet', { maxZoom: 13 })
    await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 13) < 1e-3)
    near(world.map.drawn().camera.centre, CHENNAI, 1e-3)
  },

  'MAP-37 the map opens on India; fitting nothing leaves it there': async (world) => {
    await mounted(world)
    world.map.fit([], { maxZoom: 13 })
    world.map.fit('fleet', { maxZoom: 13 })
    near(world.map.drawn().camera.centre, [79.09, 21.15], 1e-6)
    near([world.map.drawn().camera.zoom, 0], [4.7, 0], 1e-6)
  },

  'the camera goes where it is sent and zooms by steps': async (world) => {
    await mounted(world)
    world.map.moveTo({ centre: PUNE, zoom: 9 })
    world.map.zoomBy(1)
    world.map.zoomBy(1)
    await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 11) < 1e-3)
    near(world.map.drawn().camera.centre, PUNE, 1e-3)
    world.map.zoomBy(40)
    await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 18) < 1e-3)
  },

  'a popup asks to be closed and goes when it is taken away': async (world) => {
    await mounted(world)
    const element = world.container.ownerDocument.createElement('p')
    let closed = 0
    const remove = world.map.openPopup(CHENNAI, element, { width: 300, onClose: () => (closed += 1) })
    check(world.container.contains(element), 'the popup is not in the map')
    await world.hands.closePopup()
    await world.until('the wish to close', () => closed === 1)
    equal(world.map.drawn().popups, 1)
    remove()
    remove()
    equal(world.map.drawn().popups, 0)
    check(!world.container.contains(element), 'the popup is still in the map')
  },

  'what the map is told before it is mounted is drawn after': async (world) => {
    const element = world.container.ownerDocument.createElement('p')
    world.fleet.replaceMembers(FLEET)
    world.map.setTheme('dark')
    world.map.showFleet('all')
    world.map.showTrail().extend({ at: CHENNAI, heading: 0, status: 'RUNNING', time: NOON })
    world.map.openPopup({ vehicleId: 1 }, element, { width: 515, onClose: () => undefined })
    world.map.moveTo({ centre: CHENNAI, zoom: 8 })
    await mounted(world)
    await world.until('groups', () => world.map.drawn().groups.length === 1)
    const { theme, trail, popups, camera } = world.map.drawn()
    equal([theme, trail?.points, popups], ['dark', 1, 1])
    near(camera.centre, CHENNAI, 1e-3)
    near([camera.zoom, 0], [8, 0], 1e-3)
    check(world.container.contains(element), 'the popup is not in the map')
  },

  'a map that left its container leaves nothing there and can come back': async (world) => {
    world.fleet.replaceMembers(FLEET)
    const leave = await mounted(world)
    world.map.moveTo({ centre: PUNE, zoom: 9 })
    await arrived(world, () => Math.abs(world.map.drawn().camera.zoom - 9) < 1e-3)
    leave()
    leave()
    equal(world.container.childElementCount, 0)
    equal(world.map.drawn().ready, false)
    world.map.showFleet('all')
    await mounted(world)
    await world.until('the fleet', () => world.map.drawn().vehicles.length > 0)
    near(world.map.drawn().camera.centre, PUNE, 1e-3)
  },

  'mounted, unmounted and mounted at once it is there once': async (world) => {
    world.map.mount(world.container)()
    const element = world.container.ownerDocument.createElement('p')
    world.map.openPopup(CHENNAI, element, { width: 300, onClose: () => undefined })
    world.map.mount(world.container)
    await mounted(world)
    check(world.container.contains(element), 'the popup is not in the map')
    check(world.container.childElementCount === 1, 'the map is there more than once')
  },
}
