import type { MapPress } from '#src/services/map/map.port.ts'
import { mapVehicle, NOON } from '#tests/kit/builders/map-scene.ts'
import { DELHI, FLEET, PUNE, pressesOf, showFleetOnMap, waitForCamera } from './fleet-scene.ts'
import { type Behaviour, equal, mountMap, near } from './map-harness.ts'

/** How every adapter shows the vehicles of the fleet. */
export const FLEET_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'MAP-01 MAP-42 the fleet shows each vehicle with its status and heading': async (harness) => {
    await showFleetOnMap(harness)
    const drawn = harness.map.drawn().vehicles
    equal(
      drawn.map(({ vehicleId, status, heading }) => [vehicleId, status, heading]),
      [
        [1, 'RUNNING', 45],
        [2, 'IDLE', 180],
        [3, 'OTHER', null],
      ],
    )
  },

  'MAP-40 vehicles show singly at first and are clustered later': async (harness) => {
    harness.fleet.replaceMembers(FLEET)
    await mountMap(harness)
    harness.map.showFleet('all')
    equal(harness.map.drawn().clusters, [])
    equal(harness.map.drawn().vehicles.length, 8)
    await harness.until('groups', () => harness.map.drawn().clusters.length > 0)
  },

  'a cluster counts the statuses inside': async (harness) => {
    await showFleetOnMap(harness)
    const [group] = harness.map.drawn().clusters
    equal(group?.count, 5)
    equal(group?.statuses, [2, 0, 1, 1, 1, 0])
  },

  'every visible vehicle with a position is drawn once': async (harness) => {
    await showFleetOnMap(harness)
    const { vehicles, clusters } = harness.map.drawn()
    equal(vehicles.length + clusters.reduce((sum, { count }) => sum + count, 0), 8)
  },

  'only the visible vehicles are drawn': async (harness) => {
    await showFleetOnMap(harness)
    harness.map.showFleet(new Set([2, 11]))
    equal(
      harness.map
        .drawn()
        .vehicles.map(({ vehicleId }) => vehicleId)
        .sort(),
      [11, 2],
    )
    equal(harness.map.drawn().clusters, [])
  },

  'MAP-26 a hidden fleet draws nothing': async (harness) => {
    await showFleetOnMap(harness)
    harness.map.hideFleet()
    equal(harness.map.drawn().vehicles, [])
    equal(harness.map.drawn().clusters, [])
  },

  'the selected vehicle is drawn singly outside its cluster': async (harness) => {
    await showFleetOnMap(harness)
    harness.map.select(13)
    const { vehicles, clusters, selected } = harness.map.drawn()
    equal(selected, 13)
    equal(vehicles.at(-1)?.vehicleId, 13)
    equal(clusters[0]?.count, 4)
  },

  'a vehicle moves with its fixes': async (harness) => {
    await showFleetOnMap(harness)
    harness.fleet.applyBatch({
      vehicleId: [1],
      time: [NOON + 10_000],
      lng: [80.5],
      lat: [13.2],
      speed: [40],
      heading: [90],
      status: [1],
    })
    const moved = harness.map.drawn().vehicles.find(({ vehicleId }) => vehicleId === 1)
    equal([moved?.at, moved?.heading, moved?.status], [[80.5, 13.2], 90, 'IDLE'])
  },

  'pressing a vehicle reports it': async (harness) => {
    await showFleetOnMap(harness)
    const presses = pressesOf(harness)
    await harness.user.press(PUNE)
    await harness.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ vehicleId }) => vehicleId),
      [2],
    )
  },

  'pressing the basemap reports only the position': async (harness) => {
    await showFleetOnMap(harness)
    const presses = pressesOf(harness)
    await harness.user.press([78, 17])
    await harness.until('a press', () => presses.length > 0)
    const [press] = presses
    equal(Object.keys(press ?? {}), ['at'])
    near(press?.at, [78, 17], 0.2)
  },

  'pressing a cluster zooms in and reports nothing': async (harness) => {
    await showFleetOnMap(harness)
    const presses = pressesOf(harness)
    const before = harness.map.drawn().camera.zoom
    const [group] = harness.map.drawn().clusters
    await harness.user.press(group?.at ?? DELHI)
    await harness.until('a closer camera', () => harness.map.drawn().camera.zoom >= before + 1)
    equal(presses, [])
  },

  'pressing a cluster that no zoom splits reports its vehicles, and the camera stays': async (harness) => {
    const yard = [21, 22, 23].map((id) => mapVehicle(id, { longitude: DELHI[0], latitude: DELHI[1] }))
    harness.fleet.replaceMembers([...yard, mapVehicle(24, { longitude: PUNE[0], latitude: PUNE[1] })])
    await mountMap(harness)
    harness.map.showFleet('all')
    await harness.until('the yard to be grouped', () => harness.map.drawn().clusters.length === 1)
    const presses = pressesOf(harness)
    const { zoom } = harness.map.drawn().camera
    await harness.user.press(harness.map.drawn().clusters[0]?.at ?? DELHI)
    await harness.until('a press', () => presses.length > 0)
    equal(presses[0]?.vehicleIds?.toSorted(), [21, 22, 23])
    near(presses[0]?.at, DELHI, 1e-6)
    equal(harness.map.drawn().camera.zoom, zoom)
    harness.map.moveTo({ centre: DELHI, zoom: 18 })
    await waitForCamera(harness, () => harness.map.drawn().camera.zoom > 17.9)
    equal(
      harness.map.drawn().clusters.map(({ count }) => count),
      [3],
    )
  },

  'OPEN-40 ST-10 a vehicle whose fix is too old is not drawn as live, whatever its status': async (
    harness,
  ) => {
    await showFleetOnMap(harness)
    const late = () => harness.map.drawn().vehicles.map((each) => [each.vehicleId, each.status, each.late])
    harness.fleet.age(NOON + 46_000)
    harness.fleet.applyBatch({
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

  'a removed press listener is not called': async (harness) => {
    await showFleetOnMap(harness)
    const left: MapPress[] = []
    const stay = pressesOf(harness)
    const leave = harness.map.onPress((press) => left.push(press))
    leave()
    await harness.user.press([78, 17])
    await harness.until('a press', () => stay.length > 0)
    equal(left, [])
  },
}
