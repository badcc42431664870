// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { createGridMaps } from '#src/map-director/grid-maps.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'
import { createLiveApp } from '#tests/kit/machines/live-app.fixture.ts'
import { createFakeMap, type FakeMap } from '#tests/kit/services/fake.map.ts'

/** The maps of cells over a fleet of the trucks 5 and 7, in a portal whose user is on the fleet map. */
const openGrid = async () => {
  const { root, answer, act } = createLiveApp()
  root.send({ type: 'appearance.read', theme: 'dark', mapTheme: null, uiType: 'beta' })
  root.send({ type: 'route.changed', path: '/track-trace', search: '' })
  for (const machine of [/^$/, /^session$/, /^fleet$/]) await answer(machine)
  const fleetStore = createFleetStore()
  const place = (vehicleId: number, longitude: number) => mapVehicle(vehicleId, { longitude, latitude: 20 })
  fleetStore.replaceMembers([place(5, 75), place(7, 77)])
  const maps: FakeMap[] = []
  const grid = createGridMaps({
    root: root as ActorRefFrom<typeof appMachine>,
    createMap: () => {
      const map = createFakeMap({ fleet: fleetStore })
      maps.push(map)
      return map
    },
    fleetStore,
  })
  let changes = 0
  grid.subscribe(() => {
    changes += 1
  })
  const mount = (vehicleId: number) => {
    const unmount = grid.mount(vehicleId, document.createElement('div'))
    const map = maps.at(-1)
    if (map === undefined) throw new Error('No map was created.')
    return { map, unmount }
  }
  return {
    ...{ root, act, grid, mount, changes: () => changes },
    drive: (longitude: number) => fleetStore.replaceMembers([place(5, 75), place(7, longitude)]),
  }
}

const centreOf = (map: FakeMap) => map.drawn().camera.centre.map((degrees) => Math.round(degrees * 100) / 100)

test('TRP-10 a cell shows its truck alone, on roads, and stays with it', async () => {
  const { mount, drive, grid } = await openGrid()
  const { map } = mount(7)
  expect(map.drawn().vehicles.map(({ vehicleId }) => vehicleId)).toEqual([7])
  expect([centreOf(map), map.drawn().camera.zoom]).toEqual([[77, 20], 13])
  drive(78)
  expect([centreOf(map), map.drawn().camera.zoom]).toEqual([[78, 20], 13])
  expect(grid.isFollowing(7)).toBe(true)
})

test('TRP-10 a map that its user moves stays there until he asks for the truck', async () => {
  const { mount, drive, grid, changes } = await openGrid()
  const { map } = mount(7)
  const other = mount(5)
  map.drag({ centre: [80, 25] })
  expect([grid.isFollowing(7), grid.isFollowing(5), changes()]).toEqual([false, true, 1])
  drive(78)
  expect(centreOf(map)).toEqual([80, 25])
  grid.follow(7)
  expect([centreOf(map), grid.isFollowing(7), changes()]).toEqual([[78, 20], true, 2])
  expect(centreOf(other.map)).toEqual([75, 20])
  map.drag({ centre: [80, 25] })
  grid.follow(7)
  expect(centreOf(map), 'a truck that stands').toEqual([78, 20])
})

test('MAP-09 a cell looks as the fleet map does, from the start and after a change', async () => {
  const { root, act, mount } = await openGrid()
  const { map } = mount(7)
  expect([map.drawn().theme, map.drawn().base]).toEqual(['dark', 'street'])
  root.send({ type: 'mapTheme.toggled' })
  await act('fleet', 'base.toggled')
  expect([map.drawn().theme, map.drawn().base]).toEqual(['light', 'satellite'])
  const late = mount(5)
  expect([late.map.drawn().theme, late.map.drawn().base]).toEqual(['light', 'satellite'])
})

test('a cell that is gone shows nothing, and is asked for nothing any more', async () => {
  const { mount, drive, grid } = await openGrid()
  const { map, unmount } = mount(7)
  unmount()
  expect([map.mounted, map.drawn().vehicles]).toEqual([false, []])
  drive(78)
  grid.follow(7)
  expect(centreOf(map)).toEqual([77, 20])
  expect(grid.isFollowing(7)).toBe(true)
})

test('a truck that has never reported leaves its map where it is', async () => {
  const { mount } = await openGrid()
  const before = centreOf(createFakeMap({ fleet: createFleetStore() }))
  expect(centreOf(mount(99).map)).toEqual(before)
})
