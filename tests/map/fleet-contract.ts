import type { MapPress } from '#src/services/map/map.port.ts'
import { arrived, DELHI, FLEET, fleetShown, PUNE, pressesOf } from './contract-scene.ts'
import { NOON, vehicle } from './fixtures.ts'
import { type Behaviour, equal, mounted, near } from './world.ts'

/** What every adapter does with the vehicles of the fleet. */
export const FLEET_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'MAP-01 MAP-42 the fleet shows each vehicle with its status and heading': async (world) => {
    await fleetShown(world)
    const drawn = world.map.drawn().vehicles
    equal(
      drawn.map(({ vehicleId, status, heading }) => [vehicleId, status, heading]),
      [
        [1, 'RUNNING', 45],
        [2, 'IDLE', 180],
        [3, 'OTHER', null],
      ],
    )
  },

  'MAP-40 vehicles show singly at first and are grouped after': async (world) => {
    world.fleet.replaceMembers(FLEET)
    await mounted(world)
    world.map.showFleet('all')
    equal(world.map.drawn().groups, [])
    equal(world.map.drawn().vehicles.length, 8)
    await world.until('groups', () => world.map.drawn().groups.length > 0)
  },

  'a group counts the statuses inside': async (world) => {
    await fleetShown(world)
    const [group] = world.map.drawn().groups
    equal(group?.count, 5)
    equal(group?.statuses, [2, 0, 1, 1, 1, 0])
  },

  'every visible vehicle with a position is drawn once': async (world) => {
    await fleetShown(world)
    const { vehicles, groups } = world.map.drawn()
    equal(vehicles.length + groups.reduce((sum, { count }) => sum + count, 0), 8)
  },

  'only the visible vehicles are drawn': async (world) => {
    await fleetShown(world)
    world.map.showFleet(new Set([2, 11]))
    equal(
      world.map
        .drawn()
        .vehicles.map(({ vehicleId }) => vehicleId)
        .sort(),
      [11, 2],
    )
    equal(world.map.drawn().groups, [])
  },

  'MAP-26 a hidden fleet draws nothing': async (world) => {
    await fleetShown(world)
    world.map.hideFleet()
    equal(world.map.drawn().vehicles, [])
    equal(world.map.drawn().groups, [])
  },

  'the selected vehicle is drawn singly out of its group': async (world) => {
    await fleetShown(world)
    world.map.select(13)
    const { vehicles, groups, selected } = world.map.drawn()
    equal(selected, 13)
    equal(vehicles.at(-1)?.vehicleId, 13)
    equal(groups[0]?.count, 4)
  },

  'a vehicle moves with its fixes': async (world) => {
    await fleetShown(world)
    world.fleet.applyBatch({
      vehicleId: [1],
      time: [NOON + 10_000],
      lng: [80.5],
      lat: [13.2],
      speed: [40],
      heading: [90],
      status: [1],
    })
    const moved = world.map.drawn().vehicles.find(({ vehicleId }) => vehicleId === 1)
    equal([moved?.at, moved?.heading, moved?.status], [[80.5, 13.2], 90, 'IDLE'])
  },

  'pressing a vehicle reports it': async (world) => {
    await fleetShown(world)
    const presses = pressesOf(world)
    await world.hands.press(PUNE)
    await world.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ vehicleId }) => vehicleId),
      [2],
    )
  },

  'pressing the ground reports the place alone': async (world) => {
    await fleetShown(world)
    const presses = pressesOf(world)
    await world.hands.press([78, 17])
    await world.until('a press', () => presses.length > 0)
    const [press] = presses
    equal(Object.keys(press ?? {}), ['at'])
    near(press?.at, [78, 17], 0.2)
  },

  'pressing a group zooms in and reports nothing': async (world) => {
    await fleetShown(world)
    const presses = pressesOf(world)
    const before = world.map.drawn().camera.zoom
    const [group] = world.map.drawn().groups
    await world.hands.press(group?.at ?? DELHI)
    await world.until('a closer camera', () => world.map.drawn().camera.zoom >= before + 1)
    equal(presses, [])
  },

  'pressing a group that no zoom splits tells its vehicles, and the camera stays': async (world) => {
    const yard = [21, 22, 23].map((id) => vehicle(id, { longitude: DELHI[0], latitude: DELHI[1] }))
    world.fleet.replaceMembers([...yard, vehicle(24, { longitude: PUNE[0], latitude: PUNE[1] })])
    await mounted(world)
    world.map.showFleet('all')
    await world.until('the yard to be grouped', () => world.map.drawn().groups.length === 1)
    const presses = pressesOf(world)
    const { zoom } = world.map.drawn().camera
    await world.hands.press(world.map.drawn().groups[0]?.at ?? DELHI)
    await world.until('a press', () => presses.length > 0)
    equal(presses[0]?.vehicleIds?.toSorted(), [21, 22, 23])
    near(presses[0]?.at, DELHI, 1e-6)
    equal(world.map.drawn().camera.zoom, zoom)
    world.map.moveTo({ centre: DELHI, zoom: 18 })
    await arrived(world, () => world.map.drawn().camera.zoom > 17.9)
    equal(
      world.map.drawn().groups.map(({ count }) => count),
      [3],
    )
  },

  'OPEN-40 ST-10 a vehicle whose fix is too old is not drawn as live, whatever its status': async (world) => {
    await fleetShown(world)
    const late = () => world.map.drawn().vehicles.map((each) => [each.vehicleId, each.status, each.late])
    world.fleet.age(NOON + 46_000)
    world.fleet.applyBatch({
      vehicleId: [2],
      time: [NOON + 46_000],
      lng: [PUNE[0]],
      lat: [PUNE[1]],
      speed: [0],
      heading: [180],
      status: [1],
    })
    equal(late(), [
      [1, 'RUNNING', true],
      [2, 'IDLE', false],
      [3, 'OTHER', true],
    ])
  },

  'a press listener that left hears nothing': async (world) => {
    await fleetShown(world)
    const left: MapPress[] = []
    const stay = pressesOf(world)
    const leave = world.map.onPress((press) => left.push(press))
    leave()
    await world.hands.press([78, 17])
    await world.until('a press', () => stay.length > 0)
    equal(left, [])
  },
}
